/** CodeMirror for JSON (or plain text), loaded when first shown. */
import { lazy, Suspense } from 'react';
import { Skeleton } from '@mantine/core';
import type { CodeEditorProps } from './code-editor.js';

const CodeEditor = lazy(() => import('./code-editor.js'));

export function JsonEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={props.height ?? 220} radius={6} />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}
