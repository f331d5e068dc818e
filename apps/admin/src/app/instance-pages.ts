/** The pages of a person and of the whole instance, for the account menu and the palette. */
import {
  IconInfoCircle,
  IconKey,
  IconShieldLock,
  IconUser,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import type { Person } from '../api/types.js';
import { paths } from './paths.js';

interface InstancePage {
  label: string;
  to: string;
  icon: Icon;
  /** Who sees it; everyone when absent. */
  roles?: Person['role'][];
}

const pages: InstancePage[] = [
  { label: 'Account', to: paths.account, icon: IconUser },
  { label: 'Access tokens', to: paths.tokens, icon: IconKey },
  { label: 'Users', to: paths.users, icon: IconUsers, roles: ['owner', 'admin'] },
  { label: 'Groups', to: paths.groups, icon: IconUsersGroup },
  { label: 'Security log', to: paths.securityLog, icon: IconShieldLock, roles: ['owner'] },
  { label: 'About', to: paths.about, icon: IconInfoCircle },
];

export const instancePagesOf = (person: Person | null): InstancePage[] =>
  pages.filter(({ roles }) => roles === undefined || (person !== null && roles.includes(person.role)));
