import { differencesOfForms, linesOf, mergedForm, sideBySide } from './field-differences.js';

const words = { name: { label: 'Name' }, url: { label: 'URL' }, note: { label: 'Note' } };
const base = { name: 'a', url: 'u', note: 'n', hidden: 0 };

it('tells who changed a field, and mine where both did', () => {
  const mine = { ...base, name: 'mine', note: 'mine', hidden: 1 };
  const theirs = { ...base, url: 'theirs', note: 'theirs' };
  const found = differencesOfForms(words, mine, theirs, base);
  expect(found.map(({ name, likely }) => [name, likely])).toEqual([
    ['name', 'mine'],
    ['url', 'theirs'],
    ['note', 'mine'],
  ]);
  expect(differencesOfForms(words, mine, theirs, null).every(({ likely }) => likely === 'mine')).toBe(true);
});

it('merges as chosen, and as is likely where nothing is chosen', () => {
  const mine = { ...base, name: 'mine', note: 'mine' };
  const theirs = { ...base, url: 'theirs', note: 'theirs' };
  const found = differencesOfForms(words, mine, theirs, base);
  expect(mergedForm(mine, theirs, found, { note: 'theirs' })).toEqual({
    ...base,
    name: 'mine',
    url: 'theirs',
    note: 'theirs',
  });
});

it('shows long texts from where they differ', () => {
  const line = `${'x'.repeat(80)}\n`;
  const [mine, theirs] = sideBySide(line.repeat(100) + 'mine', line.repeat(100) + 'theirs');
  expect(mine.startsWith('…\n')).toBe(true);
  expect(mine.endsWith('mine')).toBe(true);
  expect(theirs.endsWith('theirs')).toBe(true);
  expect(mine.length).toBeLessThan(1600);
  expect(sideBySide('a', 'b')).toEqual(['a', 'b']);
});

it('writes values as a person reads them', () => {
  const t = (text: string) => text;
  expect(linesOf(true, t)).toBe('yes');
  expect(
    linesOf(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      t,
    ),
  ).toBe('a: b\nc: d');
  expect(linesOf('body', t, { body: 'In the body' })).toBe('In the body');
  expect(linesOf(undefined, t)).toBe('');
});
