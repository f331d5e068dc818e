/** The invitation of a person, its link, and the name and e-mail address of one who is there. */
import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createUser, updateUser } from '../../api/people.js';
import { session } from '../../api/session.js';
import type { Person } from '../../api/types.js';
import { SavedForm } from '../../kit/saved-form.js';
import { ShownOnce } from '../../kit/shown-once.js';
import { useCheckedForm } from '../../kit/use-checked-form.js';
import { useKeptForm } from '../../kit/use-kept-form.js';
import { useSave } from '../../kit/use-save.js';

const isAddress = (text: string): boolean => /^\S+@\S+$/.test(text.trim());

export function InviteForm({ draftId, onInvited }: { draftId: string; onInvited: (link: string) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useCheckedForm({
    initialValues: { email: '', name: '', role: 'member' as 'admin' | 'member' },
    validate: { email: (value) => (isAddress(value) ? null : t('Give an e-mail address.')) },
  });
  const kept = useKeptForm({ form, id: draftId });
  const save = useSave({
    form,
    keptAs: draftId,
    save: ({ name, ...values }, key) =>
      createUser({ ...values, ...(name.trim() ? { name: name.trim() } : {}) }, key),
    onSaved: (person) => {
      void client.invalidateQueries({ queryKey: ['users'] });
      onInvited(person.invitation_url ?? '');
    },
    onAway: (person) => onInvited(person.invitation_url ?? ''),
  });
  return (
    <SavedForm kept={kept} save={save} action={t('Make the invitation')}>
      <TextInput label={t('E-mail')} type="email" data-autofocus {...form.getInputProps('email')} />
      <TextInput label={t('Name')} {...form.getInputProps('name')} />
      <Select
        label={t('Role')}
        allowDeselect={false}
        data={[
          { value: 'member', label: t('Member: the projects shared with them') },
          { value: 'admin', label: t('Admin: all projects, and people') },
        ]}
        {...form.getInputProps('role')}
      />
    </SavedForm>
  );
}

export function InvitationLink({ link, onDone }: { link: string; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <ShownOnce
      title={t('Send this link; it works once, for seven days.')}
      value={link}
      copy={t('Copy the link')}
      onDone={onDone}
    />
  );
}

interface UserFormProps {
  user: Person;
  isMe: boolean;
  draftId: string;
  onDone: () => void;
}

export function UserForm({ user, isMe, draftId, onDone }: UserFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useCheckedForm({
    initialValues: { name: user.name, email: user.email },
    validate: {
      // someone who has not joined yet may be without a name
      name: (value) => (value.trim() === '' && user.name !== '' ? t('Give a name.') : null),
      email: (value) => (isAddress(value) ? null : t('Give an e-mail address.')),
    },
  });
  const kept = useKeptForm({ form, id: draftId });
  const save = useSave({
    form,
    keptAs: draftId,
    message: t('Saved.'),
    save: async ({ name, email }) => {
      const person = await updateUser(user.user_id, {
        ...(form.isDirty('name') ? { name: name.trim() } : {}),
        ...(form.isDirty('email') ? { email: email.trim() } : {}),
      });
      if (isMe) session.update(person);
    },
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['users'] });
      onDone();
    },
  });
  return (
    <SavedForm kept={kept} save={save} action={t('Save')} disabled={!form.isDirty()}>
      <TextInput label={t('Name')} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('E-mail')}
        type="email"
        description={t('With another address all sessions and open links end; sign-in is by the new one.')}
        {...form.getInputProps('email')}
      />
    </SavedForm>
  );
}
