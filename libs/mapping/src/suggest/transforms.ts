// The link for a proposal, with the change of form that the examples call for.
import type { FunctionCall, Link } from '../document/document.types.js';
import type { Choice, Leaf } from './leaves.js';

export function linkFor({ sources, destination }: Choice): { link: Link; hint: string | undefined } {
  const source = sources[0];
  const to = alignArrays(destination, source);
  const from = sources.map((leaf) => alignArrays(leaf, destination));
  if (from.length > 1)
    return { link: { to, from, fn: [['concat', { sep: ' ' }]] }, hint: 'joined with a space' };
  const link: Link = { to, from: from[0] };
  const change = changeOf(source, destination);
  if (change?.fn) link.fn = [change.fn];
  if (change?.type) link.type = change.type;
  return { link, hint: change?.hint };
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
}

const TIMES = ['date', 'date-time', 'epoch'];

function changeOf(source: Leaf, destination: Leaf): Change | undefined {
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
  if (
    isText &&
    ['integer', 'decimal'].includes(source.shape) &&
    (wanted.includes('number') || wanted.includes('integer'))
  ) {
    return { type: 'number', hint: 'text to number' };
  }
  return minorUnits(source, destination);
}

function dateChange(source: Leaf, destination: Leaf): Change | undefined {
  const from = sourceFormat(source);
  const to =
    destination.shape === 'date'
      ? 'yyyy-MM-dd'
      : destination.shape === 'epoch'
        ? epochFormat(destination)
        : 'iso';
  if (
    from === undefined ||
    (from === 'iso' && to === 'iso') ||
    (source.shape === 'date' && destination.shape === 'date')
  ) {
    return undefined;
  }
  return { fn: ['date', { from, to }], hint: 'date written in another form' };
}

function sourceFormat(source: Leaf): string | undefined {
  if (source.shape === 'epoch') return epochFormat(source);
  if (source.field.formats.length > 0) return 'iso';
  return /^[A-Z][a-z]{2}, /.test(String(source.field.example)) ? 'rfc2822' : undefined;
}

function epochFormat(leaf: Leaf): string {
  return Number(leaf.field.example) > 1e11 ? 'epoch_ms' : 'epoch_s';
}

/** Whole amounts on one side, decimals on the other, a hundred times apart: minor units are likely. */
function minorUnits(source: Leaf, destination: Leaf): Change | undefined {
  const isAmount = ['amount', 'total', 'subtotal', 'price', 'tax'].some((word) => source.words.has(word));
  const [left, right] = [source.field.example, destination.field.example];
  if (!isAmount || typeof left !== 'number' || typeof right !== 'number') return undefined;
  if (source.shape === 'integer' && left >= 1000 && destination.shape === 'decimal') {
    return { fn: ['fromMinorUnits', {}], hint: 'the source may be in cents' };
  }
  return undefined;
}
