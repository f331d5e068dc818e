// The link for a proposal, with the change of form that the examples call for.
import type { FunctionCall, Link } from '../document/document.types.js';
import type { Choice, Leaf } from './leaves.js';
import { localDate } from './local-dates.js';

export interface ProposedLink {
  link: Link;
  hint: string | undefined;
  /** The change of form is a guess that somebody must look at. */
  isUnsure: boolean;
}

/** `leaves`: all of the source, to see what stands beside a field. */
export function linkFor({ sources, destination }: Choice, leaves: readonly Leaf[]): ProposedLink {
  const source = sources[0];
  const to = alignArrays(destination, source);
  const from = sources.map((leaf) => alignArrays(leaf, destination));
  if (from.length > 1) {
    const fn: FunctionCall[] = [['concat', { sep: ' ' }]];
    return { link: { to, from, fn }, hint: 'joined with a space', isUnsure: false };
  }
  const link: Link = { to, from: from[0] };
  const change = changeOf(source, destination, leaves);
  if (change?.fn) link.fn = [change.fn];
  if (change?.type) link.type = change.type;
  return { link, hint: change?.hint, isUnsure: change?.isUnsure === true };
}

/** A list on this side alone: its first element is meant. */
function alignArrays(leaf: Leaf, other: Leaf): string {
  let extra = leaf.arrays.length - other.arrays.length;
  if (extra <= 0) return leaf.path;
  return leaf.path.replace(/\[\]/g, (all) => (extra-- > 0 ? '[0]' : all));
}

interface Change {
  fn?: FunctionCall;
  type?: Link['type'];
  hint: string;
  isUnsure?: boolean;
}

const TIMES = ['date', 'date-time', 'epoch'];

function changeOf(source: Leaf, destination: Leaf, leaves: readonly Leaf[]): Change | undefined {
  if (TIMES.includes(source.shape) && TIMES.includes(destination.shape))
    return dateChange(source, destination);
  const wanted = destination.field.types;
  const isText = source.field.types.includes('string');
  if (
    wanted.length === 1 &&
    wanted[0] === 'string' &&
    source.field.types.some((type) => type === 'integer' || type === 'number')
  ) {
    return { type: 'string', hint: 'number to text' };
  }
  if (isText && (wanted.includes('number') || wanted.includes('integer'))) {
    const change = numberChange(source.field.example);
    if (change) return change;
  }
  return minorUnits(source, destination, leaves);
}

const GROUPED = /^[+-]?[0-9]{1,3}(?:([., '\u2019\u00a0\u202f])[0-9]{3})(?:\1[0-9]{3})*(?:([.,])[0-9]+)?$/;

/** How a text that is a number is read: as JSON writes numbers, or by its zeros and signs. */
function numberChange(example: unknown): Change | undefined {
  if (typeof example !== 'string') return undefined;
  if (/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(example)) return { type: 'number', hint: 'text to number' };
  const reads = (options: Record<string, string>, isUnsure = false): Change => ({
    fn: ['parseNumber', options],
    type: 'number',
    hint: 'text to number',
    isUnsure,
  });
  if (/^[+-]?[0-9]+(?:\.[0-9]+)?-?$/.test(example)) return reads({});
  const [, group, decimal] = GROUPED.exec(example) ?? [];
  if (group !== undefined && group !== decimal) {
    // 1,234 is one or a thousand.
    const isUnsure = decimal === undefined && (group === ',' || group === '.');
    const sign = decimal ?? (group === '.' ? ',' : '.');
    return reads({ group: /[\u00a0\u202f]/.test(group) ? ' ' : group, decimal: sign }, isUnsure);
  }
  return /^[+-]?[0-9]+,[0-9]+$/.test(example) ? reads({ decimal: ',' }) : undefined;
}

function dateChange(source: Leaf, destination: Leaf): Change | undefined {
  const from = formatOf(source);
  const to = formatOf(destination);
  if (from === UNCLEAR || to === UNCLEAR)
    return { hint: 'day and month of the date could change places', isUnsure: true };
  if (from === undefined || from === to) return undefined;
  // A day in ISO form is one, whatever was asked for.
  if (from === ISO_DAY && to === 'iso') return undefined;
  return {
    fn: ['date', { from: from === ISO_DAY ? 'iso' : from, to: to ?? 'iso' }],
    hint: 'date written in another form',
  };
}

const ISO_DAY = 'yyyy-MM-dd';
const UNCLEAR = Symbol('unclear');

/** The form of the example; undefined where it is not known. */
function formatOf({ shape, field }: Leaf): string | typeof UNCLEAR | undefined {
  if (shape === 'epoch') return Number(field.example) > 1e11 ? 'epoch_ms' : 'epoch_s';
  const local = localDate(String(field.example));
  if (local) return local.pattern ?? UNCLEAR;
  if (field.formats.length > 0) return shape === 'date' ? ISO_DAY : 'iso';
  return /^[A-Z][a-z]{2}, /.test(String(field.example)) ? 'rfc2822' : undefined;
}

/** Whole amounts on one side, decimals on the other: minor units are likely, of the currency beside the amount. */
function minorUnits(source: Leaf, destination: Leaf, leaves: readonly Leaf[]): Change | undefined {
  const isAmount = ['amount', 'total', 'subtotal', 'price', 'tax'].some((word) => source.words.has(word));
  const [left, right] = [source.field.example, destination.field.example];
  if (!isAmount || typeof left !== 'number' || typeof right !== 'number') return undefined;
  if (source.shape !== 'integer' || left < 1000 || destination.shape !== 'decimal') return undefined;
  const currency = currencyBeside(source, leaves);
  if (currency === undefined) return { fn: ['fromMinorUnits', {}], hint: 'the source may be in cents' };
  // Another record may have another one.
  return {
    fn: ['fromMinorUnits', { currency }],
    hint: `the source may be in the smallest unit of ${currency}`,
    isUnsure: true,
  };
}

/** The currency in the same object, or in the nearest one around it. */
function currencyBeside(amount: Leaf, leaves: readonly Leaf[]): string | undefined {
  let nearest: Leaf | undefined;
  for (const leaf of leaves) {
    const { holder } = leaf;
    const isAround = holder === '' || holder === amount.holder || amount.holder.startsWith(`${holder}.`);
    if (!isAround || !leaf.words.has('currency') || !/^[A-Za-z]{3}$/.test(String(leaf.field.example)))
      continue;
    if (!nearest || holder.length > nearest.holder.length) nearest = leaf;
  }
  return nearest && String(nearest.field.example).toUpperCase();
}
