/** What the check of a paging saw: page by page, and what speaks against it. */
import { List, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CheckedPagingDto } from '#sdk';
import { formatNumber } from '../../i18n/format.js';
import { Note } from '../../kit/note.js';
import kit from '../../kit/kit.module.css';

export function PagingResult({ result }: { result: CheckedPagingDto }) {
  const { t } = useTranslation();
  return (
    <div style={{ marginTop: 8 }}>
      <Note
        tone={result.ok ? 'good' : 'warn'}
        live
        title={result.ok ? t('The paging works.') : t('Something speaks against this paging.')}
      >
        {result.findings.length > 0 ? (
          <List>
            {result.findings.map((finding) => (
              <List.Item key={finding.code + finding.message}>{finding.message}</List.Item>
            ))}
          </List>
        ) : null}
        <Text size="xs">
          {result.total === null
            ? t('{{count, number}} different records seen', { count: result.seen })
            : t('{{count, number}} different records seen, of {{total}} that there are', {
                count: result.seen,
                total: formatNumber(result.total),
              })}
        </Text>
      </Note>
      <Table className={kit.table ?? ''} aria-label={t('Pages')} mt="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Page')}</Table.Th>
            <Table.Th ta="right">{t('Status')}</Table.Th>
            <Table.Th ta="right">{t('Records')}</Table.Th>
            <Table.Th ta="right">{t('Seen before')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {result.pages.map((page) => (
            <Table.Tr key={page.page}>
              <Table.Td title={page.url}>{page.page}</Table.Td>
              <Table.Td ta="right">{page.status ?? '–'}</Table.Td>
              <Table.Td ta="right">{formatNumber(page.records)}</Table.Td>
              <Table.Td ta="right">{formatNumber(page.repeated)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
