// The tree of a parsed formula. `at` is the position in the text where the part begins.
import type { SourcePath } from '../paths/path.js';

export type BinaryOperator =
  '+' | '-' | '*' | '/' | '%' | '&' | '=' | '!=' | '<' | '<=' | '>' | '>=' | 'and' | 'or';

export type FormulaNode =
  | { kind: 'literal'; value: unknown; at: number }
  | { kind: 'path'; path: SourcePath; at: number }
  | { kind: 'unary'; operator: '-' | 'not'; operand: FormulaNode; at: number }
  | { kind: 'binary'; operator: BinaryOperator; left: FormulaNode; right: FormulaNode; at: number }
  | { kind: 'call'; name: string; args: FormulaNode[]; at: number };

export type FormulaFaultCode =
  | 'BAD_PATH'
  | 'FORBIDDEN_KEY'
  | 'BAD_ARGUMENT'
  | 'UNKNOWN_FUNCTION'
  | 'UNKNOWN_LOOKUP'
  | 'NEEDS_REDUCER'
  | 'SCOPE_CONFLICT';

/** Why a formula is refused, with the position of the fault in its text. */
export class FormulaFault extends Error {
  constructor(
    readonly code: FormulaFaultCode,
    message: string,
    readonly position: number,
    readonly suggestion?: string,
  ) {
    super(message);
    this.name = 'FormulaFault';
  }
}
