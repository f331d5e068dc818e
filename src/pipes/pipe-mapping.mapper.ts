import type { FieldTree } from '#mapping';
import type {
  MappingDto,
  MappingNodeDto,
  MappingPreviewDto,
  MappingVersionDocumentDto,
  MappingVersionDto,
} from './dto/mapping.dto.js';
import type { MappingVersion } from '../mappings/mapping-version.entity.js';
import type { ListedVersion } from '../mappings/mappings.service.js';
import type { MappingPreview } from '../mappings/mappings.service.js';
import type { MappingNode } from './pipe-mappings.service.js';

export function toMappingNodeDto({ handler, mapping, checked }: MappingNode): MappingNodeDto {
  const links = (mapping?.document as { links?: unknown[] } | undefined)?.links ?? [];
  const handlerId = handler.handler_id;
  const problems = (checked?.problems ?? []).map(({ code, message }) => ({
    code,
    message,
    handler_id: handlerId,
  }));
  if (links.length === 0)
    problems.push({ code: 'NOT_MAPPED' as never, message: 'Nothing is mapped yet.', handler_id: handlerId });
  return {
    handler_id: handlerId,
    handler_name: handler.handler_name ?? handlerId,
    source_handler_ids: handler.source_handler_ids,
    destination_handler_id: handler.destination_handler_id,
    version: mapping?.version ?? 0,
    link_count: links.length,
    drifted_count: (checked?.links ?? []).filter(({ state }) => state === 'missing' || state === 'moved')
      .length,
    problems,
  };
}

export const toMappingDto = (
  node: MappingNode,
  trees: { source: FieldTree | null; destination: FieldTree | null },
): MappingDto => ({
  ...toMappingNodeDto(node),
  source_fields: trees.source,
  destination_fields: trees.destination,
  document: node.mapping?.document ?? null,
  document_problems: node.checked?.problems ?? [],
  warnings: node.checked?.warnings ?? [],
  links: node.checked?.links ?? [],
});

export const toMappingPreviewDto = ({
  output,
  errors,
  warnings,
  explanation,
  tests,
}: MappingPreview): MappingPreviewDto => ({
  output,
  errors,
  warnings,
  ...(explanation ? { explanation } : {}),
  tests: tests.map(({ name, passed, message }) => ({ name, passed, message })),
});

export const toMappingVersionDto = (version: ListedVersion): MappingVersionDto => ({
  version: version.version,
  content_hash: version.contentHash,
  link_count: version.linkCount,
  saved_at: version.savedAt.toISOString(),
  saved_by: version.savedByName,
});

export const toMappingVersionDocumentDto = (version: MappingVersion): MappingVersionDocumentDto => ({
  ...toMappingVersionDto({
    ...version,
    linkCount: ((version.document as { links?: unknown[] }).links ?? []).length,
  }),
  document: version.document,
});
