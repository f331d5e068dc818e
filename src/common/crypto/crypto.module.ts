import { Global, Module } from '@nestjs/common';
import { Sealer } from './sealer.js';

/** Sealing of secrets, for every feature that stores one. */
@Global()
@Module({ providers: [Sealer], exports: [Sealer] })
export class CryptoModule {}
