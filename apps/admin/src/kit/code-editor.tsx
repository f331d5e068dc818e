/** The CodeMirror wrapper: JSON with linting, folding and search, in both colour schemes, under the strict CSP. */
import { useEffect, useRef } from 'react';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  defaultHighlightStyle,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintGutter } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import { tags } from '@lezer/highlight';
import { cspNonce } from './nonce.js';
import classes from './kit.module.css';

export interface CodeEditorProps {
  value: string;
  onChange?: (text: string) => void;
  label: string;
  language?: 'json' | 'text';
  readOnly?: boolean;
  height?: number | string;
  invalid?: boolean;
  /** Where a form finds it, to give it the focus. */
  dataPath?: string | undefined;
}

const darkStyle = HighlightStyle.define([
  { tag: tags.propertyName, color: '#9dbbf5' },
  { tag: tags.string, color: '#8fd6ac' },
  { tag: tags.number, color: '#f0b35a' },
  { tag: [tags.bool, tags.null], color: '#c9a6f5' },
]);
const lightStyle = HighlightStyle.define([
  { tag: tags.propertyName, color: '#284fa3' },
  { tag: tags.string, color: '#12683f' },
  { tag: tags.number, color: '#8a5300' },
  { tag: [tags.bool, tags.null], color: '#6d3fc4' },
]);

const look = (dark: boolean, height: number | string): Extension => [
  EditorView.theme(
    {
      '&': {
        fontSize: '12px',
        height: typeof height === 'number' ? `${height}px` : height,
        backgroundColor: 'transparent',
      },
      '.cm-scroller': {
        fontFamily: 'var(--mantine-font-family-monospace)',
        fontVariantLigatures: 'none',
        lineHeight: '1.55',
      },
      '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--mantine-color-dimmed)', border: 'none' },
      '.cm-content': { caretColor: 'var(--mantine-color-text)' },
      '&.cm-focused': { outline: '2px solid var(--pw-accent)', outlineOffset: '-1px' },
    },
    { dark },
  ),
  syntaxHighlighting(dark ? darkStyle : lightStyle),
  syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
];

const parseFaults = jsonParseLinter();
/** Nothing typed is no fault: the field is empty. */
const faults = (view: EditorView) => (view.state.doc.length === 0 ? [] : parseFaults(view));

export default function CodeEditor(props: CodeEditorProps) {
  const {
    value,
    onChange,
    label,
    language = 'json',
    readOnly = false,
    height = 220,
    invalid,
    dataPath,
  } = props;
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const change = useRef(onChange);
  change.current = onChange;
  const dark = useComputedColorScheme('light') === 'dark';

  useEffect(() => {
    if (!holder.current) return;
    const editor = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          cspNonce ? EditorView.cspNonce.of(cspNonce) : [],
          lineNumbers(),
          foldGutter(),
          history(),
          drawSelection(),
          bracketMatching(),
          highlightSelectionMatches(),
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...foldKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            'aria-label': label,
            tabindex: '0',
            ...(dataPath ? { 'data-path': dataPath } : {}),
          }),
          EditorState.readOnly.of(readOnly),
          language === 'json' ? [json(), readOnly ? [] : [linter(faults), lintGutter()]] : [],
          look(dark, height),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
    // The document is kept in step below; a new editor is needed only for what cannot be changed in place.
  }, [dark, language, readOnly, label, height, dataPath]);

  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== value) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    }
  }, [value]);

  return <div ref={holder} className={`${classes.editor} ${invalid ? classes.editorBad : ''}`} />;
}
