import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { InstanceFact } from './instance-fact.entity.js';

@Injectable()
export class InstanceFactsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async find(name: string): Promise<string | null> {
    return (await this.dataSource.manager.findOneBy(InstanceFact, { name }))?.value ?? null;
  }

  /** True for exactly one caller, ever: the row is the claim, and commits with the caller's transaction. */
  async claim(name: string, value: string, manager: EntityManager): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'insert into instance_facts (name, value) values ($1, $2) on conflict (name) do nothing returning name',
      [name, value],
    );
    return rows.length > 0;
  }
}
