/** Asks by typing for the source of one destination field: the keyboard's way to make a link. */
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/dialog.js';
import type { Field } from './fields.js';
import { SourcePicker } from './source-picker.js';

interface AskSourceProps {
  field: string | null;
  fields: ReadonlyMap<string, Field>;
  onClose: () => void;
  onPick: (source: string, target: string) => void;
}

export default function AskSource({ field, fields, onClose, onPick }: AskSourceProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={field !== null}
      onClose={onClose}
      title={t('Source of {{field}}', { field: field ?? '' })}
    >
      <SourcePicker
        autoFocus
        label={t('Choose a source field')}
        fields={fields}
        onPick={(source) => {
          if (field !== null) onPick(source, field);
          onClose();
        }}
      />
    </Dialog>
  );
}
