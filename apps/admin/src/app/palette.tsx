/** Ctrl K: pages, objects and actions of the project at hand. */
import { useEffect, useState } from 'react';
import { Spotlight, spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import {
  IconApi,
  IconArrowsSplit2,
  IconFolder,
  IconKey,
  IconPlugConnected,
  IconPlus,
  IconSearch,
  IconServer2,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apisQuery } from '../api/apis.js';
import { flowsQuery } from '../api/flows.js';
import { pipesQuery } from '../api/pipes.js';
import { projectsQuery } from '../api/projects.js';
import { useSession } from '../api/session.js';
import { credentialsQuery, systemsQuery } from '../api/systems.js';
import { instancePagesOf } from './instance-pages.js';
import { navigation, startEntry } from './navigation.js';
import { paths } from './paths.js';
import classes from './shell.module.css';

/** Opens the dialog of the page that it leads to. */
const dialog = { connect: 'new' };

export default function Palette({ project }: { project: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const user = useSession((state) => state.user);
  useEffect(() => {
    const show = () => {
      spotlight.open();
    };
    show();
    window.addEventListener('pipewright:palette', show);
    return () => {
      window.removeEventListener('pipewright:palette', show);
    };
  }, []);
  const inProject = { enabled: opened && project !== undefined };
  const p = project ?? '';
  const projects = useQuery({ ...projectsQuery(), enabled: opened });
  const systems = useQuery({ ...systemsQuery(p), ...inProject });
  const credentials = useQuery({ ...credentialsQuery(p), ...inProject });
  const apis = useQuery({ ...apisQuery(p), ...inProject });
  const flows = useQuery({ ...flowsQuery(p), ...inProject });
  const pipes = useQuery({ ...pipesQuery(p), ...inProject });

  const action = (
    id: string,
    label: string,
    to: string,
    ActionIcon: Icon,
    description?: string,
    search = {},
  ) => ({
    id,
    label,
    ...(description ? { description } : {}),
    leftSection: <ActionIcon size={17} aria-hidden />,
    onClick: () => void navigate({ to, search: search }),
  });
  const groups: SpotlightActionGroupData[] = [];
  if (project !== undefined) {
    groups.push(
      {
        group: t('Pages'),
        actions: [startEntry, ...navigation.flatMap((group) => group.entries)].map((entry) =>
          action(`page-${entry.label}`, t(entry.label), entry.to(project), entry.icon),
        ),
      },
      {
        group: t('Actions'),
        actions: [
          action('new-system', t('New system'), `${paths.systems(project)}/new`, IconPlus),
          action(
            'add-connection',
            t('Add connection'),
            paths.credentials(project),
            IconPlus,
            undefined,
            dialog,
          ),
          action('new-api', t('New API'), `${paths.apis(project)}/new`, IconPlus),
          action('new-flow', t('New flow'), paths.flows(project), IconPlus, undefined, dialog),
          action('new-pipe', t('New pipe'), paths.newPipe(project), IconPlus),
          action('add-people', t('Add people'), paths.members(project), IconPlus, undefined, dialog),
        ],
      },
      {
        group: t('In this project'),
        actions: [
          ...(systems.data?.rows ?? []).map((row) =>
            action(
              row.system_id,
              row.system_name,
              paths.system(project, row.system_id),
              IconServer2,
              t('System'),
            ),
          ),
          ...(credentials.data?.rows ?? []).map((row) =>
            action(
              row.credential_id,
              row.credential_name,
              paths.credential(project, row.credential_id),
              IconKey,
              t('Credential'),
            ),
          ),
          ...(apis.data?.rows ?? []).map((row) =>
            action(
              row.api_id,
              row.api_name,
              paths.api(project, row.api_id),
              IconApi,
              `${row.method} ${row.path}`,
            ),
          ),
          ...(flows.data?.rows ?? []).map((row) =>
            action(row.flow_id, row.flow_name, paths.flow(project, row.flow_id), IconArrowsSplit2, t('Flow')),
          ),
          ...(pipes.data?.rows ?? []).map((row) =>
            action(
              row.pipe_id,
              row.pipe_name,
              paths.pipe(project, row.pipe_id),
              IconPlugConnected,
              t('Pipe'),
            ),
          ),
        ],
      },
    );
  }
  const manages = user?.role === 'owner' || user?.role === 'admin';
  groups.push({
    group: t('Instance'),
    actions: [
      ...instancePagesOf(user).map((page) => action(`page-${page.to}`, t(page.label), page.to, page.icon)),
      action('new-project', t('New project'), paths.projects, IconPlus, undefined, dialog),
      action('create-token', t('Create token'), paths.tokens, IconPlus, undefined, dialog),
      ...(manages
        ? [
            action('invite', t('Invite'), paths.users, IconPlus, undefined, dialog),
            action('new-group', t('New group'), paths.groups, IconPlus, undefined, dialog),
          ]
        : []),
    ],
  });
  groups.push({
    group: t('Projects'),
    actions: (projects.data?.rows ?? []).map((row) =>
      action(row.project_id, row.project_name, paths.dashboard(row.project_id), IconFolder),
    ),
  });
  return (
    <Spotlight
      actions={groups}
      shortcut="mod + K"
      // from within a field too
      tagsToIgnore={[]}
      triggerOnContentEditable
      highlightQuery
      classNames={{ content: classes.palette ?? '' }}
      limit={12}
      maxHeight={420}
      scrollable
      nothingFound={t('Nothing by that name here.')}
      onSpotlightOpen={() => {
        setOpened(true);
      }}
      searchProps={{
        leftSection: <IconSearch size={17} aria-hidden />,
        placeholder: t('Pages, systems, APIs, flows, pipes…'),
        'aria-label': t('Search'),
      }}
    />
  );
}
