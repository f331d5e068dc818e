// "Unknown members in a body are an error, so a typo is never silently dropped": every body, every name; and what is a
// payload or a map keeps names that every object has.
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aCredential, anApi, aProject, aSystem, type Workspace } from '../support/factories.js';
import { addressOf } from './support/policy.js';
import { type Contract, contractOf, smallestBody } from './support/routes.js';
import { type Ids, makeWorld } from './support/world.js';

const NAMES = ['foo', 'prototype', ...Object.getOwnPropertyNames(Object.prototype)];
/** A member whose value is all those names, in a text as they are sent. */
const STRANGE = `{${NAMES.map((name) => `${JSON.stringify(name)}: "v"`).join(', ')}}`;
const WITHOUT_PROTO = STRANGE.replace('"__proto__": "v", ', '');

describe('unknown members', () => {
  let test: TestApp;
  let contract: Contract;
  let ids: Ids;
  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api', RATE_LIMIT_PER_SECOND: '0' });
    contract = contractOf(test);
    ids = (await makeWorld(test)).own;
  });
  afterAll(() => test.close());

  it('are refused by their name in every body, also where none belongs', async () => {
    const bodies = contract.routes.filter(
      ({ method, name }) => method === 'POST' && !/^POST \/(?:hooks|api\/auth\/setup)/.test(name),
    );
    expect(bodies.filter((route) => route.body === null).length).toBeGreaterThan(15);
    expect(bodies.filter((route) => route.body !== null).length).toBeGreaterThan(40);
    const passed: string[] = [];
    for (const route of bodies) {
      for (const name of NAMES) {
        const body = JSON.stringify(smallestBody(contract, route.body));
        const raw = `${body.slice(0, -1)}${body === '{}' ? '' : ','}${JSON.stringify(name)}:1}`;
        const { status, body: answer } = await test.post(addressOf(route, ids), undefined, { raw });
        const fields = (answer.errors ?? []) as { field: string; code: string }[];
        const code = name === '__proto__' ? 'invalid_text' : 'unknown_field';
        const isTold = fields.some((error) => error.field === name && error.code === code);
        if (status !== 400 || !isTold) passed.push(`${route.name} ${name}: ${status} ${answer.message}`);
      }
    }
    expect(passed).toEqual([]);
  });

  it('are refused in the members of members too', async () => {
    const { at } = await aProject(test);
    const members = [
      `"test_request": {"path": "/me", "toString": 1}`,
      `"rate_limit": {"requests": 1, "per_seconds": 1, "constructor": 1}`,
      `"credential_inputs": [{"name": "a", "label": "A", "prototype": 1}]`,
    ];
    const raw = `{"system_name": "S", "base_url": "https://s.example", "authentication_type": "none", ${members.join(', ')}}`;
    expect(await test.post(at('systems/create'), undefined, { raw })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'test_request.toString', code: 'unknown_field' },
          { field: 'rate_limit.constructor', code: 'unknown_field' },
          { field: 'credential_inputs[0].prototype', code: 'unknown_field' },
        ],
      },
    });
    const handlers = `{"flow_name": "F", "handlers": [{"handler_id": "a", "kind": "api_call", "constructor": 1}]}`;
    expect((await test.post(at('flows/create'), undefined, { raw: handlers })).body.errors).toContainEqual(
      expect.objectContaining({ field: 'handlers[0].constructor', code: 'unknown_field' }),
    );
  });
});

describe('names that every object has', () => {
  let test: TestApp;
  let workspace: Workspace;
  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api' });
    workspace = await aProject(test);
  });
  afterAll(async () => {
    expect(({} as { foo?: unknown }).foo).toBeUndefined();
    await test.close();
  });

  const send = async (route: string, raw: string): Promise<Record<string, unknown>> => {
    const answer = await test.post(workspace.at(route), undefined, { raw });
    expect([route, answer.status, answer.text]).toEqual([route, 200, expect.anything()]);
    return answer.body.data as Record<string, unknown>;
  };
  const kept = (value: unknown): string =>
    JSON.stringify(value, Object.keys(JSON.parse(STRANGE) as object).sort());
  const expected = kept(JSON.parse(WITHOUT_PROTO));

  it('stay in headers, query parameters, parameters of tokens and bodies of token calls', async () => {
    const systemId = await aSystem(test, workspace, { authentication_type: 'none' });
    const system = await send(
      `systems/update/${systemId}`,
      `{"default_headers": ${WITHOUT_PROTO}, "authentication_type": "oauth2", "grant_type": "client_credentials",
        "token_url": "https://shop.example.com/token", "client_id": "c", "client_secret": "secret-1",
        "extra_token_params": ${WITHOUT_PROTO}}`,
    );
    expect([kept(system.default_headers), kept(system.extra_token_params)]).toEqual([expected, expected]);
    const chain = await send(
      `systems/create`,
      `{"system_name": "Chain", "base_url": "https://c.example", "authentication_type": "dynamic_token", "token_path": "t",
        "token_calls": [{"name": "a", "url": "https://c.example/t", "body": {"deep": ${WITHOUT_PROTO}}}]}`,
    );
    const [call] = chain.token_calls as { body: { deep: object } }[];
    expect(kept(call!.body.deep)).toBe(expected);
    const apiId = await anApi(test, workspace, systemId);
    const api = await send(
      `apis/update/${apiId}`,
      `{"query_parameters": ${WITHOUT_PROTO}, "headers": ${WITHOUT_PROTO}, "sample_response": [${STRANGE}],
        "sample_request": {"body": {"deep": ${STRANGE}}}}`,
    );
    expect([kept(api.query_parameters), kept(api.headers)]).toEqual([expected, expected]);
    expect(kept((api.sample_response as object[])[0])).toBe(kept(JSON.parse(STRANGE)));
    expect(kept((api.sample_request as { body: { deep: object } }).body.deep)).toBe(
      kept(JSON.parse(STRANGE)),
    );
  });

  it('stay in the inputs of a credential, or cannot be the name of one', async () => {
    const inputs = (name: string) => ({ credential_inputs: [{ name, label: 'L' }] });
    const systemId = await aSystem(test, workspace, { authentication_type: 'none', ...inputs('prototype') });
    const id = await aCredential(test, workspace, systemId, { inputs: { prototype: 'y' } });
    const shown = await test.get(workspace.at(`credentials/${id}`));
    expect(shown.body.data.inputs).toEqual({ prototype: 'y' });
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      expect(await test.post(workspace.at(`systems/update/${systemId}`), inputs(name))).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'credential_inputs[0].name', code: 'not_allowed' }] },
      });
    expect(
      await test.post(workspace.at(`credentials/update/${id}`), undefined, {
        raw: '{"inputs": {"prototype": "z", "constructor": "x"}}',
      }),
    ).toMatchObject({ status: 400, body: { errors: [{ field: 'inputs.constructor' }] } });
  });
});
