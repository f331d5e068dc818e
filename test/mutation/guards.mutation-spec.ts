// Takes out one guard or scope after the other, in the running app, and asks whether the authorization matrix or the
// scope tests notice. A test that fails here names one that nobody would miss. `npm run check:guards` runs it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { JwtService } from '@nestjs/jwt';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { ACCESS_KEY } from '../../src/common/http/access.decorator.js';
import { all, first, Matrix } from '../contract/support/matrix.js';
import { contractOf } from '../contract/support/routes.js';
import { scopesOf } from '../contract/support/scoped-world.js';
import type { Scopes } from '../contract/support/scopes.js';
import type { Route } from '../contract/support/routes.js';
import { makeWorld, resigned } from '../contract/support/world.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { takeSnapshot, type TableSnapshot } from '../support/table-snapshot.js';
import { hotSwap } from './hot-swap.js';
import { type AccessMutant, mutants, SECOND_LOCKS, type SourceMutant, sourcesOf } from './mutants.js';
import { rules } from './rules.js';

const only = new RegExp(process.env.GUARDS_ONLY ?? '');
const list = mutants().filter(({ title }) => only.test(title));
const access = list.filter((mutant): mutant is AccessMutant => mutant.kind === 'access');
const source = list.filter((mutant): mutant is SourceMutant => mutant.kind === 'source');

describe('without it something turns red:', () => {
  let test: TestApp;
  let matrix: Matrix;
  let scopes: Scopes;
  let snapshot: TableSnapshot;

  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api', RATE_LIMIT_PER_SECOND: '0' });
    const world = await makeWorld(test);
    for (const [caller, token] of Object.entries(world.callers))
      Object.assign(world.callers, { [caller]: lasting(test, token as string | null) });
    scopes = await scopesOf(test, world);
    snapshot = await takeSnapshot(test);
    matrix = new Matrix(test, contractOf(test), world);
  }, 120_000);
  afterAll(() => test.close());

  it('nothing is red while all is there', async () => {
    for (const question of [...everything(matrix), rules(matrix)]) expect(await all(question)).toEqual([]);
  }, 120_000);

  it.each(SECOND_LOCKS)('a second lock still stands where it is named: it $why', ({ file, line }) => {
    const standing = sourcesOf('src').filter(
      (source) => file.test(source) && line.test(readFileSync(source, 'utf8')),
    );
    expect(standing).toHaveLength(1);
  });

  it.each(access)('$title', async (mutant) => {
    const handler = handlerOf(mutant);
    const declared: unknown = Reflect.getMetadata(ACCESS_KEY, handler);
    const name = routeOf(mutant, handler);
    const route = matrix.contract.routes.find((one) => one.name === name) ?? undocumented(name);
    Reflect.defineMetadata(ACCESS_KEY, mutant.instead, handler);
    try {
      const guarded = matrix.guarded.filter((one) => one.route === route);
      expect(await first(matrix.open([route]), matrix.refusals(guarded))).not.toBeNull();
    } finally {
      Reflect.defineMetadata(ACCESS_KEY, declared, handler);
      await snapshot.restore();
    }
  });

  it.each(source)(
    '$title',
    async (mutant) => {
      const undo = hotSwap(mutant.file, mutant.text);
      try {
        const faults = classesIn(mutant.file).map((name) => scopes.faults(name));
        expect(await first(...faults, ...everything(matrix), rules(matrix))).not.toBeNull();
      } finally {
        undo();
        await snapshot.restore();
      }
    },
    120_000,
  );
});

const everything = (matrix: Matrix) => [
  matrix.lists(),
  matrix.foreignIds(matrix.guarded, []),
  matrix.refusals(),
  matrix.filters(),
  matrix.bodies(),
];

/** A session's token ends after ten minutes; the check takes longer. */
function lasting(test: TestApp, token: string | null): string | null {
  if (!token?.includes('.')) return token;
  const claims = test.app.get(JwtService, { strict: false }).decode<object>(token);
  return resigned(test, { ...claims, exp: Math.floor(Date.now() / 1000) + 86_400 });
}

/** A route that is left out of the OpenAPI document: the page that ends a consent. */
function undocumented(name: string): Route {
  const [method, path = ''] = name.split(' ') as [Route['method'], string];
  return { method, path, name, isPublic: true, isStream: false, parameters: [], body: null, answer: null };
}

function handlerOf({ file, className, handler }: AccessMutant): object {
  const classes = createRequire(file)(file) as Record<string, { prototype: Record<string, object> }>;
  return classes[className]!.prototype[handler]!;
}

function routeOf({ file, className }: AccessMutant, handler: object): string {
  const controller = (createRequire(file)(file) as Record<string, object>)[className]!;
  const path = [controller, handler]
    .map((part) => String(Reflect.getMetadata(PATH_METADATA, part)))
    .join('/')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replace(/^:(\w+)$/, '{$1}'))
    .join('/');
  const method = Reflect.getMetadata('method', handler) === 0 ? 'GET' : 'POST';
  return `${method} /${path}`;
}

function classesIn(file: string): string[] {
  const names = Object.keys(createRequire(file)(file) as object);
  return file.endsWith('.repository.ts') ? names : [];
}
