import type { WireField } from '../../api/mappings.js';
import { toFields } from './wire.js';

const leaf = (path: string, types = ['string'], more: Partial<WireField> = {}): WireField => ({
  path,
  name: path.split(/[.\]]/).at(-1) ?? path,
  types,
  optional: false,
  fields: [],
  ...more,
});
const root = (fields: WireField[]): WireField => ({
  path: '$',
  name: '$',
  types: ['object'],
  optional: false,
  fields,
});

describe('toFields', () => {
  it('joins a list and its element into one row', () => {
    const element = leaf('lines[]', ['object'], { fields: [leaf('lines[].sku')] });
    const [lines] = toFields(
      { roots: [{ root: '', field: root([leaf('lines', ['array'], { fields: [element] })]) }] },
      true,
    );
    expect(lines).toMatchObject({ path: 'lines', type: 'list' });
    expect(lines?.children.map((child) => child.path)).toEqual(['lines[].sku']);
  });
  it('shows a list of plain values as one row that iterates', () => {
    const tags = leaf('tags', ['array'], { fields: [leaf('tags[]', ['string'], { example: 'new' })] });
    expect(toFields({ roots: [{ root: '', field: root([tags]) }] }, false)[0]).toMatchObject({
      path: 'tags[]',
      type: 'list of text',
      example: 'new',
      children: [],
    });
  });
  it('marks a field as required only where all its parents are', () => {
    const customer = leaf('customer', ['object'], { optional: true, fields: [leaf('customer.name')] });
    const fields = toFields({ roots: [{ root: '', field: root([customer, leaf('id')]) }] }, true);
    expect(fields.map((field) => field.required)).toEqual([false, true]);
    expect(fields[0]?.children[0]?.required).toBe(false);
  });
  it('puts other roots below a row of their own', () => {
    const query: WireField = { ...root([leaf('@query.page')]), path: '@query' };
    expect(toFields({ roots: [{ root: '@query', field: query }] }, true)[0]).toMatchObject({
      path: '@query',
      required: false,
    });
  });
});
