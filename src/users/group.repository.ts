import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { Group } from './group.entity.js';

@Injectable()
export class GroupRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Which of these ids are groups. */
  async existing(ids: string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.dataSource.manager.find(Group, { where: { id: In(ids) }, select: { id: true } });
    return new Set(rows.map((row) => row.id));
  }
}
