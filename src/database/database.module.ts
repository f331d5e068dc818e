// The DataSource of the service. Entities come from the features' `TypeOrmModule.forFeature`.
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { AppLogger } from '../common/logging/app-logger.js';
import { AppConfig } from '../config/app-config.js';
import { dataSourceOptions } from './data-source-options.js';
import { withExactJson } from './exact-json.js';

@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig, AppLogger],
      useFactory: (config: AppConfig, logger: AppLogger) => ({
        ...dataSourceOptions(
          config.databaseUrl,
          (error) => logger.warning('database connection lost', { error: error.message }),
          config.keyRing.current.id,
        ),
        autoLoadEntities: true,
        retryAttempts: 1,
        // The OpenAPI document is written without a database.
        manualInitialization: config.databaseUrl === '',
      }),
      dataSourceFactory: (options) =>
        Promise.resolve(withExactJson(new DataSource(options as DataSourceOptions))),
    }),
  ],
})
export class DatabaseModule {}
