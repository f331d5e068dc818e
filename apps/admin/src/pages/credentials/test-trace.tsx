/** A test step by step: status, time, masked request and answer, and one suggested fix. */
import { Accordion, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { jsonOrText } from '../../api/json.js';
import type { TestResult } from '../../api/types.js';
import { formatDuration } from '../../i18n/format.js';
import { Note } from '../../kit/note.js';
import { Time } from '../../kit/time.js';
import kit from '../../kit/kit.module.css';
import { shownMessage } from './shown-message.js';

export function TestTrace({ result }: { result: TestResult }) {
  const { t } = useTranslation();
  // a test call may fail while the sign-in itself is in order: neither hides the other
  const isWhole = result.steps.every((step) => step.ok);
  return (
    <Stack gap="sm">
      {result.ok === true ? (
        <Note
          tone={isWhole ? 'good' : 'warn'}
          live
          title={isWhole ? t('The connection works.') : t('The sign-in works, but a test call failed.')}
        >
          {result.expires_at ? (
            <>
              {t('The token ends')} <Time at={result.expires_at} />
            </>
          ) : null}
          {[result.suggestion, ...result.warnings].map((words) =>
            words ? <div key={words}>{words}</div> : null,
          )}
        </Note>
      ) : null}
      {result.ok === false ? (
        <Note tone="bad" live title={t('The test failed.')}>
          {result.suggestion}
        </Note>
      ) : null}
      {result.ok === null ? (
        <Note tone="quiet" live title={t('Nothing to test')}>
          {t('Set a test request in the system to have one.')}
        </Note>
      ) : null}
      {result.steps.length > 0 ? (
        <Accordion
          variant="contained"
          multiple
          defaultValue={result.steps.flatMap((step, position) => (step.ok ? [] : [String(position)]))}
        >
          {result.steps.map((step, position) => (
            <Accordion.Item key={position} value={String(position)}>
              <Accordion.Control>
                <Group gap="xs" wrap="nowrap" pr="xs">
                  {step.ok ? (
                    <IconCircleCheck size={17} color="var(--pw-good)" aria-label={t('good')} />
                  ) : (
                    <IconCircleX size={17} color="var(--pw-bad)" aria-label={t('failed')} />
                  )}
                  <Text style={{ flex: 1 }} fw={500}>
                    {step.name}
                  </Text>
                  <Text size="xs" c="dimmed" className="num">
                    {step.status === null || step.status === undefined ? '' : `${step.status} · `}
                    {step.duration_ms === null || step.duration_ms === undefined
                      ? ''
                      : formatDuration(step.duration_ms)}
                  </Text>
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <Stack gap="xs">
                  {step.error ? <Text c="var(--pw-bad)">{jsonOrText(step.error)}</Text> : null}
                  {step.request ? (
                    <div>
                      <Text size="xs" fw={500}>
                        {t('Request')}
                      </Text>
                      <pre className={kit.code} tabIndex={0}>
                        {shownMessage(step.request)}
                      </pre>
                    </div>
                  ) : null}
                  {step.response ? (
                    <div>
                      <Text size="xs" fw={500}>
                        {t('Answer')}
                      </Text>
                      <pre className={kit.code} tabIndex={0}>
                        {shownMessage(step.response)}
                      </pre>
                    </div>
                  ) : null}
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      ) : null}
    </Stack>
  );
}
