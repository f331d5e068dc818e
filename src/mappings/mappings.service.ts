// Mapping configurations: one per pipe and Mapping Handler. Holds pipe ids without knowing pipes.
import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors/domain-error.js';
import type { ProjectScope } from '../common/http/request-context.js';
import type { MappingConfiguration } from './mapping-configuration.entity.js';
import { type MappingPlace, MappingRepository } from './mapping.repository.js';

@Injectable()
export class MappingsService {
  constructor(private readonly mappings: MappingRepository) {}

  find(projectId: string, place: MappingPlace): Promise<MappingConfiguration | null> {
    return this.mappings.find(projectId, place);
  }

  ofPipe(projectId: string, pipeId: string): Promise<MappingConfiguration[]> {
    return this.mappings.ofPipe(projectId, pipeId);
  }

  /** Stores a document that was checked; `version` absent: whatever is there now is replaced. */
  async save(
    scope: ProjectScope,
    place: MappingPlace,
    document: object,
    version: number | undefined,
  ): Promise<number> {
    const current = (await this.mappings.find(scope.projectId, place))?.version ?? 0;
    if (version !== undefined && version !== current) throw versionConflict(current);
    const saved = await this.mappings.save(scope.projectId, place, current, document, scope.principal.name);
    if (saved === null) throw versionConflict(current + 1);
    return saved;
  }

  /** A new pipe begins with the mappings of another one. */
  async copy(scope: ProjectScope, fromPipeId: string, toPipeId: string, handlerIds: string[]): Promise<void> {
    for (const mapping of await this.mappings.ofPipe(scope.projectId, fromPipeId)) {
      if (!handlerIds.includes(mapping.handlerId)) continue;
      await this.mappings.save(
        scope.projectId,
        { pipeId: toPipeId, handlerId: mapping.handlerId },
        0,
        mapping.document,
        scope.principal.name,
      );
    }
  }
}

const versionConflict = (current: number) =>
  DomainError.conflict(
    'version_conflict',
    `Somebody else changed the mapping: it is at version ${current} now. Load it again and repeat your change.`,
  );
