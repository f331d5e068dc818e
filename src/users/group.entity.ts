import { Column, Entity, Index } from 'typeorm';
import { BaseRow } from '../database/base-row.js';

/** A group of people; projects are opened to groups by their id. */
@Entity('groups')
export class Group extends BaseRow {
  @Column('text')
  groupName!: string;

  /** `groupName` folded, for uniqueness without regard to case. */
  @Index('groups_name_key_key', { unique: true })
  @Column('text')
  nameKey!: string;
}
