import { ApiError } from '../../api/errors.js';
import { addLink, emptyDocument } from './document.js';
import type { Field } from './fields.js';
import { applyFix, faultsOf, mismatchesOf } from './problems.js';

const field = (path: string, type = 'text', required = false): Field => ({
  path,
  name: path,
  type,
  required,
  example: undefined,
  children: [],
});
const document = addLink(addLink(emptyDocument(), 'count', { from: 'amount' }), 'label', {
  formula: 'upper(old_name) & old_name',
});

describe('problems of a mapping', () => {
  it('find a number that goes into an integer lossy, and a conversion that is written not at all', () => {
    const sources = [field('amount', 'number'), field('old_name')];
    const destinations = [field('count', 'integer'), field('label')];
    expect(mismatchesOf(document, sources, destinations)).toMatchObject([
      { from: 'amount', isLossy: true, type: 'integer' },
    ]);
    const typed = { ...document, links: document.links.map((link) => ({ ...link, type: 'integer' })) };
    expect(mismatchesOf(typed, sources, destinations)).toEqual([]);
  });
  it('tell of a refused document which link each fault is about, and where in its formula', () => {
    const error = new ApiError('The mapping has 2 errors.', 400, 'validation_failed', [
      { field: 'document.links[1].formula', code: 'BAD_ARGUMENT', message: 'Unexpected "*".', position: 4 },
      { field: 'document.scopes[0].from', code: 'BAD_PATH', message: 'No path.' },
    ]);
    expect(faultsOf(error, document)).toMatchObject([
      { link_id: 'l2', to: 'label', position: 4 },
      { link_id: null, to: null, at: 'scopes[0].from' },
    ]);
  });
  it('put what the service proposes at its place, in a new list too', () => {
    const fixed = applyFix(document, { at: '/links/0/fn', value: [['first']] });
    expect(fixed.links[0]?.fn).toEqual([['first']]);
    expect(document.links[0]).not.toHaveProperty('fn');
    expect(applyFix(document, { at: '/scopes/-', value: { to: 'a[]' } }).scopes).toEqual([{ to: 'a[]' }]);
  });
});
