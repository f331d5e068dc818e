/** The keys of an editor, shown by `?`. */
import { Kbd, Modal, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export interface KeyHelp {
  keys: string[];
  does: string;
}

export function KeysDialog({
  keys,
  opened,
  onClose,
  onClosed,
}: {
  keys: KeyHelp[];
  opened: boolean;
  onClose: () => void;
  onClosed: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title={<Text fw={600}>{t('Keys')}</Text>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
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
    </Modal>
  );
}
