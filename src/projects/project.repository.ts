import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';
import { Page, type PageRequest } from '../common/http/page.js';
import type { Principal } from '../common/http/request-context.js';
import type { Usage } from '../common/usage/usage-registry.js';
import { eraseProjectRows } from './project-eraser.js';
import { Project } from './project.entity.js';
import { ProjectGroup, ProjectUser } from './project-access.entity.js';
import type { ProjectChange, ProjectWithAccess } from './project.types.js';

/** True where the person `u` (id :userId, address :email) has access to project `p` by listing. */
const LISTED = `(p.created_by = :userId
  or exists (select 1 from project_users pu where pu.project_id = p.id and pu.email = :email)
  or exists (select 1 from project_groups pg join group_members gm on gm.group_id = pg.group_id where pg.project_id = p.id and gm.email = :email))`;

@Injectable()
export class ProjectRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(
    project: Pick<Project, 'id' | 'projectName' | 'projectDescription' | 'createdBy'>,
    users: string[],
    groups: string[],
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.insert(Project, project);
      await insertAccess(manager, project.id, users, groups);
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

  async getWithAccess(projectId: string): Promise<ProjectWithAccess> {
    const [project] = await this.withAccess([await this.get(projectId)]);
    return project!;
  }

  /** The projects that the caller may see. */
  async list(
    principal: Principal,
    page: PageRequest,
    sort: { column: string; direction: 'ASC' | 'DESC' },
    search?: string,
  ): Promise<Page<ProjectWithAccess>> {
    const query = this.dataSource.manager.createQueryBuilder(Project, 'p').where('true');
    if (principal.role === 'member')
      query.andWhere(LISTED, { userId: principal.userId, email: principal.email });
    if (principal.tokenProjectIds) query.andWhere('p.id = any(:ids)', { ids: principal.tokenProjectIds });
    if (search)
      query.andWhere(
        '(position(lower(:search) in lower(p.project_name)) > 0 or position(lower(:search) in lower(p.project_description)) > 0)',
        { search },
      );
    const [rows, total] = await query
      .orderBy(`p.${sort.column}`, sort.direction)
      .addOrderBy('p.id', 'ASC')
      .skip((page.page - 1) * page.perPage)
      .take(page.perPage)
      .getManyAndCount();
    return new Page(await this.withAccess(rows), total, page);
  }

  /** Who created it and whether the person is listed; null: no such project. One indexed query, on each request. */
  async accessOf(
    projectId: string,
    userId: string,
    email: string,
  ): Promise<{ createdBy: string; isListed: boolean } | null> {
    const rows: { created_by: string; listed: boolean }[] = await this.dataSource.query(
      `select p.created_by, (p.created_by = $2
         or exists (select 1 from project_users pu where pu.project_id = p.id and pu.email = $3)
         or exists (select 1 from project_groups pg join group_members gm on gm.group_id = pg.group_id where pg.project_id = p.id and gm.email = $3)) as listed
       from projects p where p.id = $1`,
      [projectId, userId, email],
    );
    return rows[0] ? { createdBy: rows[0].created_by, isListed: rows[0].listed } : null;
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
    const projectId = In(projects.map((project) => project.id));
    const [users, groups] = await Promise.all([
      this.dataSource.manager.find(ProjectUser, { where: { projectId }, order: { email: 'ASC' } }),
      this.dataSource.manager.find(ProjectGroup, { where: { projectId }, order: { groupId: 'ASC' } }),
    ]);
    return projects.map((project) => ({
      ...project,
      users: users.filter((row) => row.projectId === project.id).map((row) => row.email),
      groups: groups.filter((row) => row.projectId === project.id).map((row) => row.groupId),
    }));
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
