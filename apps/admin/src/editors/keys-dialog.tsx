/** The keys of an editor, shown by `?`. */
import { Kbd, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../kit/dialog.js';

export interface KeyHelp {
  keys: string[];
  does: string;
}

export function KeysDialog({
  keys,
  opened,
  onClose,
}: {
  keys: KeyHelp[];
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Keys')}>
      <Table aria-label={t('Keys')}>
        <Table.Tbody>
          {keys.map((entry) => (
            <Table.Tr key={entry.does}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                {entry.keys.map((key) => (
                  <Kbd key={key} size="xs" mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{entry.does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
