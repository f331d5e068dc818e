/** The side navigation as data: the palette offers the same pages. */
import {
  IconActivity,
  IconApi,
  IconArrowsSplit2,
  IconChecklist,
  IconGauge,
  IconHistory,
  IconKey,
  IconPlugConnected,
  IconServer2,
  IconSettings,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { paths } from './paths.js';

export interface NavigationEntry {
  label: string;
  icon: Icon;
  to: (project: string) => string;
}
export const navigation: { label: string; entries: NavigationEntry[] }[] = [
  {
    label: 'Operate',
    entries: [
      { label: 'Dashboard', icon: IconGauge, to: paths.dashboard },
      { label: 'Pipes', icon: IconPlugConnected, to: paths.pipes },
      { label: 'Runs', icon: IconHistory, to: paths.runs },
    ],
  },
  {
    label: 'Build',
    entries: [
      { label: 'Systems', icon: IconServer2, to: paths.systems },
      { label: 'Credentials', icon: IconKey, to: paths.credentials },
      { label: 'APIs', icon: IconApi, to: paths.apis },
      { label: 'Flows', icon: IconArrowsSplit2, to: paths.flows },
    ],
  },
  {
    label: 'Project',
    entries: [
      { label: 'Members', icon: IconUsers, to: paths.members },
      { label: 'Activity log', icon: IconActivity, to: paths.activity },
      { label: 'Settings', icon: IconSettings, to: paths.settings },
    ],
  },
];
export const startEntry: NavigationEntry = { label: 'Get started', icon: IconChecklist, to: paths.start };
