import { Injectable } from '@nestjs/common';
import { changesBetween } from '../common/events/changes.js';
import { EventBus, type FieldChange } from '../common/events/domain-event.js';
import { DomainError } from '../common/errors/domain-error.js';
import { endsWithin } from '../common/ends-within.js';
import { newId } from '../common/http/id.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import type { Principal, ProjectScope } from '../common/http/request-context.js';
import { UsageRegistry } from '../common/usage/usage-registry.js';
import { UsersService } from '../users/users.service.js';
import { folded } from '../common/folded.js';
import type { CreateProjectDto, UpdateProjectDto } from './dto/project.dto.js';
import { PROJECT_CREATED, PROJECT_DELETED, PROJECT_UPDATED } from './project.events.js';
import { ProjectRepository } from './project.repository.js';
import type { ProjectWithAccess } from './project.types.js';

/** Who has access is a set: its order says nothing. */
const inOrder = (entries: string[]): string[] => entries.toSorted();

/** Reads what it needs of a project that is about to be deleted, and answers what is to be done once it is gone. */
type Leave = (projectId: string) => Promise<() => Promise<void>>;

/** As long as the answer to a deletion waits for what comes after it; what takes longer goes on behind the answer. */
const LEAVE_WAIT_MS = 2_000;

@Injectable()
export class ProjectsService {
  private readonly leaves: Leave[] = [];

  constructor(
    private readonly projects: ProjectRepository,
    private readonly users: UsersService,
    private readonly usages: UsageRegistry,
    private readonly events: EventBus,
  ) {
    usages.answer(({ resourceType, resourceId }) =>
      resourceType === 'group' || resourceType === 'user'
        ? this.projects.usagesOf(resourceType, resourceId)
        : Promise.resolve([]),
    );
  }

  async create(principal: Principal, input: CreateProjectDto): Promise<{ projectId: string }> {
    const groups = await this.knownGroups(input.groups ?? []);
    const project = {
      id: newId(),
      projectName: input.project_name,
      projectDescription: input.project_description ?? '',
      createdBy: principal.userId,
    };
    await this.projects.insert(project, folded(input.users ?? []), groups);
    await this.emit(PROJECT_CREATED, project.id, project.projectName, principal);
    return { projectId: project.id };
  }

  async update(scope: ProjectScope, input: UpdateProjectDto): Promise<{ projectId: string }> {
    if ((input.users || input.groups) && !scope.isManager) {
      throw DomainError.forbidden(
        'Only the creator of the project, an admin or the owner may change its users and groups.',
      );
    }
    const users = input.users && folded(input.users);
    const groups = input.groups && (await this.knownGroups(input.groups));
    const before = await this.projects.getWithAccess(scope.projectId);
    await this.projects.update(scope.projectId, {
      projectName: input.project_name,
      projectDescription: input.project_description,
      users,
      groups,
    });
    const changes = changesBetween(
      {
        project_name: before.projectName,
        project_description: before.projectDescription,
        users: inOrder(before.users),
        groups: inOrder(before.groups),
      },
      { ...input, users: users && inOrder(users), groups: groups && inOrder(groups) },
    );
    await this.emit(
      PROJECT_UPDATED,
      scope.projectId,
      input.project_name ?? before.projectName,
      scope.principal,
      changes,
    );
    return { projectId: scope.projectId };
  }

  get(projectId: string): Promise<ProjectWithAccess> {
    return this.projects.getWithAccess(projectId);
  }

  list(principal: Principal, query: ListQuery): Promise<Page<ProjectWithAccess>> {
    return this.projects.list(principal, query);
  }

  /** What a feature does outside of the database when a project goes. */
  leaveWith(leave: Leave): void {
    this.leaves.push(leave);
  }

  /** The name is asked for again; pipes are stopped first. */
  async delete(scope: ProjectScope, confirmedName: string): Promise<{ projectId: string }> {
    const project = await this.projects.get(scope.projectId);
    if (confirmedName !== project.projectName) {
      throw DomainError.invalidField(
        'project_name',
        'must be the name of the project, to confirm that it is deleted',
        'wrong_confirmation',
      );
    }
    await this.usages.stop({
      projectId: scope.projectId,
      resourceType: 'project',
      resourceId: scope.projectId,
    });
    const left = await Promise.all(this.leaves.map((leave) => leave(scope.projectId)));
    await this.projects.delete(scope.projectId);
    const last = Promise.allSettled(left.map((work) => work()));
    await this.emit(PROJECT_DELETED, scope.projectId, project.projectName, scope.principal);
    await endsWithin(last, LEAVE_WAIT_MS);
    return { projectId: scope.projectId };
  }

  /** Duplicates folded; an unknown group is an error at its place and nothing is changed. */
  private async knownGroups(ids: string[]): Promise<string[]> {
    const lower = ids.map((id) => id.toLowerCase());
    const unknown = await this.users.unknownGroups(lower);
    if (unknown.length > 0) {
      throw DomainError.invalid(
        unknown.map((index) => ({
          field: `groups[${index}]`,
          code: 'unknown_group',
          message: 'is not the id of a group',
        })),
      );
    }
    return folded(lower);
  }

  private emit(
    type: string,
    projectId: string,
    name: string,
    principal: Principal,
    changes?: FieldChange[],
  ): Promise<void> {
    return this.events.emit({
      type,
      projectId,
      resourceType: 'project',
      resourceId: projectId,
      resourceName: name,
      actor: { userId: principal.userId, name: principal.name },
      changes,
    });
  }
}
