// Every example of docs/api-settings.md and docs/recipes.md is taken by the service.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aFlow, anApi, aPipe, aShopToErpPath, type Path } from '../support/factories.js';

type Example = Record<string, unknown>;

interface Block {
  name: string;
  text: string;
}

/** The JSON blocks of a page, named by the heading above and their place. */
function blocksOf(page: string): Block[] {
  const text = readFileSync(join(process.cwd(), 'docs', page), 'utf8');
  const blocks: Block[] = [];
  let heading = page;
  for (const [, title, json] of text.matchAll(/^#+ (.+)$|^```json\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else blocks.push({ name: `${heading} (${blocks.length + 1})`, text: json! });
  }
  return blocks;
}

/** They need the flow that stands before them. */
const isMapping = (text: string): boolean => text.includes('"mapping/1"');

describe('the examples of the documentation', () => {
  let test: TestApp;
  let path: Path;
  let pipeId: string;
  const ids: Record<string, string> = {};
  let made = 0;

  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api', RATE_LIMIT_PER_SECOND: '0' });
    path = await aShopToErpPath(test);
    pipeId = await aPipe(test, path);
    const { workspace, shopId, erpId } = path;
    ids.API_ID = path.ordersApiId;
    ids.ORDERS = await anApi(test, workspace, shopId, {
      records_path: '$',
      sample_response: [{ id: 1, customer_id: 7 }],
    });
    ids.CUSTOMERS = await anApi(test, workspace, shopId, {
      path: '/customers',
      records_path: '$',
      sample_response: [{ id: 7, email: 'a@b.example' }],
    });
    ids.CREATE = await anApi(test, workspace, erpId, {
      method: 'POST',
      path: '/orders',
      body_type: 'json',
      sample_request: { body: { number: '1', email: 'a@b.example' } },
      sample_response: { id: 'E1' },
    });
    ids.NOTE = await anApi(test, workspace, shopId, {
      method: 'PUT',
      path: '/orders/{id}',
      body_type: 'json',
      sample_request: { path: { id: '1' }, body: { erp_id: 'E1' } },
    });
  });
  afterAll(() => test.close());

  const read = (text: string): Example => {
    const filled = Object.entries(ids).reduce(
      (all, [word, id]) => all.replaceAll(`"${word}"`, `"${id}"`),
      text,
    );
    return JSON.parse(filled) as Example;
  };
  const at = (route: string): string => path.workspace.at(route);
  const isOk = async (route: string, body: unknown): Promise<Example> => {
    const { status, body: answer } = await test.post(at(route), body);
    expect({ status, told: answer.message as string }).toMatchObject({ status: 200 });
    return answer.data as Example;
  };

  it.each([...blocksOf('api-settings.md'), ...blocksOf('recipes.md')].filter(({ text }) => !isMapping(text)))(
    'are accepted: $name',
    async ({ text }) => {
      const example = read(text);
      made++;
      if (example.handlers) {
        const flow = await isOk('flows/create', { flow_name: `Example flow ${made}`, ...example });
        await isOk(`flows/publish/${flow.flow_id as string}`, {});
        return;
      }
      if (example.kind !== undefined) {
        await isOk(`pipes/${pipeId}/triggers/create`, example);
        return;
      }
      if (example.authentication_type !== undefined) {
        await isOk('systems/create', example);
        return;
      }
      await isOk('apis/create', {
        api_name: `Example API ${made}`,
        system_id: path.shopId,
        method: 'GET',
        path: '/things',
        ...example,
      });
    },
  );

  it('are accepted: mappings, at the flow that stands before each', async () => {
    const { workspace, shopCredentialId, erpCredentialId } = path;
    const mappings: string[] = [];
    let handlers: Record<string, unknown>[] = [];
    for (const { name, text } of blocksOf('api-settings.md')) {
      const example = read(text);
      if (example.handlers) handlers = example.handlers as Record<string, unknown>[];
      if (!isMapping(text)) continue;
      const flowId = await aFlow(test, workspace, handlers);
      await isOk(`flows/publish/${flowId}`, {});
      const pipe = await isOk('pipes/create', {
        pipe_name: `Example pipe ${name}`,
        flow_id: flowId,
        credential_ids: [shopCredentialId, erpCredentialId],
      });
      const node = handlers.filter((handler) => handler.kind === 'mapping').at(-1)?.handler_id as string;
      const saved = await isOk(`pipes/${pipe.pipe_id as string}/mappings/${node}/update`, {
        document: example,
      });
      const amiss = (saved.warnings as { code: string }[]).filter(({ code }) => code !== 'UNREAD_SOURCE');
      expect([name, amiss]).toEqual([name, []]);
      mappings.push(name);
    }
    expect(mappings).toHaveLength(2);
  });

  it('name every member and every operator that there is', () => {
    const { schemas } = (
      JSON.parse(readFileSync(join(process.cwd(), 'openapi.json'), 'utf8')) as {
        components: { schemas: Record<string, object> };
      }
    ).components;
    const page = readFileSync(join(process.cwd(), 'docs', 'api-settings.md'), 'utf8');
    const names = ['Pagination', 'Incremental', 'Batch', 'Lookup', 'Timeouts', 'RetryRule', 'Condition'];
    const words = names.flatMap((name) => [...wordsOf(schemas[name])]);
    expect(words.length).toBeGreaterThan(50);
    expect(words.filter((word) => !new RegExp(`[\`"]${word}[\`"]`).test(page))).toEqual([]);
  });
});

/** Names of members and values of lists, anywhere in a schema. */
function wordsOf(schema: unknown): Set<string> {
  const words = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { properties, enum: values } = part as { properties?: object; enum?: unknown[] };
    for (const name of Object.keys(properties ?? {})) words.add(name);
    for (const value of values ?? []) if (typeof value === 'string') words.add(value);
    Object.values(part).forEach(visit);
  };
  visit(schema);
  return words;
}
