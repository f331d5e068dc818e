import { DomainError } from '../common/errors/domain-error.js';
import type { EventBus } from '../common/events/domain-event.js';
import type { MappingRepository } from './mapping.repository.js';
import { MappingsService } from './mappings.service.js';

describe('the preview of a mapping', () => {
  const service = new MappingsService({} as MappingRepository, {} as EventBus);
  const document = { links: [{ to: 'lines[].a', from: 'items[].a' }] };
  const preview = (explain: string) =>
    service.preview({ sources: [], destination: null }, document, {
      record: { items: [{ a: 1 }] },
      explain,
    });

  it('explains what stands at a path and below it', () => {
    expect(preview('lines').explanation).toMatchObject([{ to: 'lines[0].a' }]);
  });

  it('names the fault of a path that is none', () => {
    let found: unknown;
    try {
      preview('lines[');
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(DomainError);
    expect(found).toMatchObject({
      kind: 'invalid',
      errors: [{ field: 'explain', code: 'BAD_PATH', position: 5 }],
    });
  });
});
