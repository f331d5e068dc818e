import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';
import { Page } from '../common/http/page.js';
import { listRows } from '../database/list-rows.js';
import { refuseTakenName } from '../database/name-taken.js';
import type { PipesQuery } from './dto/pipe.dto.js';
import { PipeCredential } from './pipe-credential.entity.js';
import { Pipe } from './pipe.entity.js';
import type { LastRun } from './pipe.types.js';

export type PipeColumns = Omit<
  Pipe,
  'id' | 'projectId' | 'createdAt' | 'updatedAt' | 'lastRun' | 'nextRunAt'
>;
/** systemId → credentialId */
export type PipeCredentials = Map<string, string>;

export interface PipeWithCredentials {
  pipe: Pipe;
  credentials: PipeCredentials;
}

@Injectable()
export class PipeRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(
    projectId: string,
    id: string,
    columns: PipeColumns,
    credentials: PipeCredentials,
  ): Promise<void> {
    await refuseTakenName('pipe_name', columns.pipeName, () =>
      this.dataSource.transaction(async (manager) => {
        await manager.insert(Pipe, { id, projectId, ...columns });
        await insertCredentials(manager, projectId, id, credentials);
      }),
    );
  }

  async update(
    projectId: string,
    id: string,
    columns: Partial<PipeColumns>,
    credentials?: PipeCredentials,
  ): Promise<void> {
    await refuseTakenName('pipe_name', columns.pipeName, () =>
      this.dataSource.transaction(async (manager) => {
        await manager.update(Pipe, { projectId, id }, { ...columns, updatedAt: new Date() });
        if (!credentials) return;
        await manager.delete(PipeCredential, { projectId, pipeId: id });
        await insertCredentials(manager, projectId, id, credentials);
      }),
    );
  }

  /** Switches a pipe on or off, and does `more` in the same transaction. */
  async setEnabled(
    projectId: string,
    id: string,
    enabled: boolean,
    more: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.update(Pipe, { projectId, id }, { enabled, updatedAt: new Date() });
      await more(manager);
    });
  }

  async get(projectId: string, id: string): Promise<PipeWithCredentials> {
    const pipe = await this.dataSource.manager.findOneBy(Pipe, { projectId, id });
    if (!pipe) throw DomainError.notFound('pipe');
    return (await this.withCredentials(projectId, [pipe]))[0]!;
  }

  async list(projectId: string, query: PipesQuery): Promise<Page<PipeWithCredentials>> {
    const page = await listRows(this.dataSource.manager, Pipe, {
      projectId,
      query,
      nameColumn: 'pipe_name',
      equals: { flowId: query.flow_id, enabled: query.enabled },
    });
    return new Page(await this.withCredentials(projectId, page.items), page.total, page.request);
  }

  /** Pipes that use a flow or a credential. */
  findUsing(
    projectId: string,
    using: { flowId?: string; credentialId?: string },
  ): Promise<Pick<Pipe, 'id' | 'pipeName'>[]> {
    const query = this.dataSource.manager
      .createQueryBuilder(Pipe, 'pipe')
      .select(['pipe.id', 'pipe.pipeName'])
      .where('pipe.projectId = :projectId', { projectId });
    if (using.flowId) query.andWhere('pipe.flowId = :flowId', { flowId: using.flowId });
    if (using.credentialId) {
      query.innerJoin(PipeCredential, 'link', 'link.pipeId = pipe.id and link.credentialId = :credentialId', {
        credentialId: using.credentialId,
      });
    }
    return query.orderBy('pipe.pipe_name').getMany();
  }

  /** Those of the credentials that an enabled pipe uses. */
  async findEnabledCredentials(projectId: string, credentialIds: string[]): Promise<string[]> {
    const rows = await this.dataSource.manager
      .createQueryBuilder(PipeCredential, 'link')
      .innerJoin(Pipe, 'pipe', 'pipe.id = link.pipeId and pipe.enabled')
      .select('distinct link.credential_id', 'id')
      .where('link.projectId = :projectId and link.credentialId in (:...credentialIds)', {
        projectId,
        credentialIds,
      })
      .getRawMany<{ id: string }>();
    return rows.map(({ id }) => id);
  }

  /** Of a whole project: before it is deleted. */
  async disableAll(projectId: string): Promise<void> {
    await this.dataSource.manager.update(Pipe, { projectId }, { enabled: false });
  }

  /** What its runs tell; not an edit, so `updated_at` stays. */
  async noteLastRun(projectId: string, id: string, lastRun: LastRun): Promise<void> {
    await this.dataSource.query('update pipes set last_run = $3 where project_id = $1 and id = $2', [
      projectId,
      id,
      lastRun,
    ]);
  }

  /** What its triggers tell. */
  async noteNextRun(
    projectId: string,
    id: string,
    nextRunAt: Date | null,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    await manager.query('update pipes set next_run_at = $3 where project_id = $1 and id = $2', [
      projectId,
      id,
      nextRunAt,
    ]);
  }

  async delete(projectId: string, id: string): Promise<void> {
    await this.dataSource.manager.delete(Pipe, { projectId, id });
  }

  private async withCredentials(projectId: string, pipes: Pipe[]): Promise<PipeWithCredentials[]> {
    const rows =
      pipes.length === 0
        ? []
        : await this.dataSource.manager.findBy(PipeCredential, {
            projectId,
            pipeId: In(pipes.map((pipe) => pipe.id)),
          });
    return pipes.map((pipe) => ({
      pipe,
      credentials: new Map(
        rows.filter((row) => row.pipeId === pipe.id).map((row) => [row.systemId, row.credentialId]),
      ),
    }));
  }
}

async function insertCredentials(
  manager: EntityManager,
  projectId: string,
  pipeId: string,
  credentials: PipeCredentials,
): Promise<void> {
  if (credentials.size === 0) return;
  await manager.insert(
    PipeCredential,
    [...credentials].map(([systemId, credentialId]) => ({ projectId, pipeId, systemId, credentialId })),
  );
}
