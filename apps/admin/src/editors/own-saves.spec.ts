import { useSession } from '../api/session.js';
import { adoptSaves, dropOldSaves, fingerprint, noteSaved, noteSending, saverOf } from './own-saves.js';

/** What a browser keeps: its entries are its own members. */
class Kept {
  [key: string]: unknown;
}
Object.defineProperties(Kept.prototype, {
  getItem: { value: (key: string) => kept[key] ?? null },
  setItem: { value: (key: string, text: string) => Object.assign(kept, { [key]: text }) },
  removeItem: { value: (key: string) => delete kept[key] },
});
let kept = new Kept();
const openTab = (name: string) =>
  Object.assign(globalThis, { localStorage: kept, sessionStorage: { getItem: () => name } });
const signIn = (id: string) => useSession.setState({ user: { user_id: id } as never });

beforeEach(() => {
  kept = new Kept();
  openTab('first');
  signIn('ann');
});

test('a save whose answer never came is known by what was sent', () => {
  noteSending('system 1', { name: 'Shop ', sample: '{"a": 1}' });
  expect(saverOf('system 1', 'later', { sample: '{\n  "a": 1\n}', name: 'Shop' })).toBe('here');
  expect(saverOf('system 1', 'later', { sample: '{"a": 2}', name: 'Shop' })).toBe('someone');
  expect(saverOf('system 2', 'later', { sample: '{"a": 1}', name: 'Shop' })).toBe('someone');
});

test('a save that was answered is known by its version alone', () => {
  noteSending('system 1', { name: 'Shop' });
  noteSaved('system 1', 7);
  expect(saverOf('system 1', 7, { name: 'as the service made it' })).toBe('here');
  expect(saverOf('system 1', 8, { name: 'Shop' })).toBe('someone');
});

test('a save of another tab of the same person is told apart, and one of another person in the same browser is none', () => {
  noteSending('system 1', { name: 'Shop' });
  openTab('second');
  expect(saverOf('system 1', 'later', { name: 'Shop' })).toBe('my_tab');
  signIn('bob');
  expect(saverOf('system 1', 'later', { name: 'Shop' })).toBe('someone');
});

test('the saves of a closed tab are of the tab that goes on with its copy', () => {
  noteSending('system 1', { name: 'Shop' });
  openTab('second');
  adoptSaves('system 1', 'first');
  expect(saverOf('system 1', 'later', { name: 'Shop' })).toBe('here');
});

test('only the last few are kept, and none for ever', () => {
  for (let count = 0; count < 20; count += 1) noteSending('system 1', { count });
  expect(saverOf('system 1', 'later', { count: 2 })).toBe('someone');
  expect(saverOf('system 1', 'later', { count: 19 })).toBe('here');
  dropOldSaves(-1);
  expect(saverOf('system 1', 'later', { count: 19 })).toBe('someone');
});

test('the fingerprint is of the content: not of spaces, the order of members or the layout of JSON', () => {
  expect(fingerprint({ a: ' x ', b: '[1, 2]', c: undefined })).toBe(fingerprint({ b: '[1,2]', a: 'x' }));
  expect(fingerprint({ a: 'x' })).not.toBe(fingerprint({ a: 'y' }));
  expect(fingerprint(['a', 'b'])).not.toBe(fingerprint(['b', 'a']));
});
