/** Asks before a system signs in in another way: what its connections hold for the way of now is dropped. */
import { useState } from 'react';
import type { TFunction } from 'i18next';
import { List } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { credentialsQuery } from '../../api/systems.js';
import type { Credential, System } from '../../api/types.js';
import { Confirm } from '../../kit/confirm.js';
import { useQuestion } from '../../kit/use-question.js';
import { authenticationTypes } from '../labels.js';
import { fieldsOf, type SystemForm } from './system-form.js';

/** As many as are named; of the others the number tells. */
const MOST_NAMED = 8;

export function useTypeChange(project: string, system: System | undefined) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const asking = useQuestion();
  const [hit, setHit] = useState<{ connections: Credential[]; form: SystemForm } | null>(null);
  const isAgreedTo = async (form: SystemForm): Promise<boolean> => {
    if (!system || form.authentication_type === system.authentication_type) return true;
    const { rows } = await client.fetchQuery({
      ...credentialsQuery(project, system.system_id),
      staleTime: 0,
    });
    const connections = rows.filter((row) => row.status !== 'draft');
    if (connections.length === 0) return true;
    setHit({ connections, form });
    return asking.ask();
  };
  const { connections = [], form } = hit ?? {};
  const named = connections.slice(0, MOST_NAMED);
  const question = (
    <Confirm
      opened={asking.isOpen}
      onClose={() => asking.answer(false)}
      title={t('Change the authentication type to {{type}}?', {
        type: form ? t(authenticationTypes[form.authentication_type]) : '',
      })}
      text={textOf(form, connections.length, t)}
      details={
        <List size="sm">
          {named.map((row) => (
            <List.Item key={row.credential_id} style={{ overflowWrap: 'anywhere' }}>
              {row.credential_name}
            </List.Item>
          ))}
          {connections.length > named.length ? (
            <List.Item>{t('{{count, number}} more', { count: connections.length - named.length })}</List.Item>
          ) : null}
        </List>
      }
      action={t('Change it')}
      run={() => {
        asking.answer(true);
        return Promise.resolve();
      }}
    />
  );
  return { isAgreedTo, question };
}

function textOf(form: SystemForm | undefined, count: number, t: TFunction): string {
  if (form?.authentication_type === 'none')
    return t(
      'The stored tokens and secret inputs of {{count, number}} connections are dropped for good: calls go without a sign-in from now on.',
      { count },
    );
  if (form?.authentication_type === 'oauth2' && fieldsOf(form.grant_type).asksConsent)
    return t(
      'The stored tokens and secret inputs of {{count, number}} connections are dropped for good: a person must sign in again for each before pipes can use it.',
      { count },
    );
  return t(
    'The stored tokens and secret inputs of {{count, number}} connections are dropped for good: each must be given its inputs again before pipes can use it.',
    { count },
  );
}
