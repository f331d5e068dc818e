import { Global, Module } from '@nestjs/common';
import { Mailer } from './mailer.js';

/** Mail, for every feature that tells people something. */
@Global()
@Module({ providers: [Mailer], exports: [Mailer] })
export class MailModule {}
