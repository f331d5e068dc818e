import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { contentHash, type KnownTypes, type MappingDocument, stringifyJson } from '#mapping';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { pageOfRows } from '../database/list-rows.js';
import { MappingConfiguration } from './mapping-configuration.entity.js';
import { MappingVersion } from './mapping-version.entity.js';

export interface MappingPlace {
  pipeId: string;
  handlerId: string;
}

export type ListedVersion = Pick<MappingVersion, 'version' | 'contentHash' | 'savedAt' | 'savedByName'> & {
  linkCount: number;
};

@Injectable()
export class MappingRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  find(projectId: string, { pipeId, handlerId }: MappingPlace): Promise<MappingConfiguration | null> {
    return this.dataSource.manager.findOneBy(MappingConfiguration, { projectId, pipeId, handlerId });
  }

  ofPipe(projectId: string, pipeId: string): Promise<MappingConfiguration[]> {
    return this.dataSource.manager.findBy(MappingConfiguration, { projectId, pipeId });
  }

  ofPipes(projectId: string, pipeIds: string[]): Promise<MappingConfiguration[]> {
    return this.dataSource.manager.findBy(MappingConfiguration, { projectId, pipeId: In(pipeIds) });
  }

  /** Without the documents, which may be large and many. */
  async versions(
    projectId: string,
    { pipeId, handlerId }: MappingPlace,
    query: ListQuery,
  ): Promise<Page<ListedVersion>> {
    const rows = this.dataSource.manager
      .createQueryBuilder(MappingVersion, 'v')
      .select(['v.pipeId', 'v.handlerId', 'v.version', 'v.contentHash', 'v.savedAt', 'v.savedByName'])
      .where({ projectId, pipeId, handlerId });
    const page = await pageOfRows(rows, query, {
      sorts: { version: 'version' },
      order: '-version',
      last: 'version',
      searched: ['v.saved_by_name'],
    });
    const counts: { version: number; links: number }[] = await this.dataSource.query(
      `select version, case when json_typeof(document -> 'links') = 'array' then json_array_length(document -> 'links') else 0 end as links
         from mapping_versions where project_id = $1 and pipe_id = $2 and handler_id = $3 and version = any($4)`,
      [projectId, pipeId, handlerId, page.items.map(({ version }) => version)],
    );
    const links = new Map(counts.map((row) => [row.version, row.links]));
    return page.map((row) => ({ ...row, linkCount: links.get(row.version) ?? 0 }));
  }

  findVersion(
    projectId: string,
    { pipeId, handlerId }: MappingPlace,
    version: number,
  ): Promise<MappingVersion | null> {
    return this.dataSource.manager.findOneBy(MappingVersion, { projectId, pipeId, handlerId, version });
  }

  /** The new version, or null when the mapping is no longer at `expectedVersion` (0: not there yet). */
  async save(
    projectId: string,
    { pipeId, handlerId }: MappingPlace,
    expectedVersion: number,
    { document, knownTypes }: { document: MappingDocument; knownTypes: KnownTypes },
    savedByName: string,
  ): Promise<number | null> {
    const text = stringifyJson(document);
    const types = JSON.stringify(knownTypes);
    return this.dataSource.transaction(async (manager) => {
      const rows: { version: number }[] =
        expectedVersion === 0
          ? await manager.query(
              `insert into mapping_configurations (project_id, pipe_id, handler_id, version, document, known_types, updated_at)
               values ($1, $2, $3, 1, $4, $5, now()) on conflict do nothing returning version`,
              [projectId, pipeId, handlerId, text, types],
            )
          : (
              await manager.query<[{ version: number }[], number]>(
                `update mapping_configurations set version = version + 1, document = $5, known_types = $6, updated_at = now()
                 where project_id = $1 and pipe_id = $2 and handler_id = $3 and version = $4 returning version`,
                [projectId, pipeId, handlerId, expectedVersion, text, types],
              )
            )[0];
      const version = rows[0]?.version;
      if (version === undefined) return null;
      await manager.insert(MappingVersion, {
        projectId,
        pipeId,
        handlerId,
        version,
        document: document as never,
        contentHash: contentHash(document),
        savedAt: new Date(),
        savedByName,
      });
      return version;
    });
  }
}
