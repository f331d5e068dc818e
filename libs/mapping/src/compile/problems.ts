// Collects everything wrong with a document, so that it is told at once.
import type { Fix, Problem, ProblemCode } from '../document/document.types.js';

export interface ProblemPlace {
  /** JSON pointer into the document. */
  at: string;
  linkId?: string | null;
  position?: number | null;
  fixes?: Fix[];
}

const MAX_PROBLEMS = 500;

export class Problems {
  readonly list: Problem[] = [];
  private readonly seen = new Set<string>();

  /** There may be more that are not told. */
  get isFull(): boolean {
    return this.list.length >= MAX_PROBLEMS;
  }

  add(code: ProblemCode, message: string, place: ProblemPlace): void {
    const key = `${code} ${place.at} ${message}`;
    if (this.seen.has(key) || this.isFull) return;
    this.seen.add(key);
    this.list.push({
      code,
      message,
      at: place.at,
      link_id: place.linkId ?? null,
      position: place.position ?? null,
      fixes: place.fixes ?? [],
    });
  }
}
