/** Where the cards stand: computed from the steps alone, top-down. */
import dagre from '@dagrejs/dagre';
import type { Handler } from '../../api/types.js';
import { edgesOf } from './edges.js';

export const cardSize = { width: 270, height: 96 };

export interface Place {
  x: number;
  y: number;
}
/** Steps and lines, in a form that is equal as long as no card moves. */
export const shapeOf = (handlers: readonly Handler[]): string =>
  JSON.stringify([
    handlers.map((handler) => handler.handler_id),
    edgesOf(handlers).map((edge) => [edge.source, edge.target]),
  ]);

interface Layout {
  /** The left upper corner of each card. */
  places: Map<string, Place>;
  /** By line (`from>to`), the points at which it goes around the cards between its ends. */
  bends: Map<string, Place[]>;
}

export function layoutOf(shape: string): Layout {
  const [ids, lines] = JSON.parse(shape) as [string[], [string, string][]];
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 48, ranksep: 44 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { ...cardSize });
  for (const [source, target] of lines) graph.setEdge(source, target);
  dagre.layout(graph);
  const places = new Map(
    ids.map((id) => {
      const { x, y } = graph.node(id) as Place;
      return [id, { x: x - cardSize.width / 2, y: y - cardSize.height / 2 }] as const;
    }),
  );
  const rows = new Set(ids.map((id) => (graph.node(id) as Place).y));
  const bends = new Map(
    lines.map(([source, target]) => {
      const { points } = graph.edge(source, target) as { points: Place[] };
      // those of its points that are in a row of cards, which are not its own
      return [`${source}>${target}`, points.filter(({ y }) => rows.has(y)).flatMap(besideCards)] as const;
    }),
  );
  return { places, bends };
}

/** Along the whole height of the cards of its row, so that it moves aside only between two rows. */
const besideCards = ({ x, y }: Place): Place[] => [
  { x, y: y - cardSize.height / 2 },
  { x, y: y + cardSize.height / 2 },
];

/** A line from the lower edge of one card to the upper one of another, through its bends. */
export function pathThrough(points: readonly Place[]): string {
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1];
      if (!before) return `M${x},${y}`;
      const middle = (before.y + y) / 2;
      return `C${before.x},${middle} ${x},${middle} ${x},${y}`;
    })
    .join(' ');
}

export interface Frame {
  x: number;
  y: number;
  zoom: number;
}

/** Shows all cards where they fit at a readable size, else the first ones at the top. */
export function frameOf(places: Iterable<Place>, width: number, height: number): Frame {
  const all = [...places];
  const left = Math.min(...all.map((place) => place.x));
  const top = Math.min(...all.map((place) => place.y));
  const right = Math.max(...all.map((place) => place.x)) + cardSize.width;
  const bottom = Math.max(...all.map((place) => place.y)) + cardSize.height;
  const margin = { x: 32, top: 72, bottom: 32 };
  const fit = Math.min(
    (width - 2 * margin.x) / (right - left),
    (height - margin.top - margin.bottom) / (bottom - top),
  );
  const zoom = Math.max(0.7, Math.min(1, fit));
  const free = height - margin.top - margin.bottom - (bottom - top) * zoom;
  return {
    zoom,
    x: (width - (left + right) * zoom) / 2,
    y: margin.top - top * zoom + Math.max(0, free / 2),
  };
}
