/** The request that an API call of this system will be, from the unsaved form; the token is masked. */
import type { TFunction } from 'i18next';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../api/errors.js';
import { labelOf, namesBy } from '../../kit/field-labels.js';
import { previewRequestQuery } from '../../api/systems.js';
import { Section } from '../../kit/page.js';
import kit from '../../kit/kit.module.css';
import { fieldsOf, toBody, type SystemForm } from './system-form.js';
import { formPathOf, systemWords } from './system-words.js';

/** Asked for only when the service has what it needs, so that a half-filled form makes no failing calls. */
function isComplete(form: SystemForm): boolean {
  if (form.authentication_type === 'dynamic_token') return form.token_calls.every((call) => call.url !== '');
  if (form.authentication_type !== 'oauth2') return true;
  const { asksConsent, needsSecret } = fieldsOf(form.grant_type);
  return (
    form.token_url !== '' &&
    (!asksConsent || (form.authorization_url !== '' && form.client_id !== '')) &&
    (!needsSecret || (form.client_id !== '' && form.client_secret !== ''))
  );
}

/** Fields are called as the form calls them. */
function reasonOf(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError) || error.faults.length === 0) return messageOf(error);
  return error.faults
    .map(({ field, message }) => `${labelOf(formPathOf(field), namesBy(systemWords, t))}: ${message}`)
    .join('; ');
}

export function RequestPreview({ project, values }: { project: string; values: SystemForm }) {
  const { t } = useTranslation();
  const [settled] = useDebouncedValue(values, 400);
  const body = toBody(settled);
  const isUrl = (text: unknown): boolean => typeof text === 'string' && /^https?:\/\/\S+\.?\S/.test(text);
  const ready = isUrl(body.base_url) && isComplete(settled);
  const preview = useQuery({
    ...previewRequestQuery(project, { ...body, system_name: body.system_name || 'preview' }),
    enabled: ready,
    placeholderData: keepPreviousData,
  });
  const request = preview.data?.request;
  return (
    <Section
      title={t('The resulting request')}
      help={t('What an API call of this system sends. Nothing is sent now.')}
    >
      {request && !preview.isError ? (
        <pre className={kit.code} tabIndex={0} aria-label={t('The resulting request')}>
          {`${request.method} ${request.url}\n${Object.entries(request.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}`}
        </pre>
      ) : (
        <Text c="dimmed" size="xs">
          {preview.isError ? reasonOf(preview.error, t) : t('Fill in the fields with a star to see it.')}
        </Text>
      )}
    </Section>
  );
}
