/** Ctrl K: pages, objects and actions of the project at hand. Objects are looked for by the service, however many there are. */
import { useEffect, useRef, useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
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
import { foundApis, foundCredentials, foundFlows, foundPipes, foundSystems } from '../api/found.js';
import { messageOf } from '../api/errors.js';
import { projectsQuery } from '../api/projects.js';
import { useSession } from '../api/session.js';
import { instancePagesOf } from './instance-pages.js';
import { navigation, startEntry } from './navigation.js';
import { paths } from './paths.js';
import classes from './shell.module.css';

/** Opens the dialog of the page that it leads to. */
const dialog = { connect: 'new' };

const STILL_MS = 150;
const PROJECTS = 6;

type Group = SpotlightActionGroupData;
const [store, palette] = createSpotlight();

/** As Mantine does it for each letter that is typed, for rows that come later. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  const first = list?.querySelector('[data-action]');
  if (!first) return;
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  first.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

export default function Palette({ project }: { project: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const user = useSession((state) => state.user);
  useEffect(() => {
    const show = () => {
      palette.open();
    };
    show();
    window.addEventListener('pipewright:palette', show);
    return () => {
      window.removeEventListener('pipewright:palette', show);
    };
  }, []);
  const [typed, setTyped] = useState('');
  const words = typed.trim();
  const [search] = useDebouncedValue(words, STILL_MS);
  const p = project ?? '';
  const systems = useQuery(foundSystems(p, search));
  const credentials = useQuery(foundCredentials(p, search));
  const apis = useQuery(foundApis(p, search));
  const flows = useQuery(foundFlows(p, search));
  const pipes = useQuery(foundPipes(p, search));
  const projects = useQuery({
    ...projectsQuery({ search, per_page: PROJECTS }),
    enabled: opened && search !== '',
  });
  const asked = [projects, ...(project === undefined ? [] : [systems, credentials, apis, flows, pipes])];
  const isLooking = words !== search || asked.some((query) => query.isFetching);
  const failed = asked.find((query) => query.isError)?.error;
  const chosenFor = useRef('');
  useEffect(() => {
    // what was found stands there later than the words: Enter takes the first of it, once for each search
    if (isLooking || chosenFor.current === search) return;
    chosenFor.current = search;
    if (search !== '') selectFirst();
  }, [search, isLooking]);
  /** Those that were found; none while nothing is sought. */
  const rowsOf = <T,>(query: { data?: { rows: T[] } | undefined }): T[] =>
    words === '' ? [] : (query.data?.rows ?? []);

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
  const manages = user?.role === 'owner' || user?.role === 'admin';
  const pages: Group = {
    group: t('Pages'),
    actions:
      project === undefined
        ? []
        : [startEntry, ...navigation.flatMap((group) => group.entries)].map((entry) =>
            action(`page-${entry.label}`, t(entry.label), entry.to(project), entry.icon),
          ),
  };
  const found: Group = {
    group: t('In this project'),
    actions: [
      ...rowsOf(systems).map((row) =>
        action(row.system_id, row.system_name, paths.system(p, row.system_id), IconServer2, t('System')),
      ),
      ...rowsOf(credentials).map((row) =>
        action(
          row.credential_id,
          row.credential_name,
          paths.credential(p, row.credential_id),
          IconKey,
          t('Credential'),
        ),
      ),
      ...rowsOf(apis).map((row) =>
        action(row.api_id, row.api_name, paths.api(p, row.api_id), IconApi, `${row.method} ${row.path}`),
      ),
      ...rowsOf(flows).map((row) =>
        action(row.flow_id, row.flow_name, paths.flow(p, row.flow_id), IconArrowsSplit2, t('Flow')),
      ),
      ...rowsOf(pipes).map((row) =>
        action(row.pipe_id, row.pipe_name, paths.pipe(p, row.pipe_id), IconPlugConnected, t('Pipe')),
      ),
    ],
  };
  const actions: Group = {
    group: t('Actions'),
    actions:
      project === undefined
        ? []
        : [
            action('new-system', t('New system'), `${paths.systems(project)}/new`, IconPlus),
            action('add-connection', t('Add connection'), paths.credentials(project), IconPlus, '', dialog),
            action('new-api', t('New API'), `${paths.apis(project)}/new`, IconPlus),
            action('new-flow', t('New flow'), paths.flows(project), IconPlus, '', dialog),
            action('new-pipe', t('New pipe'), paths.newPipe(project), IconPlus),
            action('add-people', t('Add people'), paths.members(project), IconPlus, '', dialog),
          ],
  };
  const instance: Group = {
    group: t('Instance'),
    actions: [
      ...instancePagesOf(user).map((page) => action(`page-${page.to}`, t(page.label), page.to, page.icon)),
      action('new-project', t('New project'), paths.projects, IconPlus, '', dialog),
      action('create-token', t('Create token'), paths.tokens, IconPlus, '', dialog),
      ...(manages
        ? [
            action('invite', t('Invite'), paths.users, IconPlus, '', dialog),
            action('new-group', t('New group'), paths.groups, IconPlus, '', dialog),
          ]
        : []),
    ],
  };
  const others: Group = {
    group: t('Projects'),
    actions: rowsOf(projects).map((row) =>
      action(row.project_id, row.project_name, paths.dashboard(row.project_id), IconFolder),
    ),
  };
  /** Those whose name holds every word. */
  const narrow = ({ group, actions: all }: Group): Group => ({
    group,
    actions: all.filter(({ label, description }) =>
      words
        .toLowerCase()
        .split(/\s+/)
        .every((word) => `${label} ${description ?? ''}`.toLowerCase().includes(word)),
    ),
  });
  // what was found for the words before must not be taken for what these find
  const fresh = (group: Group): Group => (isLooking ? narrow(group) : group);
  const groups = [narrow(pages), fresh(found), narrow(actions), fresh(others), narrow(instance)];
  return (
    <Spotlight
      store={store}
      actions={groups.filter((group) => group.actions.length > 0)}
      query={typed}
      onQueryChange={setTyped}
      filter={(_typed, all) => all}
      shortcut="mod + K"
      // from within a field too
      tagsToIgnore={[]}
      triggerOnContentEditable
      highlightQuery
      classNames={{ content: classes.palette ?? '' }}
      maxHeight={420}
      scrollable
      nothingFound={
        failed ? messageOf(failed) : isLooking ? t('Searching…') : t('Nothing by that name here.')
      }
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
