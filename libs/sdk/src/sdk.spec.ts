/** The client against a small server that answers as the contract says. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { createPipewrightClient, PipewrightError, projectsCreate, projectsGet, unwrap } from './index.js';

let server: Server;
let baseUrl: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const json = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) =>
  void response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(body));

test('sends the token as Bearer and the body as JSON, answers the data of the envelope', async () => {
  const seen: Record<string, unknown> = {};
  answer = (request, response) => {
    request.on('data', (chunk: Buffer) => (seen.body = chunk.toString()));
    request.on('end', () => {
      Object.assign(seen, { url: request.url, authorization: request.headers.authorization });
      json(200, {
        status: 200,
        success: true,
        message: '',
        error_code: '',
        data: { project_id: 'p1' },
        additional_data: {},
      })(request, response);
    });
  };
  const client = createPipewrightClient({ baseUrl: `${baseUrl}/`, accessToken: 't1' });
  expect(await unwrap(projectsCreate({ client, body: { project_name: 'One' } }))).toEqual({
    project_id: 'p1',
  });
  expect(seen).toEqual({
    url: '/api/projects/create',
    authorization: 'Bearer t1',
    body: '{"project_name":"One"}',
  });
});

test('a failure envelope is thrown with status, code, words and fields', async () => {
  const errors = [{ field: 'users[0]', code: 'validation_failed', message: 'no e-mail' }];
  answer = json(400, {
    status: false,
    status_code: 400,
    response_status: 400,
    message: 'Not valid.',
    data: null,
    error_code: 'validation_failed',
    errors,
  });
  const client = createPipewrightClient({ baseUrl });
  const failure = await unwrap(projectsGet({ client, path: { id: 'x' } })).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PipewrightError);
  expect(failure).toMatchObject({ status: 400, code: 'validation_failed', message: 'Not valid.', errors });
});

test('a service that does not answer is an error that says so', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const client = createPipewrightClient({ baseUrl: `http://127.0.0.1:${port}` });
  await expect(unwrap(projectsGet({ client, path: { id: 'x' } }))).rejects.toThrow(
    /^No answer: .*ECONNREFUSED/,
  );
});
