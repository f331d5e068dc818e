// Records that failed, as they came, with what their pages said beside them: what a retry gives to the flow.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { parseJson } from '#mapping';
import { type SealPlace, Sealer } from '../common/crypto/sealer.js';
import type { KeptRecords } from './given-records.js';
import { type PageFrame, placeOfParts } from './page-parts.js';
import type { RetrySource } from './retry-sources.js';

export const placeOfSource = (projectId: string, lineId: string): SealPlace => ({
  table: 'run_records',
  column: 'sealed_source',
  rowId: lineId,
  projectId,
});

@Injectable()
export class KeptRecordsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
  ) {}

  /** By the page that brought them, in the order of their first record. */
  async pagesOf(projectId: string, sources: readonly RetrySource[]): Promise<KeptRecords[]> {
    const frames = await this.framesOf(projectId, sources);
    const pages = new Map<string, { frame: PageFrame | null; sources: string[]; keys: string[] }>();
    for (const each of sources) {
      const frame = frames.get(pageOf(each)) ?? null;
      const key = frame ? pageOf(each) : '';
      const page = pages.get(key) ?? { frame, sources: [], keys: [] };
      page.sources.push(this.rawSource(projectId, each));
      page.keys.push(each.record_key);
      pages.set(key, page);
    }
    return [...pages.values()];
  }

  private rawSource(projectId: string, { sealed_source: sealed, source, line_id: id }: RetrySource): string {
    return sealed === null ? source : this.sealer.open(sealed, placeOfSource(projectId, id)).reveal();
  }

  private async framesOf(
    projectId: string,
    sources: readonly RetrySource[],
  ): Promise<Map<string, PageFrame>> {
    const wanted = [...new Map(sources.map((each) => [pageOf(each), each])).values()];
    const rows: { run_id: string; page: number; parts: string }[] = await this.dataSource.query(
      `select p.run_id, p.page, p.parts from unnest($2::uuid[], $3::int[]) as u(run_id, page)
         join run_page_parts p on p.run_id = u.run_id and p.page = u.page where p.project_id = $1`,
      [projectId, wanted.map((each) => each.run_id), wanted.map((each) => each.page)],
    );
    return new Map(
      rows.map((row) => {
        const place = placeOfParts(projectId, row.run_id, row.page);
        return [pageOf(row), parseJson(this.sealer.open(row.parts, place).reveal()) as PageFrame];
      }),
    );
  }
}

const pageOf = ({ run_id: runId, page }: { run_id: string; page: number }): string => `${runId}/${page}`;
