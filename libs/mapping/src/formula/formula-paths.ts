// What a formula reads and calls, found in its tree without compiling it.
import { findFunction } from '../functions/catalogue.js';
import type { MappingFunction } from '../functions/function.types.js';
import type { SourcePath } from '../paths/path.js';
import type { FormulaNode } from './formula.types.js';

export interface FormulaPaths {
  /** Read one value at a time: they say over which arrays a scope goes. */
  plain: SourcePath[];
  /** Inside an aggregate such as `sum(…)`. */
  aggregated: SourcePath[];
}

export function formulaPaths(node: FormulaNode): FormulaPaths {
  const paths: FormulaPaths = { plain: [], aggregated: [] };
  collectPaths(node, false, paths);
  return paths;
}

function collectPaths(node: FormulaNode, isAggregated: boolean, into: FormulaPaths): void {
  switch (node.kind) {
    case 'literal':
      return;
    case 'path':
      (isAggregated ? into.aggregated : into.plain).push(node.path);
      return;
    case 'unary':
      collectPaths(node.operand, isAggregated, into);
      return;
    case 'binary':
      collectPaths(node.left, isAggregated, into);
      collectPaths(node.right, isAggregated, into);
      return;
    case 'call': {
      const definition = findFunction(node.name);
      const listCount = definition?.input === 'list' ? listArguments(definition, node.args.length) : 0;
      node.args.forEach((argument, index) => collectPaths(argument, isAggregated || index < listCount, into));
    }
  }
}

/** Functions without further parameters take every argument as part of the list (`min(a, b)`). */
export function listArguments(definition: MappingFunction, count: number): number {
  return definition.parameters.length === 0 ? count : 1;
}

/** Whether a function that warns is called anywhere in the formula. */
export function mayWarn(node: FormulaNode | null): boolean {
  switch (node?.kind) {
    case 'unary':
      return mayWarn(node.operand);
    case 'binary':
      return mayWarn(node.left) || mayWarn(node.right);
    case 'call':
      return findFunction(node.name)?.warns === true || node.args.some(mayWarn);
    default:
      return false;
  }
}
