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

/** The left upper corner of each card. */
export function placesOf(shape: string): Map<string, Place> {
  const [ids, lines] = JSON.parse(shape) as [string[], [string, string][]];
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 48, ranksep: 44 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { ...cardSize });
  for (const [source, target] of lines) graph.setEdge(source, target);
  dagre.layout(graph);
  return new Map(
    ids.map((id) => {
      const { x, y } = graph.node(id) as Place;
      return [id, { x: x - cardSize.width / 2, y: y - cardSize.height / 2 }];
    }),
  );
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
