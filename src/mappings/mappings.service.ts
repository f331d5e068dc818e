// Mapping configurations: one per pipe and Mapping Handler. Holds pipe ids without knowing pipes.
import { Injectable } from '@nestjs/common';
import {
  checkDocument,
  classifyLinks,
  compileMapping,
  diffDocuments,
  type DocumentDiff,
  type FieldTree,
  type LinkEnd,
  linkedTypes,
  type Mapping,
  type MappingDocument,
  type MappingInput,
  type MappingResult,
  PathError,
  type Problem,
  runSavedTests,
  type SavedTestResult,
  type Suggestion,
  suggestLinks,
  type TracedValue,
  type Warning,
} from '#mapping';
import { DomainError } from '../common/errors/domain-error.js';
import { EventBus } from '../common/events/domain-event.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import type { ProjectScope } from '../common/http/request-context.js';
import { brokenLinks, type StandingProblem } from './broken-links.js';
import type { MappingConfiguration } from './mapping-configuration.entity.js';
import type { MappingContext } from './mapping-context.types.js';
import { compileOptions, destinationTree, sampleInput, sourceTree } from './mapping-samples.js';
import type { MappingVersion } from './mapping-version.entity.js';
import { MAPPING_UPDATED } from './mapping.events.js';
import { type ListedVersion, type MappingPlace, MappingRepository } from './mapping.repository.js';

export type { ListedVersion };

export interface CheckedMapping {
  problems: StandingProblem[];
  warnings: Warning[];
  links: LinkEnd[];
}

export interface SavedMapping {
  version: number;
  warnings: Warning[];
}

export type MappingPreview = MappingResult & { explanation?: TracedValue[]; tests: SavedTestResult[] };

@Injectable()
export class MappingsService {
  constructor(
    private readonly mappings: MappingRepository,
    private readonly events: EventBus,
  ) {}

  find(projectId: string, place: MappingPlace): Promise<MappingConfiguration | null> {
    return this.mappings.find(projectId, place);
  }

  ofPipe(projectId: string, pipeId: string): Promise<MappingConfiguration[]> {
    return this.mappings.ofPipe(projectId, pipeId);
  }

  ofPipes(projectId: string, pipeIds: string[]): Promise<MappingConfiguration[]> {
    return this.mappings.ofPipes(projectId, pipeIds);
  }

  /** Source fields from the sample response, destination fields from the sample request; null: no sample. */
  trees(context: MappingContext): { source: FieldTree | null; destination: FieldTree | null } {
    return { source: sourceTree(context), destination: destinationTree(context) };
  }

  /** A stored document against the samples as they are now: what keeps it from running, and each link's state. */
  check(mapping: MappingConfiguration, context: MappingContext): CheckedMapping {
    const options = compileOptions(context);
    const { problems, warnings } = checkDocument(mapping.document, options);
    const document = mapping.document as unknown as MappingDocument;
    const links = classifyLinks(document, options, mapping.knownTypes);
    return { problems: [...problems, ...brokenLinks(document, links)], warnings, links };
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
  ): Promise<SavedMapping> {
    const options = compileOptions(context);
    const { problems, warnings } = checkDocument(document, options);
    if (problems.length > 0) throw notSound(problems);
    const sound = document as MappingDocument;
    const current = (await this.mappings.find(scope.projectId, place))?.version ?? 0;
    if (version !== undefined && version !== current) throw versionConflict(current);
    const knownTypes = linkedTypes(sound, options);
    const saved = await this.mappings.save(
      scope.projectId,
      place,
      current,
      { document: sound, knownTypes },
      scope.principal.name,
    );
    if (saved === null) throw versionConflict(current + 1);
    await this.tell(scope, place, saved);
    return { version: saved, warnings };
  }

