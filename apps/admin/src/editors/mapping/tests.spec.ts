import { createHistory } from '../history.js';
import { emptyDocument, type MappingDocument } from './document.js';
import { addTest, expectNow, removeTest, updateTest } from './tests.js';

const test = { name: 'plain', input: { id: 1 }, output: { id: '1' } };

describe('saved tests', () => {
  it('get a name of their own', () => {
    const twice = addTest(addTest(emptyDocument(), test), test);
    expect(twice.tests?.map((entry) => entry.name)).toEqual(['plain', 'plain 2']);
  });
  it('leave no empty list behind when the last one goes', () => {
    expect(removeTest(addTest(emptyDocument(), test), 0)).toEqual(emptyDocument());
  });
  it('expect the body, or the errors with their codes and places alone', () => {
    const one = addTest(emptyDocument(), test);
    expect(expectNow(one, 0, { body: { id: 2 }, errors: [] }).tests).toEqual([
      { ...test, output: { id: 2 } },
    ]);
    const failing = expectNow(one, 0, { body: undefined, errors: [{ code: 'MISSING', to: 'id' }] });
    expect(failing.tests).toEqual([
      { name: 'plain', input: { id: 1 }, errors: [{ code: 'MISSING', to: 'id' }] },
    ]);
    expect(expectNow(failing, 0, { body: { id: 3 }, errors: [] }).tests?.[0]).not.toHaveProperty('errors');
  });
  it('are undone like any edit', () => {
    const history = createHistory<MappingDocument>(emptyDocument());
    const { edit } = history.getState();
    const states = [history.getState().document];
    for (const change of [
      (document: MappingDocument) => addTest(document, test),
      (document: MappingDocument) => updateTest(document, 0, { name: 'other' }),
      (document: MappingDocument) => expectNow(document, 0, { body: {}, errors: [] }),
      (document: MappingDocument) => removeTest(document, 0),
    ]) {
      edit(change);
      states.push(history.getState().document);
    }
    for (const before of states.slice(0, -1).reverse()) {
      history.temporal.getState().undo();
      expect(history.getState().document).toEqual(before);
    }
  });
});
