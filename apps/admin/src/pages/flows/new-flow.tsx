/** The form of a new flow, inside its dialog. */
import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { createFlow } from '../../api/flows.js';
import { paths } from '../../app/paths.js';
import { SavedForm } from '../../kit/saved-form.js';
import { useCheckedForm } from '../../kit/use-checked-form.js';
import { useKeptForm } from '../../kit/use-kept-form.js';
import { useSave } from '../../kit/use-save.js';

interface NewFlowProps {
  project: string;
  draftId: string;
  onDone: () => void;
}

export function NewFlow({ project, draftId, onDone }: NewFlowProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useCheckedForm({
    initialValues: { flow_name: '', description: '' },
    validate: { flow_name: (value) => (value.trim() === '' ? t('Give the flow a name.') : null) },
  });
  const kept = useKeptForm({ form, id: draftId });
  const save = useSave({
    form,
    keptAs: draftId,
    save: (values, key) => createFlow(project, { ...values, handlers: [] }, key),
    onSaved: (flow) => {
      void client.invalidateQueries({ queryKey: ['p', project, 'flows'] });
      onDone();
      void navigate({ to: paths.flow(project, flow.flow_id) });
    },
  });
  return (
    <SavedForm kept={kept} save={save} action={t('Create flow')}>
      <TextInput
        label={t('Name')}
        placeholder={t('Orders to sales orders')}
        data-autofocus
        {...form.getInputProps('flow_name')}
      />
      <Textarea label={t('Description')} autosize minRows={2} {...form.getInputProps('description')} />
    </SavedForm>
  );
}
