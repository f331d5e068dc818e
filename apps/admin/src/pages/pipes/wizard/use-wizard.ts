/** What the wizard of a new pipe chooses among, and what its choices lead to. */
import { useQuery } from '@tanstack/react-query';
import { apisQuery } from '../../../api/apis.js';
import { flowQuery, flowsQuery, selectableFlowsQuery } from '../../../api/flows.js';
import { pipesQuery } from '../../../api/pipes.js';
import { credentialsQuery, isMade, systemsQuery } from '../../../api/systems.js';
import { systemsOf } from './systems-of.js';
import type { WizardForm } from './wizard-form.js';

export type Wizard = ReturnType<typeof useWizard>;

export function useWizard(project: string, { first, flow_id: flowId, others }: WizardForm) {
  const credentials = useQuery(credentialsQuery(project));
  const systems = useQuery(systemsQuery(project)).data?.rows ?? [];
  const apis = useQuery(apisQuery(project)).data?.rows;
  const flows = useQuery(flowsQuery(project)).data?.rows;
  const pipes = useQuery(pipesQuery(project)).data?.rows ?? [];
  const selectable = useQuery(selectableFlowsQuery(project, first === '' ? [] : [first]));
  const flow = useQuery({ ...flowQuery(project, flowId), enabled: flowId !== '' });
  const usable = (credentials.data?.rows ?? []).filter(isMade);
  const chosen = usable.find((row) => row.credential_id === first);
  const needed = flow.data && apis ? systemsOf(flow.data.handlers, apis) : [];
  const open = needed.filter((id) => {
    const type = systems.find((row) => row.system_id === id)?.authentication_type;
    return id !== chosen?.system_id && type !== 'none';
  });
  return {
    credentials,
    /** Connections that have been made. */
    usable,
    chosen,
    selectable,
    flow,
    flows,
    /** Systems that need a connection beside the first. */
    open,
    isComplete: flow.data !== undefined && apis !== undefined && open.every((id) => others[id]),
    /** Pipes of the chosen flow: what is mapped there can be taken over. */
    siblings: pipes.filter((row) => row.flow_id === flowId),
    hasMapping: flow.data?.handlers.some((handler) => handler.kind === 'mapping') ?? false,
    nameOf: (id: string) => systems.find((row) => row.system_id === id)?.system_name ?? '…',
  };
}
