import type { ProjectDto } from './dto/project.dto.js';
import type { ProjectWithAccess } from './project.types.js';

export const toProjectDto = (project: ProjectWithAccess): ProjectDto => ({
  project_id: project.id,
  project_name: project.projectName,
  project_description: project.projectDescription,
  users: project.users,
  groups: project.groups,
  created_by: project.createdBy,
  created_at: project.createdAt.toISOString(),
  updated_at: project.updatedAt.toISOString(),
});
