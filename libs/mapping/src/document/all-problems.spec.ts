// Everything wrong with a document is told at once, at its place.
import { compileMapping, fieldTree } from '../index.js';
import { mapped, problemCodes } from '../testing/run-mapping.spec-support.js';

const placesOf = (document: unknown) => {
  const result = compileMapping(document);
  return result.ok ? [] : result.problems.map(({ code, at }) => `${code} ${at}`);
};

it('an unknown member hides no fault of other links', () => {
  const links = [
    { to: 'a', from: 'x', colour: 'red' },
    { to: 'b[', from: 'y' },
    { to: 'c', from: 'z', fn: [['uper']] },
  ];
  expect(placesOf({ links })).toEqual([
    'BAD_ARGUMENT /links/0/colour',
    'BAD_PATH /links/1/to',
    'UNKNOWN_FUNCTION /links/2/fn/0',
  ]);
});

it('an empty path is a bad path', () => {
  expect(placesOf({ links: [{ to: '', from: 'a' }] })).toEqual(['BAD_PATH /links/0/to']);
  expect(placesOf({ links: [{ to: 'a', from: '' }] })).toEqual(['BAD_PATH /links/0/from']);
});

it('every comparison of a condition is looked at', () => {
  const when = { all: [{ path: 'x[', op: 'exists' }, { not: { path: 'y', op: 'matches', value: '(' } }] };
  expect(placesOf({ links: [{ to: 'a', value: 1, when }] })).toEqual([
    'BAD_PATH /links/0/when/all/0',
    'BAD_ARGUMENT /links/0/when/all/1/not',
  ]);
});

it('"default" needs a default', () => {
  expect(problemCodes({ links: [{ to: 'a', from: 'b', on_error: 'default' }] })).toEqual(['BAD_ARGUMENT']);
  const lookups = { t: { entries: [], on_miss: 'default' } };
  expect(problemCodes({ lookups, links: [] })).toEqual(['BAD_ARGUMENT']);
});

it('a join at fault makes no further faults', () => {
  const scope = { to: 'l[]', from: 'i[]', joins: [{ from: 'f[]', on: ['f[].id', 'i[].id'] as const }] };
  expect(placesOf({ scopes: [scope], links: [{ to: 'l[].n', from: 'f[].n' }] })).toEqual([
    'BAD_ARGUMENT /scopes/0/joins/0/on/1',
  ]);
});

it('a member set to undefined is absent', () => {
  const document = {
    settings: undefined,
    scopes: undefined,
    links: [{ to: 'a', from: 'b', value: undefined, fn: undefined }],
  };
  expect(mapped(document, { b: 1 })).toEqual({ a: 1 });
  const settings = { on_null: undefined, max_errors: undefined };
  expect(mapped({ settings, links: [{ to: 'a', from: 'b' }] }, { b: null })).toEqual({ a: null });
});

describe('a change that would mend it', () => {
  const fixOf = (document: unknown, destination?: unknown) => {
    const options = destination === undefined ? {} : { destination: fieldTree({ '': [destination] }) };
    const result = compileMapping(document, options);
    const fix = result.ok ? undefined : result.problems[0]?.fixes[0];
    return fix && [fix.at, fix.value];
  };

  it('is offered for a table, a position and a destination that are not there', () => {
    const lookups = { status: { entries: [] } };
    expect(fixOf({ lookups, links: [{ to: 'a', from: 'b', lookup: 'state' }] })).toEqual([
      '/links/0/lookup',
      'status',
    ]);
    const links = [
      { to: 'a[0].x', from: 'b' },
      { to: 'a[2].x', from: 'c' },
    ];
    expect(fixOf({ links })).toEqual(['/links/1/to', 'a[1].x']);
    expect(fixOf({ links: [{ to: 'emial', from: 'b' }] }, { mail: 'a@b.example' })).toBeUndefined();
    expect(fixOf({ links: [{ to: 'email_address', from: 'b' }] }, { email: 'a@b.example' })).toEqual([
      '/links/0/to',
      'email',
    ]);
  });
});

it('an option with a value of the wrong kind in it is refused, not thrown', () => {
  expect(problemCodes({ links: [{ to: 'a', formula: 'toBoolean(b, null)' }] })).toEqual(['BAD_ARGUMENT']);
  const fn = [['toBoolean', { true: [{}] }]];
  expect(problemCodes({ links: [{ to: 'a', from: 'b', fn }] })).toEqual(['BAD_ARGUMENT']);
});
