/** CodeMirror for one formula, loaded when the first formula is opened. */
import { useEffect, useRef } from 'react';
import {
  autocompletion,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FunctionInfo } from '../../api/mappings.js';
import { cspNonce } from '../../kit/nonce.js';
import kit from '../../kit/kit.module.css';
import { exampleOf, type Field } from './fields.js';

export interface FormulaEditorProps {
  value: string;
  onChange: (formula: string) => void;
  fields: ReadonlyMap<string, Field>;
  functions: FunctionInfo[];
  /** Position of the fault in the text, when the service named one. */
  fault: { position: number; message: string } | null;
}

export default function FormulaEditor({ value, onChange, fields, functions, fault }: FormulaEditorProps) {
  const { t } = useTranslation();
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const live = useRef({ onChange, fields, functions });
  live.current = { onChange, fields, functions };
  const dark = useComputedColorScheme('light') === 'dark';

  useEffect(() => {
    if (!holder.current) return undefined;
    const complete = (context: CompletionContext): CompletionResult | null => {
      const word = context.matchBefore(/[@\w$.[\]]*/);
      if (!word || (word.from === word.to && !context.explicit)) return null;
      return {
        from: word.from,
        validFor: /^[@\w$.[\]]*$/,
        options: [
          ...[...live.current.fields.values()].map((field) => ({
            label: field.path,
            type: 'variable',
            detail: exampleOf(field),
          })),
          ...live.current.functions.map((entry) => ({
            label: entry.name,
            type: 'function',
            apply: `${entry.name}(`,
            detail: entry.description,
          })),
        ],
      };
    };
    const editor = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          cspNonce ? EditorView.cspNonce.of(cspNonce) : [],
          history(),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          autocompletion({ override: [complete], icons: false }),
          EditorView.contentAttributes.of({ 'aria-label': t('Formula'), tabindex: '0' }),
          EditorView.theme(
            {
              '&': { fontSize: '12px', minHeight: '58px' },
              '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)' },
              '.cm-content': { caretColor: 'var(--mantine-color-text)' },
              '.cm-tooltip': {
                backgroundColor: 'var(--pw-panel)',
                border: '1px solid var(--pw-border)',
                borderRadius: '6px',
              },
              '.cm-tooltip.cm-tooltip-autocomplete > ul': {
                fontFamily: 'var(--mantine-font-family-monospace)',
                maxHeight: '210px',
              },
              '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
              '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
                backgroundColor: 'var(--pw-accent-soft)',
                color: 'var(--pw-accent-text)',
              },
              '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: 700 },
              '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--mantine-color-dimmed)' },
            },
            { dark },
          ),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) live.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
    // The text is kept in step below.
  }, [dark, t]);

  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== value) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    }
  }, [value]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const { length } = editor.state.doc;
    // A fault at the end of the text is marked on its last character.
    const from = fault ? Math.max(0, Math.min(fault.position, length - 1)) : 0;
    const marks: Diagnostic[] = fault
      ? [{ from, to: Math.min(from + 1, length), severity: 'error', message: fault.message }]
      : [];
    editor.dispatch(setDiagnostics(editor.state, marks));
    // By what it says: the object is new on every render.
  }, [fault?.position, fault?.message, dark]);

  return <div ref={holder} className={`${kit.editor} ${fault ? kit.editorBad : ''}`} />;
}
