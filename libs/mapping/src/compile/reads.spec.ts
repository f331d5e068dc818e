import { compileMapping } from './compile.js';
import type { MappingDocument } from '../document/document.types.js';

function textsOfReads(document: Partial<MappingDocument>): string[] {
  const result = compileMapping({ format: 'mapping/1', links: [], ...document });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.mapping.reads.map(({ root, keys }) => [root, ...keys].join('/')).sort();
}

describe('what a mapping reads', () => {
  it('is told for links, formulas, conditions and scopes, up to the first list', () => {
    const reads = textsOfReads({
      scopes: [
        {
          to: 'items[]',
          from: '@steps.erp.response.body.lines[]',
          where: { path: 'open', op: 'eq', value: true },
        },
      ],
      links: [
        { id: 'a', to: 'id', from: '@steps.erp.response.body.data.id' },
        { id: 'b', to: 'items[].sku', from: '@steps.erp.response.body.lines[].sku' },
        {
          id: 'c',
          to: 'at',
          from: '@response.headers.Location',
          when: { path: '@steps.erp.response.status', op: 'eq', value: 201 },
        },
        { id: 'd', to: 'sum', formula: 'total * rate' },
      ],
    });
    expect(reads).toEqual(
      expect.arrayContaining([
        'steps/erp/response/body/data/id',
        'steps/erp/response/body/lines',
        'steps/erp/response/status',
        'response/headers/location',
        'record/total',
        'record/rate',
      ]),
    );
    expect(reads).not.toContain('steps/erp/response/body');
    // what a condition compares with is no place
    expect(reads).not.toContain('record/true');
  });
});
