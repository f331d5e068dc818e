// Figures for Prometheus: the process, requests by route, the database pool.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { pgPool } from '../database/pg-pool.js';

const BUCKETS_SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10];

@Injectable()
export class MetricsService implements OnApplicationShutdown {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'pipewright_http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [this.registry],
  });

  constructor(@InjectDataSource() dataSource: DataSource) {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'pipewright_database_connections',
      help: 'Connections of this process, by state.',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        const { totalCount, idleCount, waitingCount } = pgPool(dataSource);
        this.set({ state: 'open' }, totalCount);
        this.set({ state: 'idle' }, idleCount);
        this.set({ state: 'waited_for' }, waitingCount);
      },
    });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** Routes are labels, paths never: ids would make a series each. */
  watch(server: FastifyInstance): void {
    server.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none';
      this.requests.observe(
        { method: request.method, route, status: String(reply.statusCode) },
        reply.elapsedTime / 1000,
      );
      done();
    });
  }

  onApplicationShutdown(): void {
    this.registry.clear();
  }
}
