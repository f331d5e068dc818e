/** The first step of the wizard: the connection whose system the flow must call. */
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { helpAbove } from '../../../kit/help-above.js';
import { Empty, QueryView } from '../../../kit/states.js';
import kit from '../../../kit/kit.module.css';
import { CredentialState } from '../../status.js';
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
                  <Radio
                    key={row.credential_id}
                    value={row.credential_id}
                    className={kit.choice ?? ''}
                    label={
                      <Group gap="xs">
                        <span>{row.credential_name}</span>
                        <Text span size="xs" c="dimmed">
                          {nameOf(row.system_id)}
                        </Text>
                        <CredentialState credential={row} />
                      </Group>
                    }
                  />
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
