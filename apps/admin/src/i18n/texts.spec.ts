import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { en } from './en.js';

const root = join(process.cwd(), 'apps/admin/src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(spec|d)\.tsx?$/.test(file) && !file.startsWith('i18n'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Names of things and forms of writing, the same in every language. */
const sameEverywhere = /^(Pipewright|MIT|openapi\.json|English|API|npx pipewright reset-password|Ctrl K)$/;
/** Attributes whose value is shown or read out. */
const shown = new Set([
  'label',
  'title',
  'description',
  'placeholder',
  'aria-label',
  'alt',
  'nothingFoundMessage',
]);

const isWords = (text: string): boolean =>
  /[A-Za-z]{3,}/.test(text) && !sameEverywhere.test(text.trim()) && !/^[\w$.{}<>[\]-]+$/.test(text.trim());

function hardCoded(file: string, text: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const note = (node: ts.Node, words: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${file}:${line + 1} ${words.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && isWords(node.text)) note(node, node.text);
    if (
      ts.isJsxAttribute(node) &&
      node.initializer &&
      ts.isStringLiteral(node.initializer) &&
      shown.has(node.name.getText()) &&
      /^[A-Z]/.test(node.initializer.text) &&
      isWords(`${node.initializer.text} `)
    )
      note(node, node.initializer.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it('shows no text that does not go through the translation', () => {
  const pages = files.filter(({ file }) => file.endsWith('.tsx'));
  expect(pages.flatMap(({ file, text }) => hardCoded(file, text))).toEqual([]);
});

it('has a form for one of every text that counts something', () => {
  const counting = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/'([^'\n]*\{\{count(?:, number)?\}\}[^'\n]*)'/g)].map((match) => match[1] ?? ''),
    ),
  );
  expect([...counting].filter((key) => en[`${key}_one`] === undefined)).toEqual([]);
});

it('knows no form that nothing uses', () => {
  const all = files.map(({ text }) => text).join('\n');
  expect(
    Object.keys(en).filter((key) => !all.includes(`'${key.replace(/_(zero|one|two|few|many|other)$/, '')}'`)),
  ).toEqual([]);
});
