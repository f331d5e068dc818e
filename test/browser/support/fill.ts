/** What a person makes over time beside the ten-minute path, so that no page of the pictures stands empty. */
import type { Api } from './api.js';
import type { Walked } from './path.js';

const idIn = (address: string, part: string): string =>
  new RegExp(`/${part}/([^/?#]+)`).exec(address)?.[1] ?? '';

export async function fill(api: Api, walked: Walked): Promise<void> {
  const project = idIn(walked.project, 'p');
  const at = (route: string) => `/workspace/${project}/api/${route}`;
  const pipe = idIn(walked.pipe, 'pipes');
  const triggers = at(`pipes/${pipe}/triggers/create`);
  await api.post(at('settings/update'), { activity_logs___activity_logs: true });
  for (const [name, email] of [
    ['Bob Miller', 'bob@example.com'],
    ['Chidi Okafor', 'chidi@example.com'],
  ])
    await api.post('/api/users/create', { name, email });
  const { group_id: group } = await api.post('/api/groups/create', {
    group_name: 'Integration team',
    users: ['bob@example.com', 'chidi@example.com'],
  });
  await api.post(`/api/projects/update/${project}`, { users: ['dana@example.com'], groups: [group] });
  await api.post('/api/access_tokens/create', { token_name: 'Nightly export' });
  await api.post(triggers, { kind: 'schedule', cron: '30 6 * * 1-5', timezone: 'Europe/Berlin' });
  await api.post(triggers, { kind: 'webhook' });
  await api.post(at(`pipes/enable/${pipe}`));
}
