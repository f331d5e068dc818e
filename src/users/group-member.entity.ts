import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A member of a group, by e-mail address: the address may have no account yet. */
@Entity('group_members')
export class GroupMember {
  @ForeignKey('Group', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  groupId!: string;

  @Index()
  @PrimaryColumn('text')
  email!: string;
}
