// What a page said beside its records: mappings may read it (`@response`), so a retry of one of its records needs it too.
import { parsePath, readSteps, type StagedPage, withValueAt } from '#engine';
import { stringifyJson } from '#mapping';
import type { SealPlace } from '../common/crypto/sealer.js';

const MAX_BYTES = 256 * 1024;

export interface PageFrame {
  status: number;
  headers: Record<string, string>;
  /** with an empty list in the place of the records; absent: it is the record itself, or too large to be kept */
  body?: unknown;
}

export const placeOfParts = (projectId: string, runId: string, page: number): SealPlace => ({
  table: 'run_page_parts',
  column: 'parts',
  rowId: `${runId}/${page}`,
  projectId,
});

/** The pages that a run is at work on. */
export class PageParts {
  private readonly pages = new Map<number, StagedPage>();
  /** of pages that were asked for: a page of guarded writes is, by each commit with a failed record */
  private readonly texts = new Map<number, string>();

  /** `recordsPath`: of the list that brings the records; null: there is none. */
  constructor(
    private readonly recordsPath: string | null,
    private readonly read: (page: StagedPage) => unknown,
  ) {}

  saw(page: StagedPage): void {
    this.pages.set(page.page, page);
  }

  /** Pages are committed in their order. */
  forget(upTo: number): void {
    for (const kept of [this.pages, this.texts])
      for (const page of kept.keys()) if (page <= upTo) kept.delete(page);
  }

  /** JSON text of the page's frame; null where the page is not known. */
  textOf(number: number): string | null {
    const known = this.texts.get(number);
    if (known !== undefined) return known;
    const page = this.pages.get(number);
    if (!page || this.recordsPath === null) return null;
    const { status, headers } = page;
    const frame: PageFrame = { status, headers };
    const whole = stringifyJson({ ...frame, ...this.bodyOf(page, this.recordsPath) });
    const text = Buffer.byteLength(whole) <= MAX_BYTES ? whole : stringifyJson(frame);
    this.texts.set(number, text);
    return text;
  }

  private bodyOf(page: StagedPage, recordsPath: string): { body?: unknown } {
    if (recordsPath === '') return {};
    const steps = parsePath(recordsPath);
    const body = this.read(page);
    return Array.isArray(readSteps(body, steps)) ? { body: withValueAt(body, steps, []) } : {};
  }
}
