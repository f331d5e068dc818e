import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import { Page } from '../common/http/page.js';
import type { Principal } from '../common/http/request-context.js';
import { pageOfRows } from '../database/list-rows.js';
import { pgPool } from '../database/pg-pool.js';
import { isListedSql } from '../users/project-listing.builder.js';
import type { Usage } from '../common/usage/usage-registry.js';
import { eraseProjectRows } from './project-eraser.js';
import { Project } from './project.entity.js';
import { ProjectGroup, ProjectUser } from './project-access.entity.js';
import type { ProjectChange, ProjectWithAccess } from './project.types.js';

/** The addresses and groups of the project `p`. */
const ACCESS = `
  array(select pu.email from project_users pu where pu.project_id = p.id order by pu.email) as users,
  array(select pg.group_id from project_groups pg where pg.project_id = p.id order by pg.group_id) as groups`;

@Injectable()
export class ProjectRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(
    project: Pick<Project, 'id' | 'projectName' | 'projectDescription' | 'createdBy'>,
    users: string[],
    groups: string[],
  ): Promise<void> {
    // One statement is one transaction, and one way to the database.
    await pgPool(this.dataSource).query({
      name: 'insert_project',
      text: `with made as (
               insert into projects (id, project_name, project_description, created_by)
               values ($1, $2, $3, $4) returning id),
             people as (
               insert into project_users (project_id, email)
               select made.id, email from made, unnest($5::text[]) as email)
             insert into project_groups (project_id, group_id)
             select made.id, group_id from made, unnest($6::uuid[]) as group_id`,
      values: [project.id, project.projectName, project.projectDescription, project.createdBy, users, groups],
    });
  }

  /** One transaction: the row and, where given, the whole access lists. */
  async update(projectId: string, change: ProjectChange): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const { users, groups, ...columns } = change;
      await manager.update(Project, { id: projectId }, { ...columns, updatedAt: new Date() });
      if (users) await manager.delete(ProjectUser, { projectId });
      if (groups) await manager.delete(ProjectGroup, { projectId });
      await insertAccess(manager, projectId, users ?? [], groups ?? []);
    });
  }

  async get(projectId: string): Promise<Project> {
    const project = await this.dataSource.manager.findOneBy(Project, { id: projectId });
    if (!project) throw DomainError.notFound('project');
    return project;
  }

  /** The stored settings alone: they are asked for with every change in a project. */
  async settingsOf(projectId: string): Promise<Record<string, unknown>> {
    const { rows } = await pgPool(this.dataSource).query<Pick<Project, 'settings'>>({
      name: 'project_settings',
      text: 'select settings from projects where id = $1',
      values: [projectId],
    });
    if (!rows[0]) throw DomainError.notFound('project');
    return rows[0].settings;
  }

  async getWithAccess(projectId: string): Promise<ProjectWithAccess> {
    const { rows } = await pgPool(this.dataSource).query<ProjectWithAccess>({
      name: 'project_with_access',
      text: `select p.id, p.project_name as "projectName", p.project_description as "projectDescription",
               p.created_by as "createdBy", p.settings, p.created_at as "createdAt", p.updated_at as "updatedAt", ${ACCESS}
             from projects p where p.id = $1`,
      values: [projectId],
    });
    if (!rows[0]) throw DomainError.notFound('project');
    return rows[0];
  }

  /** The projects that the caller may see. */
  async list(principal: Principal, query: ListQuery): Promise<Page<ProjectWithAccess>> {
    const rows = this.dataSource.manager.createQueryBuilder(Project, 'p').where('true');
    if (principal.role === 'member')
      rows.andWhere(isListedSql('p', ':userId', ':email'), {
        userId: principal.userId,
        email: principal.email,
      });
    if (principal.tokenProjectIds) rows.andWhere('p.id = any(:ids)', { ids: principal.tokenProjectIds });
    const { items, total, request } = await pageOfRows(rows, query, {
      sorts: { name: 'lower(p.project_name)', created_at: 'createdAt', updated_at: 'updatedAt' },
      order: 'name',
      searched: ['p.project_name', 'p.project_description'],
    });
    return new Page(await this.withAccess(items), total, request);
  }

  /** Merges under a row lock and answers the stored map before and after. */
  async mergeSettings(
    projectId: string,
    change: Record<string, unknown>,
  ): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> }> {
    return this.dataSource.transaction(async (manager) => {
      const project = await manager.findOne(Project, {
        where: { id: projectId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!project) throw DomainError.notFound('project');
      const after = { ...project.settings, ...change };
      await manager.query('update projects set settings = $2, updated_at = now() where id = $1', [
        projectId,
        after,
      ]);
      return { before: project.settings, after };
    });
  }

  /** The projects that a group opens, or that a person created. */
  async usagesOf(kind: 'group' | 'user', id: string): Promise<Usage[]> {
    const where =
      kind === 'user'
        ? 'p.created_by = $1'
        : 'exists (select 1 from project_groups pg where pg.project_id = p.id and pg.group_id = $1)';
    return this.dataSource.query(
      `select 'project' as resource_type, p.id as resource_id, p.project_name as name from projects p where ${where} order by p.project_name limit 100`,
      [id],
    );
  }

  async delete(projectId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.findOne(Project, { where: { id: projectId }, lock: { mode: 'pessimistic_write' } });
      await eraseProjectRows(manager, projectId);
      await manager.delete(Project, { id: projectId });
    });
  }

  private async withAccess(projects: Project[]): Promise<ProjectWithAccess[]> {
    if (projects.length === 0) return [];
    const { rows } = await pgPool(this.dataSource).query<{ id: string; users: string[]; groups: string[] }>({
      name: 'access_of_projects',
      text: `select p.id, ${ACCESS}
             from unnest($1::uuid[]) as p (id)`,
      values: [projects.map((project) => project.id)],
    });
    const access = new Map(rows.map(({ id, users, groups }) => [id, { users, groups }]));
    return projects.map((project) => ({ ...project, users: [], groups: [], ...access.get(project.id) }));
  }
}

async function insertAccess(
  manager: EntityManager,
  projectId: string,
  users: string[],
  groups: string[],
): Promise<void> {
  if (users.length > 0)
    await manager.insert(
      ProjectUser,
      users.map((email) => ({ projectId, email })),
    );
  if (groups.length > 0)
    await manager.insert(
      ProjectGroup,
      groups.map((groupId) => ({ projectId, groupId })),
    );
}
