/** The third step of the wizard: a connection for each other system that the flow calls, and whether there is a mapping node. */
import { Button, Radio, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../kit/note.js';
import { QueryView } from '../../../kit/states.js';
import { CredentialChoice } from '../credential-choice.js';
import type { Wizard } from './use-wizard.js';
import type { WizardForm } from './wizard-form.js';

interface OtherConnectionsStepProps {
  form: UseFormReturnType<WizardForm>;
  wizard: Wizard;
  onAdd: (system: string) => void;
}

export function OtherConnectionsStep({ form, wizard, onAdd }: OtherConnectionsStepProps) {
  const { t } = useTranslation();
  const { open, usable, flow, hasMapping, nameOf } = wizard;
  const { others } = form.values;
  return (
    <QueryView query={flow} rows={3}>
      {() => (
        <Stack>
          {open.length === 0 ? (
            <Text>{t('This flow calls no other system that needs a connection.')}</Text>
          ) : null}
          {open.map((system) => {
            const own = usable.filter((row) => row.system_id === system);
            return own.length === 0 ? (
              <Note
                key={system}
                tone="warn"
                title={t('No connection to {{system}} yet', { system: nameOf(system) })}
                action={
                  <Button size="xs" onClick={() => onAdd(system)}>
                    {t('Add connection')}
                  </Button>
                }
              >
                {t('The flow calls it, so the pipe needs one.')}
              </Note>
            ) : (
              <Radio.Group
                key={system}
                label={t('Connection to {{system}}', { system: nameOf(system) })}
                value={others[system] ?? ''}
                onChange={(value) => form.setFieldValue('others', { ...others, [system]: value })}
              >
                <Stack gap="xs" mt="xs">
                  {own.map((row) => (
                    <CredentialChoice key={row.credential_id} credential={row} />
                  ))}
                </Stack>
              </Radio.Group>
            );
          })}
          {hasMapping ? (
            <Note tone="info">
              {t(
                'The flow has a Mapping Handler: the pipe will show a mapping node where the fields are linked.',
              )}
            </Note>
          ) : null}
        </Stack>
      )}
    </QueryView>
  );
}
