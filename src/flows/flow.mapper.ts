import type { FlowDto, FlowVersionDto, SelectableFlowDto } from './dto/flow.dto.js';
import type { FlowVersion } from './flow-version.entity.js';
import type { CheckedFlow, SelectableFlow } from './flows.service.js';

export const toFlowDto = ({ flow, problems, hasUnpublishedChanges }: CheckedFlow): FlowDto => ({
  flow_id: flow.id,
  flow_name: flow.flowName,
  description: flow.description,
  handlers: flow.handlers,
  version: flow.version,
  published_version: flow.publishedVersion,
  has_unpublished_changes: hasUnpublishedChanges,
  problems,
  created_at: flow.createdAt.toISOString(),
  updated_at: flow.updatedAt.toISOString(),
});

export const toFlowVersionDto = (version: FlowVersion): FlowVersionDto => ({
  version: version.version,
  handlers: version.handlers,
  published_at: version.publishedAt.toISOString(),
  published_by: version.publishedByName,
});

export const toSelectableFlowDto = ({
  flow,
  systemIds,
  missingSystemIds,
  hasMapping,
}: SelectableFlow): SelectableFlowDto => ({
  flow_id: flow.id,
  flow_name: flow.flowName,
  published: flow.publishedVersion !== null,
  missing_system_ids: missingSystemIds,
  system_ids: systemIds,
  has_mapping: hasMapping,
});
