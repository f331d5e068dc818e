// Makes the configuration injectable everywhere.
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { KeyRing } from '../common/crypto/key-ring.js';
import { AppConfig } from './app-config.js';

@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: AppConfig): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: AppConfig, useValue: config },
        { provide: KeyRing, useValue: config.keyRing },
      ],
      exports: [AppConfig, KeyRing],
    };
  }
}
