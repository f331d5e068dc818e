// Mapping configurations: one per pipe and Mapping Handler. Holds pipe ids without knowing pipes.
import { Injectable } from '@nestjs/common';
import {
  checkDocument,
  type FieldTree,
  compileMapping,
  type MappingResult,
  type Problem,
  type TracedValue,
  type Warning,
} from '#mapping';
import { DomainError } from '../common/errors/domain-error.js';
import type { ProjectScope } from '../common/http/request-context.js';
import type { MappingConfiguration } from './mapping-configuration.entity.js';
import type { MappingContext } from './mapping-context.types.js';
import { compileOptions, destinationTree, sampleInput, sourceTree } from './mapping-samples.js';
import { type MappingPlace, MappingRepository } from './mapping.repository.js';

export interface CheckedMapping {
  problems: Problem[];
  warnings: Warning[];
}

export type MappingPreview = MappingResult & { explanation?: TracedValue[] };

@Injectable()
export class MappingsService {
  constructor(private readonly mappings: MappingRepository) {}

  find(projectId: string, place: MappingPlace): Promise<MappingConfiguration | null> {
    return this.mappings.find(projectId, place);
  }

  ofPipe(projectId: string, pipeId: string): Promise<MappingConfiguration[]> {
    return this.mappings.ofPipe(projectId, pipeId);
  }

  /** Source fields from the sample response, destination fields from the sample request; null: no sample. */
  trees(context: MappingContext): { source: FieldTree | null; destination: FieldTree | null } {
    return { source: sourceTree(context), destination: destinationTree(context) };
  }

  /** A document against the samples as they are now. */
  check(document: unknown, context: MappingContext): CheckedMapping {
    return checkDocument(document, compileOptions(context));
  }

  /**
   * Checks and stores a document; a compile error stores nothing (400 with all of them), warnings are stored and
   * answered. `version` absent: whatever is there now is replaced.
   */
  async save(
    scope: ProjectScope,
    place: MappingPlace,
    context: MappingContext,
    document: object,
    version: number | undefined,
  ): Promise<{ version: number; warnings: Warning[] }> {
    const { problems, warnings } = this.check(document, context);
    if (problems.length > 0) throw notSound(problems);
    const current = (await this.mappings.find(scope.projectId, place))?.version ?? 0;
    if (version !== undefined && version !== current) throw versionConflict(current);
    const saved = await this.mappings.save(scope.projectId, place, current, document, scope.principal.name);
    if (saved === null) throw versionConflict(current + 1);
    return { version: saved, warnings };
  }

  /** What the document makes of a record (absent: the first one of the sample). */
  preview(
    context: MappingContext,
    document: unknown,
    options: { record?: unknown; explain?: string },
  ): MappingPreview {
    const compiled = compileMapping(document, compileOptions(context));
    if (!compiled.ok) throw notSound(compiled.problems);
    const sample = sampleInput(context);
    const input = options.record === undefined ? sample : { ...sample, record: options.record };
    return options.explain === undefined
      ? compiled.mapping.run(input)
      : compiled.mapping.explain(input, options.explain);
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

const notSound = (problems: Problem[]) =>
  DomainError.invalid(
    problems.map(({ code, message, at }) => ({ field: fieldOf(at), code, message })),
    `The mapping has ${problems.length === 1 ? 'an error' : `${problems.length} errors`}: ${problems[0]?.message ?? ''}`,
  );

/** `/links/0/to` → `document.links[0].to` */
const fieldOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`), 'document');

const versionConflict = (current: number) =>
  DomainError.conflict(
    'version_conflict',
    `Somebody else changed the mapping: it is at version ${current} now. Load it again and repeat your change.`,
  );
