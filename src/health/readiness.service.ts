import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';

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
    await this.dataSource.query('select 1');
  }
}
