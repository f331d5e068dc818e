/** The side panel while no step is chosen: the flow itself, and what keeps it from being published. */
import { Anchor, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Usage } from '../../api/types.js';
import type { Issue } from '../../editors/flow/issues.js';
import type { FlowDraft } from '../../editors/flow/model.js';
import { Note } from '../../kit/note.js';
import { UsageLinks } from '../../kit/used-by.js';

interface FlowFieldsProps {
  project: string;
  draft: FlowDraft;
  /** The pipes that run it: publishing changes what each of them does. */
  usages: Usage[];
  issues: Issue[];
  onChange: (change: Partial<FlowDraft>, group: string) => void;
  onSelect: (handler: string) => void;
}

export function FlowFields({ project, draft, usages, issues, onChange, onSelect }: FlowFieldsProps) {
  const { t } = useTranslation();
  const nameOf = (id: string) =>
    draft.handlers.find((handler) => handler.handler_id === id)?.handler_name || t('No name');
  return (
    <Stack gap="sm">
      <Title order={2}>{t('Flow')}</Title>
      <TextInput
        label={t('Name')}
        value={draft.flow_name}
        maxLength={200}
        error={draft.flow_name.trim() === '' ? t('Give the flow a name.') : null}
        onChange={(event) => onChange({ flow_name: event.currentTarget.value }, 'flow-name')}
      />
      <Textarea
        label={t('Description')}
        autosize
        minRows={3}
        maxRows={12}
        value={draft.description}
        onChange={(event) => onChange({ description: event.currentTarget.value }, 'flow-description')}
      />
      {usages.length > 0 ? (
        <div>
          <Text fw={500} mb={4}>
            {t('Used by')}
          </Text>
          <UsageLinks project={project} usages={usages} />
        </div>
      ) : null}
      {issues.length > 0 ? (
        <Note
          tone="warn"
          title={t('{{count, number}} problems stand in the way of publishing.', { count: issues.length })}
        >
          <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
            {issues.map((issue, position) => (
              <li key={position}>
                {issue.handler_id === null ? null : (
                  <>
                    <Anchor
                      component="button"
                      type="button"
                      size="sm"
                      onClick={() => onSelect(issue.handler_id ?? '')}
                    >
                      {nameOf(issue.handler_id)}
                    </Anchor>
                    {': '}
                  </>
                )}
                {t(issue.message)}
              </li>
            ))}
          </ul>
        </Note>
      ) : draft.handlers.length > 0 ? (
        <Text c="dimmed" size="xs">
          {t('Choose a step to see its settings.')}
        </Text>
      ) : null}
    </Stack>
  );
}
