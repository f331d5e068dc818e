/** The page of one flow: loads it, then hands it to the editor. */
import { useQuery } from '@tanstack/react-query';

import { useTranslation } from 'react-i18next';
import { flowQuery } from '../../api/flows.js';
import { paths } from '../../app/paths.js';
import { Page } from '../../kit/page.js';
import { QueryView } from '../../kit/states.js';
import { FlowEditor } from './flow-editor.js';
import { useRouteParams } from '../../app/route.js';

export function FlowPage() {
  const { t } = useTranslation();
  const { projectId = '', flowId = '' } = useRouteParams();
  // While the editor is open it holds the newest draft; asking again would only race with its own saves.
  const flow = useQuery({
    ...flowQuery(projectId, flowId),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (flow.data) return <FlowEditor key={flow.data.flow_id} project={projectId} flow={flow.data} />;
  return (
    <Page title={t('Flow')} crumbs={[{ label: t('Flows'), to: paths.flows(projectId) }]}>
      <QueryView query={flow}>{() => null}</QueryView>
    </Page>
  );
}
