/** The formula of a link: completion of fields and functions, and the fault at its position. */
import { lazy, Suspense } from 'react';
import { Input, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FormulaEditorProps } from './formula-editor.js';

const FormulaEditor = lazy(() => import('./formula-editor.js'));

export function FormulaField(props: FormulaEditorProps) {
  const { t } = useTranslation();
  return (
    <Input.Wrapper
      labelElement="div"
      label={t('Formula')}
      description={t('Fields, + - * / %, & for text, if(c, a, b) and functions. Ctrl Space completes.')}
    >
      <div style={{ marginBlock: 4 }}>
        <Suspense fallback={<Skeleton height={64} />}>
          <FormulaEditor {...props} />
        </Suspense>
      </div>
    </Input.Wrapper>
  );
}
