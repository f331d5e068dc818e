import { Global, Module } from '@nestjs/common';
import { AppConfig } from '../../config/app-config.js';
import { AppLogger } from './app-logger.js';

/** The one logger. */
@Global()
@Module({
  providers: [
    {
      provide: AppLogger,
      inject: [AppConfig],
      useFactory: (config: AppConfig) => new AppLogger(config.environment.logLevel),
    },
  ],
  exports: [AppLogger],
})
export class LoggingModule {}
