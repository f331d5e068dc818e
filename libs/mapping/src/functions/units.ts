// Units of measure: exact decimal factors to a base unit of each kind.
import { add, divide, multiply, type Numeric, subtract } from '../values/decimal.js';

const KINDS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  weight: { mg: 0.001, g: 1, kg: 1000, t: 1_000_000, oz: 28.349523125, lb: 453.59237 },
  length: { mm: 1, cm: 10, m: 1000, km: 1_000_000, in: 25.4, ft: 304.8, yd: 914.4, mi: 1_609_344 },
  volume: { ml: 1, cl: 10, l: 1000, fl_oz: 29.5735295625, gal: 3785.411784 },
  temperature: { C: 1, F: 1, K: 1 },
};

export function unitNames(): string[] {
  return Object.values(KINDS).flatMap((units) => Object.keys(units));
}

/** A converter between two units of one kind; undefined when the kinds differ. */
export function convertUnit(from: string, to: string): ((value: Numeric) => Numeric) | undefined {
  for (const [kind, units] of Object.entries(KINDS)) {
    const source = units[from];
    const target = units[to];
    if (source === undefined || target === undefined) continue;
    if (kind === 'temperature') return (value) => fromCelsius(toCelsius(value, from), to);
    return (value) => divide(multiply(value, source), target);
  }
  return undefined;
}

function toCelsius(value: Numeric, unit: string): Numeric {
  if (unit === 'K') return subtract(value, 273.15);
  return unit === 'F' ? divide(multiply(subtract(value, 32), 5), 9) : value;
}

function fromCelsius(value: Numeric, unit: string): Numeric {
  if (unit === 'K') return add(value, 273.15);
  return unit === 'F' ? add(divide(multiply(value, 9), 5), 32) : value;
}
