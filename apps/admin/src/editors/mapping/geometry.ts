/** Where the links run between the two trees: computed from row numbers and scroll, never measured. */
export const rowHeight = 28;
/** On a narrow screen a row has a second line, for its type and what stands at its end. */
export const tallRowHeight = 44;

export interface LinkEnds {
  id: string;
  /** Row numbers in the two trees; undefined where a filter hides the field. */
  sources: (number | undefined)[];
  target: number | undefined;
}
export interface View {
  sourceScroll: number;
  targetScroll: number;
  height: number;
  rowHeight: number;
}
export interface Line {
  id: string;
  y1: number;
  y2: number;
}
/** A link of which one end is off-screen: a short stub at the end that is seen. */
export interface Stub {
  id: string;
  side: 'source' | 'target';
  y: number;
  direction: 'up' | 'down';
}
export interface Beyond {
  above: number;
  below: number;
  /** The row nearest to what is shown, to scroll to. */
  nearestAbove: number | null;
  nearestBelow: number | null;
}
export interface Drawing {
  lines: Line[];
  stubs: Stub[];
  /** Links whose end on that side is above or below what is shown. */
  beyond: { source: Beyond; target: Beyond };
}

type Place = { y: number; off: 'up' | 'down' | null };

function place(row: number, scroll: number, { height, rowHeight: each }: View): Place {
  const y = row * each + each / 2 - scroll;
  return { y, off: y < 0 ? 'up' : y > height ? 'down' : null };
}

const nothingBeyond = (): Beyond => ({ above: 0, below: 0, nearestAbove: null, nearestBelow: null });

export function draw(links: readonly LinkEnds[], view: View): Drawing {
  const drawing: Drawing = {
    lines: [],
    stubs: [],
    beyond: { source: nothingBeyond(), target: nothingBeyond() },
  };
  const seen = { source: new Set<number>(), target: new Set<number>() };
  const count = (side: 'source' | 'target', off: 'up' | 'down', row: number): void => {
    // A field with several links is one more, not several.
    if (seen[side].has(row)) return;
    seen[side].add(row);
    const beyond = drawing.beyond[side];
    if (off === 'up') {
      beyond.above += 1;
      beyond.nearestAbove = Math.max(beyond.nearestAbove ?? row, row);
    } else {
      beyond.below += 1;
      beyond.nearestBelow = Math.min(beyond.nearestBelow ?? row, row);
    }
  };
  for (const link of links) {
    const target = link.target === undefined ? undefined : place(link.target, view.targetScroll, view);
    for (const row of link.sources) {
      if (row === undefined || target === undefined) continue;
      const source = place(row, view.sourceScroll, view);
      if (source.off) count('source', source.off, row);
      if (target.off) count('target', target.off, link.target ?? 0);
      if (!source.off && !target.off) drawing.lines.push({ id: link.id, y1: source.y, y2: target.y });
      else if (!source.off && target.off) {
        drawing.stubs.push({ id: link.id, side: 'source', y: source.y, direction: target.off });
      } else if (source.off && !target.off) {
        drawing.stubs.push({ id: link.id, side: 'target', y: target.y, direction: source.off });
      }
    }
  }
  return drawing;
}

/**
 * Moves chips of one height apart so that none overlaps and, where there is room, none leaves `limit`; each stays as
 * near to its own place as the order allows.
 */
export function spread(places: readonly number[], gap: number, limit = Infinity): number[] {
  const order = places.map((y, position) => ({ y, position })).sort((a, b) => a.y - b.y);
  const result: number[] = Array.from({ length: places.length }, () => 0);
  let last = -Infinity;
  for (const { y, position } of order) {
    last = Math.max(y, last + gap);
    result[position] = last;
  }
  let next = limit;
  for (const { position } of order.toReversed()) {
    const y = Math.min(result[position] ?? 0, next - gap);
    if (y < 0) break;
    result[position] = y;
    next = y;
  }
  return result;
}

/** The curve of a link across a gutter of this width. */
export function curve(width: number, { y1, y2 }: { y1: number; y2: number }): string {
  const bend = width * 0.42;
  return `M0 ${y1}C${bend} ${y1} ${width - bend} ${y2} ${width} ${y2}`;
}
