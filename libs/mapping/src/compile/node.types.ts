// What stands at one place of the destination, and what compiling it needs.
import type { Scope } from '../document/document.types.js';
import type { Environment } from './environment.js';
import type { LinkPlan } from './link-plan.js';
import type { LinkContext } from './link.types.js';
import type { DirectRead } from './direct-read.js';
import type { Evaluate } from './reader.js';

export interface NodeContext extends LinkContext {
  scopes: ReadonlyMap<string, { scope: Scope; at: string }>;
  keepsEmpty: boolean;
  /** Compiles the place `length` steps down the destinations of the links. */
  compileNode(
    links: readonly LinkPlan[],
    length: number,
    env: Environment,
    context: NodeContext,
  ): DestinationNode;
}

/** What stands at one place. `build` gives undefined where nothing has a value. */
export interface DestinationNode {
  kind: 'object' | 'array' | 'leaf';
  build: Evaluate;
  /** Leaf only: a list as value becomes elements of the array around it. */
  spreads: boolean;
  /** Links below, what one element costs. */
  leaves: number;
  /** Leaf only: set where the usual value is nothing but a read. */
  direct?: DirectRead;
}
