import { classifyLinks, type MappingDocument } from '#mapping';
import { ApiDefinition } from '../apis/api-definition.entity.js';
import { brokenLinks } from './broken-links.js';
import type { MappingContext } from './mapping-context.types.js';
import { compileOptions } from './mapping-samples.js';

const api = (sample: unknown, recordsPath = '') =>
  Object.assign(new ApiDefinition(), {
    recordsPath,
    sampleResponse: { value: sample },
    moreSampleResponses: [],
    sampleRequest: null,
  });
const context: MappingContext = {
  sources: [
    { handlerId: 'h1', api: api({ id: 1, line: { sku: 'A' }, lines: [{ sku: 'A' }] }) },
    { handlerId: 'h2', api: api({ ok: true }) },
  ],
  destination: null,
};

function broken(link: Partial<MappingDocument['links'][number]>, more: Partial<MappingDocument> = {}) {
  const document = { ...more, links: [{ to: 't', required: true, ...link }] };
  return brokenLinks(document, classifyLinks(document, compileOptions(context))).map(({ at }) => at);
}

describe('a required link is broken', () => {
  it.each([
    ['whose field no sample holds', { from: 'email' }],
    ['whose field became another', { from: 'line.sku_code' }],
    ['in an answer without the member', { from: '@steps.h2.response.body.id' }],
    ['of an answer that has no such part', { from: '@response.stauts' }],
    ['whose functions give nothing for nothing', { from: 'email', fn: [['upper'], ['concat']] }],
    ['whose errors may leave it out, which required forbids', { from: 'email', on_error: 'omit' }],
    ['that may be null but not missing', { from: 'email', on_null: 'null' }],
  ] as const)('%s', (_name, link) => {
    expect(broken(link as never)).toEqual(['/links/0/from']);
  });
});

describe('a required link is not broken', () => {
  it.each([
    ['that reads a header', { from: '@response.headers.x-total' }],
    ['that reads the status', { from: '@response.status' }],
    ['that reads a header of another call', { from: '@steps.h2.response.headers.etag' }],
    ['that reads the request of another call', { from: '@steps.h2.request.body.id' }],
    ['with a function that answers nothing', { from: 'email', fn: [['ifEmpty', { value: 'n/a' }]] }],
    ['that counts', { from: 'email', fn: [['count']] }],
    ['with a default', { from: 'email', default: 'x' }],
    ['that turns missing into null', { from: 'email', on_missing: 'null' }],
    ['whose errors become null', { from: 'email', on_error: 'null' }],
    ['that takes part only sometimes', { from: 'email', when: { path: 'email', op: 'exists', value: true } }],
    ['that reads a list given as its only element', { to: 't[]', from: 'line[].sku' }],
    ['that reads the first of a list given as its only element', { from: 'line[0].sku' }],
  ] as const)('%s', (_name, link) => {
    expect(broken(link as never)).toEqual([]);
  });

  it('where the settings turn missing into null', () => {
    expect(broken({ from: 'email' }, { settings: { on_missing: 'null' } })).toEqual([]);
  });

  it('beside others that are, however many', () => {
    const links = Array.from({ length: 1200 }, (_, index) => ({
      to: `t${index}`,
      from: index % 2 === 0 ? 'email' : 'id',
      required: true,
      ...(index % 3 === 0 ? { default: 'x' } : {}),
    }));
    const document = {
      links: [...links, { to: 'u', from: 'email', required: true, fn: [['nope']] as never }],
    };
    const found = brokenLinks(document, classifyLinks(document, compileOptions(context)));
    expect(found).toHaveLength(401);
    expect(found.map(({ at }) => at)).toEqual(expect.arrayContaining(['/links/2/from', '/links/1200/from']));
  });
});
