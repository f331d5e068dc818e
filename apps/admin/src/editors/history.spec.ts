import { createHistory } from './history.js';

interface Text {
  text: string;
}
const type = (text: string) => (): Text => ({ text });

describe('history', () => {
  it('takes typing in one field back in one step', () => {
    const history = createHistory<Text>({ text: '' });
    const { edit } = history.getState();
    edit(type('a'), 'name');
    edit(type('ab'), 'name');
    edit(type('abc'), 'name');
    history.temporal.getState().undo();
    expect(history.getState().document.text).toBe('');
    history.temporal.getState().redo();
    expect(history.getState().document.text).toBe('abc');
  });
  it('begins a new step in another field, after a pause, and after an undo', () => {
    let now = 0;
    const history = createHistory<Text>({ text: '' }, () => now);
    const { edit } = history.getState();
    edit(type('a'), 'name');
    edit(type('b'), 'other');
    now = 60_000;
    edit(type('c'), 'other');
    history.temporal.getState().undo();
    expect(history.getState().document.text).toBe('b');
    edit(type('d'), 'other');
    history.temporal.getState().undo();
    expect(history.getState().document.text).toBe('b');
  });
  it('ends what can be undone where a document is loaded', () => {
    const history = createHistory<Text>({ text: '' });
    history.getState().edit(type('a'));
    history.getState().load({ text: 'theirs' });
    expect(history.temporal.getState().pastStates).toEqual([]);
  });
});
