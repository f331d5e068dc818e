// A Pratt parser for formulas: one table of binding powers, one function for what may begin an expression.
import { parseSourcePath, PathError } from '../paths/path.js';
import { negate, type Numeric } from '../values/decimal.js';
import { ExactNumber } from '../values/exact-number.js';
import { type BinaryOperator, FormulaFault, type FormulaNode } from './formula.types.js';
import { type Token, tokenise } from './lexer.js';

const POWER: Readonly<Record<BinaryOperator, number>> = {
  or: 1,
  and: 2,
  '=': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '&': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
};
const NOT_POWER = 3;
const MINUS_POWER = 8;

export const MAX_FORMULA = 10_000;
const MAX_NESTING = 100;

/** Parses a formula or throws `FormulaFault` with the position of the fault. */
export function parseFormula(text: string): FormulaNode {
  if (text.length > MAX_FORMULA) {
    throw new FormulaFault('BAD_ARGUMENT', `A formula has at most ${MAX_FORMULA} characters.`, MAX_FORMULA);
  }
  return new Parser(tokenise(text)).parse();
}

class Parser {
  private next = 0;
  private nesting = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parse(): FormulaNode {
    const node = this.expression(0);
    if (this.peek().kind !== 'end') throw this.unexpected();
    return node;
  }

  private peek(): Token {
    return this.tokens[this.next] as Token;
  }

  private isSign(sign: string): boolean {
    const token = this.peek();
    return token.kind === 'sign' && token.value === sign;
  }

  private unexpected(): FormulaFault {
    const token = this.peek();
    const what =
      token.kind === 'end' ? 'The formula ends too early' : `Unexpected ${JSON.stringify(token.value)}`;
    return new FormulaFault('BAD_ARGUMENT', `${what}.${this.hint(token)}`, token.at);
  }

  /** Operators of other languages: `AND`, `&&`. */
  private hint({ kind, value, at }: Token): string {
    const before = this.tokens[this.next - 1];
    const isDoubled = kind === 'sign' && value === '&' && before?.value === '&' && before.at === at - 1;
    const word = isDoubled ? 'and' : kind === 'path' ? value.toLowerCase() : '';
    return ['and', 'or', 'not'].includes(word) ? ` Write ${word}.` : '';
  }

  private expression(power: number): FormulaNode {
    if (++this.nesting > MAX_NESTING) {
      throw new FormulaFault(
        'BAD_ARGUMENT',
        `A formula may be nested at most ${MAX_NESTING} deep.`,
        this.peek().at,
      );
    }
    let left = this.prefix();
    // A long chain (`a + b + c …`) grows to the left: the tree is as deep as the chain is long.
    let chained = 0;
    for (;;) {
      const token = this.peek();
      const operator = token.kind === 'sign' && Object.hasOwn(POWER, token.value) ? token.value : undefined;
      if (operator === undefined) break;
      const binding = POWER[operator as BinaryOperator];
      if (binding <= power) break;
      if (++chained > MAX_CHAIN) {
        throw new FormulaFault(
          'BAD_ARGUMENT',
          `At most ${MAX_CHAIN} operators may follow each other.`,
          token.at,
        );
      }
      this.next++;
      const right = this.expression(binding);
      left = { kind: 'binary', operator: operator as BinaryOperator, left, right, at: token.at };
    }
    this.nesting--;
    return left;
  }

  private prefix(): FormulaNode {
    const token = this.peek();
    switch (token.kind) {
      case 'number':
      case 'text':
      case 'word':
        this.next++;
        return { kind: 'literal', value: token.value, at: token.at };
      case 'path':
        this.next++;
        return { kind: 'path', path: parsePath(token.value, token.at), at: token.at };
      case 'name':
        return this.call(token.value, token.at);
      default:
        return this.prefixSign(token);
    }
  }

  private prefixSign(token: Token): FormulaNode {
    if (token.kind === 'sign' && token.value === '(') {
      this.next++;
      const inner = this.expression(0);
      this.expect(')');
      return inner;
    }
    if (token.kind === 'sign' && (token.value === '-' || token.value === 'not')) {
      this.next++;
      const operand = this.expression(token.value === '-' ? MINUS_POWER : NOT_POWER);
      if (token.value === '-' && operand.kind === 'literal' && isNumeric(operand.value))
        return { kind: 'literal', value: negate(operand.value), at: token.at };
      return { kind: 'unary', operator: token.value, operand, at: token.at };
    }
    throw this.unexpected();
  }

  private call(name: string, at: number): FormulaNode {
    this.next++;
    this.expect('(');
    const args: FormulaNode[] = [];
    if (!this.isSign(')')) {
      do args.push(this.expression(0));
      while (this.skip(','));
    }
    this.expect(')');
    return { kind: 'call', name, args, at };
  }

  private skip(sign: string): boolean {
    if (!this.isSign(sign)) return false;
    this.next++;
    return true;
  }

  private expect(sign: string): void {
    if (!this.skip(sign)) {
      const token = this.peek();
      throw new FormulaFault('BAD_ARGUMENT', `"${sign}" is expected here.`, token.at);
    }
  }
}

const MAX_CHAIN = 500;

function isNumeric(value: unknown): value is Numeric {
  return typeof value === 'number' || value instanceof ExactNumber;
}

function parsePath(text: string, at: number) {
  try {
    return parseSourcePath(text);
  } catch (error) {
    if (error instanceof PathError) throw new FormulaFault(error.code, error.message, at + error.position);
    throw error;
  }
}