  /** What the document makes of a record (absent: the first one of the sample), and how its saved tests end. */
  preview(
    context: MappingContext,
    document: unknown,
    options: { record?: unknown; explain?: string },
  ): MappingPreview {
    const compiled = compileMapping(document, compileOptions(context));
    if (!compiled.ok) throw notSound(compiled.problems);
    const sample = sampleInput(context);
    const input = options.record === undefined ? sample : { ...sample, record: options.record };
    const result =
      options.explain === undefined
        ? compiled.mapping.run(input)
        : explained(compiled.mapping, input, options.explain);
    return { ...result, tests: runSavedTests(document as MappingDocument) };
  }

  /** Links that the samples propose; those of `document` stay as they are and are not proposed again. */
  suggest(context: MappingContext, document: unknown): Suggestion[] {
    const { source, destination } = this.trees(context);
    if (!source || !destination) return [];
    const links = (document as { links?: unknown } | null | undefined)?.links;
    const existing = (Array.isArray(links) ? links : []).filter(isLink);
    return suggestLinks(source, destination, { existing });
  }

  /** Newest first. */
  versions(projectId: string, place: MappingPlace, query: ListQuery): Promise<Page<ListedVersion>> {
    return this.mappings.versions(projectId, place, query);
  }

  async version(projectId: string, place: MappingPlace, version: number): Promise<MappingVersion> {
    const found = await this.mappings.findVersion(projectId, place, version);
    if (!found) throw DomainError.notFound('version of the mapping');
    return found;
  }

  async diff(projectId: string, place: MappingPlace, from: number, to: number): Promise<DocumentDiff> {
    const [before, after] = await Promise.all([
      this.version(projectId, place, from),
      this.version(projectId, place, to),
    ]);
    return diffDocuments(documentOf(before), documentOf(after));
  }

  /** An earlier document becomes the newest version; it is checked like any other. */
  async restore(
    scope: ProjectScope,
    place: MappingPlace,
    context: MappingContext,
    version: number,
  ): Promise<SavedMapping> {
    const { document } = await this.version(scope.projectId, place, version);
    return this.save(scope, place, context, document, undefined);
  }

  /** A new pipe begins with the mappings of another one. */
  async copy(scope: ProjectScope, fromPipeId: string, toPipeId: string, handlerIds: string[]): Promise<void> {
    for (const mapping of await this.mappings.ofPipe(scope.projectId, fromPipeId)) {
      if (!handlerIds.includes(mapping.handlerId)) continue;
      await this.mappings.save(
        scope.projectId,
        { pipeId: toPipeId, handlerId: mapping.handlerId },
        0,
        { document: mapping.document as unknown as MappingDocument, knownTypes: mapping.knownTypes },
        scope.principal.name,
      );
    }
  }

  private tell(scope: ProjectScope, { pipeId, handlerId }: MappingPlace, version: number): Promise<void> {
    return this.events.emit({
      type: MAPPING_UPDATED,
      projectId: scope.projectId,
      resourceType: 'mapping',
      resourceId: pipeId,
      resourceName: handlerId,
      actor: { userId: scope.userId, name: scope.principal.name },
      changes: [{ field: 'version', before: version - 1, after: version }],
    });
  }
}

function explained(mapping: Mapping, input: MappingInput, destination: string) {
  try {
    return mapping.explain(input, destination);
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    const { code, message, position } = error;
    throw DomainError.invalid([{ field: 'explain', code, message, position }]);
  }
}

const documentOf = (version: MappingVersion) => version.document as unknown as MappingDocument;

/** As much of a link as proposals look at. */
const isLink = (link: unknown): link is MappingDocument['links'][number] => {
  const { to, from } = (link ?? {}) as { to?: unknown; from?: unknown };
  const paths = Array.isArray(from) ? from : from === undefined ? [] : [from];
  return typeof to === 'string' && paths.every((path) => typeof path === 'string');
};

const notSound = (problems: Problem[]) =>
  DomainError.invalid(
    problems.map(({ code, message, at, position, fixes }) => ({
      field: fieldOf(at),
      code,
      message,
      ...(position === null ? {} : { position }),
      ...(fixes.length === 0 ? {} : { fixes }),
    })),
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
