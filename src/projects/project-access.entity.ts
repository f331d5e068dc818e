// Who may see a project besides its creator, admins and the owner.
import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** By e-mail address; the address may have no account yet. */
@Entity('project_users')
export class ProjectUser {
  @ForeignKey('Project', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  projectId!: string;

  @Index()
  @PrimaryColumn('text')
  email!: string;
}

/** By group. */
@Entity('project_groups')
export class ProjectGroup {
  @ForeignKey('Project', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  projectId!: string;

  @Index()
  @ForeignKey('Group', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  groupId!: string;
}
