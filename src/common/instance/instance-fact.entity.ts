import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One-row facts of the instance: that the owner account was claimed, the check value of the master key. */
@Entity('instance_facts')
export class InstanceFact {
  @PrimaryColumn('text')
  name!: string;

  @Column('text')
  value!: string;
}
