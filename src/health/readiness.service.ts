import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';

const ANSWER_LIMIT_MS = 2_000;

/** Whether this process should get requests: not while it shuts down, nor without its database. */
@Injectable()
export class ReadinessService implements BeforeApplicationShutdown {
  private isShuttingDown = false;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  beforeApplicationShutdown(): void {
    this.isShuttingDown = true;
  }

  /** Throws 503 while not ready. */
  async check(): Promise<void> {
    if (this.isShuttingDown) throw DomainError.unavailable('The service is shutting down.');
    const late = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const isLate = new Promise<never>((_resolve, reject) =>
      late.addEventListener('abort', () => reject(DomainError.unavailable('The database does not answer.'))),
    );
    await Promise.race([this.dataSource.query('select 1'), isLate]);
  }
}
