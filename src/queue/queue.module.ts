import { Global, Module } from '@nestjs/common';
import { JobQueue } from './job-queue.js';

/** The job queue; knows no feature. */
@Global()
@Module({ providers: [JobQueue], exports: [JobQueue] })
export class QueueModule {}
