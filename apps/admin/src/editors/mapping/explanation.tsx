/** How one value came to be: what was read, and what each step on the way made of it. */
import { CloseButton, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExplainedValue } from '../../api/mappings.js';
import { shortValue } from '../../kit/short.js';
import { stepNames } from './link-words.js';
import classes from './preview.module.css';

const words: Record<string, string> = {
  read: 'Read',
  function: 'Function',
  lookup: 'Look-up',
  default: 'Default',
  policy: 'Rule',
  type: 'Type',
  error: 'Error',
};
const shownValues = 20;

interface ExplanationProps {
  path: string;
  values: ExplainedValue[];
  onClose: () => void;
}

export function Explanation({ path, values, onClose }: ExplanationProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.explanation} aria-label={t('Explanation')}>
      <Group gap="xs" wrap="nowrap">
        <Text fw={600} size="sm" style={{ flex: 1 }}>
          {t('How {{field}} came to be', { field: path })}
        </Text>
        <CloseButton size="sm" aria-label={t('Close the explanation')} onClick={onClose} />
      </Group>
      {values.length === 0 ? (
        <Text size="xs" c="dimmed">
          {t('This record has no value there.')}
        </Text>
      ) : null}
      {values.slice(0, shownValues).map((value, position) => (
        <ol key={`${value.to}-${position}`} className={classes.steps}>
          {value.to === path ? null : <li className="mono">{value.to}</li>}
          {value.steps.map((step, at) => (
            <li key={at} data-bad={step.step === 'error'}>
              <span className={classes.stepName}>
                {t(words[step.step] ?? step.step)}{' '}
                {stepNames[step.name] ? (
                  t(stepNames[step.name] ?? '')
                ) : (
                  <span className="mono">{step.name}</span>
                )}
              </span>
              <span className="mono">
                {step.value === undefined ? t('missing') : shortValue(step.value, 120)}
              </span>
            </li>
          ))}
        </ol>
      ))}
      {values.length > shownValues ? (
        <Text size="xs" c="dimmed">
          {t('{{count, number}} more', { count: values.length - shownValues })}
        </Text>
      ) : null}
    </section>
  );
}
