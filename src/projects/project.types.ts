import type { Project } from './project.entity.js';

/** A project with the addresses and groups that have access. */
export type ProjectWithAccess = Project & { users: string[]; groups: string[] };

export interface ProjectChange {
  projectName?: string;
  projectDescription?: string;
  users?: string[];
  groups?: string[];
}
