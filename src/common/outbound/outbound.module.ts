// The one HTTP client of the service, from the configuration.
import { Global, Module } from '@nestjs/common';
import { OutboundClient } from '#outbound';
import { AppConfig } from '../../config/app-config.js';

@Global()
@Module({
  providers: [
    {
      provide: OutboundClient,
      inject: [AppConfig],
      useFactory: ({ environment }: AppConfig) =>
        new OutboundClient({
          allow: environment.outboundAllow,
          proxy: environment.outboundProxy ?? undefined,
          ca: environment.outboundCa === null ? undefined : [environment.outboundCa],
          userAgent: 'Pipewright/0.1',
        }),
    },
  ],
  exports: [OutboundClient],
})
export class OutboundModule {}
