/** The second step of the wizard: one of the flows that call the system of the connection. */
import { Button, Group, Radio, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../app/paths.js';
import { StateBadge } from '../../../kit/state-badge.js';
import { Empty, QueryView } from '../../../kit/states.js';
import kit from '../../../kit/kit.module.css';
import type { Wizard } from './use-wizard.js';
import { withFlow, type WizardForm } from './wizard-form.js';

interface FlowStepProps {
  project: string;
  form: UseFormReturnType<WizardForm>;
  wizard: Wizard;
}

export function FlowStep({ project, form, wizard }: FlowStepProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { chosen, selectable, flows, nameOf } = wizard;
  return (
    <QueryView query={selectable} rows={3}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty
            title={t('No flow calls {{system}} yet', { system: chosen ? nameOf(chosen.system_id) : '' })}
            action={
              <Button
                variant="filled"
                onClick={() => void navigate({ to: paths.flows(project), search: { connect: 'new' } })}
              >
                {t('Create one')}
              </Button>
            }
          >
            {t('Only flows with an API Call Handler to the system of the connection can be chosen.')}
          </Empty>
        ) : (
          <Radio.Group
            label={t('Which flow should run?')}
            {...form.getInputProps('flow_id')}
            onChange={(id: string) => {
              const flow = rows.find((row) => row.flow_id === id);
              if (flow) form.setValues((values) => withFlow(values as WizardForm, flow));
            }}
          >
            <Stack gap="xs" mt="sm">
              {rows.map((row) => (
                <Radio
                  key={row.flow_id}
                  value={row.flow_id}
                  className={kit.choice ?? ''}
                  label={
                    <Group gap="xs">
                      <span className={kit.clip}>{row.flow_name}</span>
                      {row.published ? null : <StateBadge tone="quiet">{t('Not published yet')}</StateBadge>}
                    </Group>
                  }
                  description={flows
                    ?.find((flow) => flow.flow_id === row.flow_id)
                    ?.handlers?.map((handler) => handler.handler_name)
                    .join(' → ')}
                />
              ))}
            </Stack>
          </Radio.Group>
        )
      }
    </QueryView>
  );
}
