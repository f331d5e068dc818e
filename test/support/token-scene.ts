// A project and a server that its systems ask for tokens: the scene of the specs on connections.
import { type Answer, createTestApp, type TestApp } from './create-test-app.js';
import { aProject, type Workspace } from './factories.js';
import { type Asked, MockServer, type Reply } from './mock-server.js';

type Answerer = (asked: Asked) => Reply | Promise<Reply>;

/** A consent that waits for the browser. */
export interface Begun {
  cookie: string;
  state: string;
  attempt: string;
}

/** In a `describe`: made before its tests and ended after them. Each test begins with the usual answers, none asked for. */
export class TokenScene {
  test!: TestApp;
  workspace!: Workspace;
  server!: MockServer;
  /** What the server answers from now on, until the test ends. */
  answer: Answerer;

  constructor(usual: Answerer, environment: Record<string, string> = {}) {
    this.answer = usual;
    beforeAll(async () => {
      this.test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1', ...environment });
      this.workspace = await aProject(this.test);
      this.server = await MockServer.start((asked) => this.answer(asked));
    }, 60_000);
    afterAll(async () => {
      await this.test.close();
      await this.server.stop();
    });
    beforeEach(() => {
      this.server.asked.length = 0;
      this.answer = usual;
    });
  }

  /** A call in the project: its data. Throws where it is refused. */
  readonly post = async (route: string, body: object = {}): Promise<Answer['body']> => {
    const answered = await this.test.post(this.workspace.at(route), body);
    if (answered.status !== 200) throw new Error(answered.text);
    return answered.body.data;
  };

  readonly credential = async (id: string): Promise<Answer['body']> =>
    (await this.test.get(this.workspace.at(`credentials/${id}`))).body.data;

  readonly begin = async (credentialId: string, token?: string): Promise<Begun> => {
    const route = this.workspace.at(`credentials/authorize/${credentialId}`);
    const started = await this.test.post(route, undefined, { token });
    const cookie = String([started.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    const state = new URL(started.body.data.authorization_url).searchParams.get('state') ?? '';
    return { cookie, state, attempt: started.body.data.attempt_id as string };
  };

  /** The browser comes back with these parameters. */
  readonly finish = (
    { state, cookie }: Pick<Begun, 'cookie' | 'state'>,
    params: Record<string, string> = { code: 'a-code' },
  ): Promise<Answer> =>
    this.test.get(`/oauth/callback?${new URLSearchParams({ ...params, state }).toString()}`, {
      token: null,
      headers: { cookie },
    });
}
