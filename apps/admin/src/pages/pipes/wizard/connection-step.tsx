/** The first step of the wizard: the connection whose system the flow must call. */
import { Button, Radio, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { helpAbove } from '../../../kit/help-above.js';
import { Empty, QueryView } from '../../../kit/states.js';
import { CredentialChoice } from '../credential-choice.js';
import type { Wizard } from './use-wizard.js';
import type { WizardForm } from './wizard-form.js';

interface ConnectionStepProps {
  form: UseFormReturnType<WizardForm>;
  wizard: Wizard;
  onAdd: () => void;
}

export function ConnectionStep({ form, wizard, onAdd }: ConnectionStepProps) {
  const { t } = useTranslation();
  const { credentials, usable, nameOf } = wizard;
  return (
    <QueryView query={credentials}>
      {() =>
        usable.length === 0 ? (
          <Empty
            title={t('No connection yet')}
            action={
              <Button variant="filled" onClick={onAdd}>
                {t('Add connection')}
              </Button>
            }
          >
            {t('A pipe needs a connection to one of the systems that its flow calls.')}
          </Empty>
        ) : (
          <>
            <Radio.Group
              label={t('Begin with a connection')}
              inputWrapperOrder={helpAbove}
              description={t('The flows to choose from are those that call its system.')}
              value={form.values.first}
              onChange={(first) => form.setValues({ first, flow_id: '', others: {}, copy_from: '' })}
            >
              <Stack gap="xs" mt="sm">
                {usable.map((row) => (
                  <CredentialChoice key={row.credential_id} credential={row} system={nameOf(row.system_id)} />
                ))}
              </Stack>
            </Radio.Group>
            <Button size="compact-sm" mt="sm" leftSection={<IconPlus size={13} />} onClick={onAdd}>
              {t('Add connection')}
            </Button>
          </>
        )
      }
    </QueryView>
  );
}
