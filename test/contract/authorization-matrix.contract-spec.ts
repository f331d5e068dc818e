// Every route of the OpenAPI document × every kind of caller × own, other, random and malformed ids. A route that the
// policy does not know fails; refused calls answer alike and change nothing.
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { all, Matrix } from './support/matrix.js';
import { contractOf } from './support/routes.js';
import { makeWorld } from './support/world.js';

describe('the authorization matrix', () => {
  let test: TestApp;
  let matrix: Matrix;

  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api' });
    matrix = new Matrix(test, contractOf(test), await makeWorld(test));
  });
  afterAll(() => test.close());

  it('knows every route, every kind of id in a path, and exactly the open routes of the contract as open', async () => {
    expect(await all(matrix.unknown())).toEqual([]);
    expect(matrix.guarded.length).toBeGreaterThan(60);
  });

  it('lets everybody call the open routes', async () => {
    expect(await all(matrix.open())).toEqual([]);
  });

  it('refuses every caller who may not, with the same words as for what does not exist, and changes nothing', async () => {
    expect(await all(matrix.refusals())).toEqual([]);
  });

  it('answers 404 alike for ids of another project, random and malformed ones, and changes nothing', async () => {
    expect(await all(matrix.foreignIds())).toEqual([]);
  });

  it('lets every caller pass who may', async () => {
    expect(await all(matrix.passes())).toEqual([]);
  });

  it('shows a limited token and a stranger nothing of another project in lists', async () => {
    expect(await all(matrix.lists())).toEqual([]);
  });

  it('answers filters by ids of another project as it answers random ones', async () => {
    expect(await all(matrix.filters())).toEqual([]);
  });

  it("refuses ids of another project in bodies, and doesn't store them", async () => {
    expect(await all(matrix.bodies())).toEqual([]);
  });
});
