// What runs are pinned to; equal contents are stored once.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

@Injectable()
export class RunSnapshotRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async save(projectId: string, id: string, content: string): Promise<void> {
    await this.dataSource.query(
      // a kept one counts as new, or the clean-up could take it before the run that needs it is there
      `insert into run_snapshots (project_id, id, content, created_at) values ($1, $2, $3, now())
       on conflict (project_id, id) do update set created_at = now() where run_snapshots.created_at < now() - interval '1 hour'`,
      [projectId, id, content],
    );
  }

  async find(projectId: string, id: string): Promise<string | null> {
    const [row]: { content: string }[] = await this.dataSource.query(
      'select content from run_snapshots where project_id = $1 and id = $2',
      [projectId, id],
    );
    return row?.content ?? null;
  }
}
