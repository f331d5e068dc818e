/** The page of the mapping of one node of a pipe: loads it, then hands it to the editor. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mappingQuery } from '../api/mappings.js';
import { paths } from '../app/paths.js';
import { useRouteParams } from '../app/route.js';
import { Page } from '../kit/page.js';
import { QueryView } from '../kit/states.js';
import { MappingWorkspace } from './mapping/mapping-workspace.js';

export function MappingPage() {
  const { t } = useTranslation();
  const { projectId = '', pipeId = '', handlerId = '' } = useRouteParams();
  // While the editor is open it holds the newest document; asking again would only race with its own saves.
  const mapping = useQuery({
    ...mappingQuery(projectId, pipeId, handlerId),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (mapping.data) {
    return (
      <MappingWorkspace
        key={`${pipeId}/${handlerId}`}
        project={projectId}
        pipe={pipeId}
        mapping={mapping.data}
      />
    );
  }
  return (
    <Page title={t('Mapping')} crumbs={[{ label: t('Pipes'), to: paths.pipes(projectId) }]}>
      <QueryView query={mapping}>{() => null}</QueryView>
    </Page>
  );
}
