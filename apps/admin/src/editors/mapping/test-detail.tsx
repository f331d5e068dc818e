/** One saved test: its record, what it must become, and where the mapping now differs from that. */
import { useState } from 'react';
import { Button, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MappingPreview, previewMappingQuery } from '../../api/mappings.js';
import { parseJson, printJson } from '../../api/json.js';
import type { Json } from '../../api/types.js';
import { JsonEditor } from '../../kit/json-editor.js';
import { shortValue } from '../../kit/short.js';
import { Note } from '../../kit/note.js';
import { ErrorNote, LoadingRows } from '../../kit/states.js';
import kit from '../../kit/kit.module.css';
import { differencesOf } from './compare.js';
import type { MappingTest } from './document.js';
import { expectNow, updateTest } from './tests.js';
import type { Edit } from './use-linking.js';

/** What the mapping makes of one record. */
export type PreviewOf = (record: Json) => ReturnType<typeof previewMappingQuery>;

interface TestDetailProps {
  test: MappingTest;
  position: number;
  onEdit: Edit;
  previewOf: PreviewOf;
}

export function TestDetail({ test, position, onEdit, previewOf }: TestDetailProps) {
  const { t } = useTranslation();
  const found = useQuery(previewOf(test.input));
  const body = found.data?.output?.body;
  const errors = found.data?.errors ?? [];
  return (
    <Stack gap="xs" mt="xs">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <JsonMember
          label={t('Record')}
          value={test.input}
          onChange={(input) =>
            onEdit((current) => updateTest(current, position, { input }), `test-in-${position}`)
          }
        />
        {test.errors ? (
          <JsonMember
            label={t('Expected errors')}
            value={test.errors}
            onChange={(value) =>
              onEdit(
                (current) => updateTest(current, position, { errors: value as Record<string, Json>[] }),
                `test-out-${position}`,
              )
            }
          />
        ) : (
          <JsonMember
            label={t('Expected body')}
            value={test.output ?? null}
            onChange={(output) =>
              onEdit((current) => updateTest(current, position, { output }), `test-out-${position}`)
            }
          />
        )}
      </SimpleGrid>
      {found.isError ? <ErrorNote error={found.error} /> : null}
      {found.data ? (
        <Differences test={test} body={body} errors={errors} />
      ) : found.isLoading ? (
        <LoadingRows rows={1} />
      ) : null}
      <div>
        <Button
          size="xs"
          disabled={!found.data}
          onClick={() => onEdit((current) => expectNow(current, position, { body, errors }))}
        >
          {t('Expect what it makes now')}
        </Button>
      </div>
    </Stack>
  );
}

function Differences({
  test,
  body,
  errors,
}: {
  test: MappingTest;
  body: Json | undefined;
  errors: MappingPreview['errors'];
}) {
  const { t } = useTranslation();
  if (!test.errors && errors.length > 0) {
    return (
      <Note tone="bad" title={t('The record ends with an error instead')}>
        {errors.map((fault, at) => (
          <Text key={at} size="xs">
            <span className="mono">{fault.to}</span> {fault.message}
          </Text>
        ))}
      </Note>
    );
  }
  const expected = test.errors ? (test.errors as Json) : (test.output ?? null);
  const actual = test.errors
    ? errors.map((fault, at) => pick(fault as unknown as Record<string, Json>, test.errors?.[at]))
    : (body ?? null);
  const rows = differencesOf(expected, actual);
  if (rows.length === 0) return null;
  return (
    <Table className={kit.table ?? ''} aria-label={t('What differs')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Place')}</Table.Th>
          <Table.Th>{t('Expected')}</Table.Th>
          <Table.Th>{t('Makes now')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.path}>
            <Table.Td className="mono">{row.path}</Table.Td>
            <Table.Td className="mono">{value(row.expected) ?? t('nothing')}</Table.Td>
            <Table.Td className="mono" c="var(--pw-bad)">
              {value(row.actual) ?? t('nothing')}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
const value = (shown: Json | undefined): string | undefined =>
  shown === undefined
    ? undefined
    : shortValue(typeof shown === 'string' ? (printJson(shown) ?? '') : shown, 200);
/** Of an error only the members that the test names. */
const pick = (found: Record<string, Json>, wanted: Record<string, Json> | undefined): Json =>
  wanted === undefined
    ? { code: found.code ?? null, to: found.to ?? null }
    : Object.fromEntries(Object.keys(wanted).map((key) => [key, found[key] ?? null]));

/** A JSON member that is taken as soon as it is JSON. */
function JsonMember({
  label,
  value: member,
  onChange,
}: {
  label: string;
  value: Json;
  onChange: (value: Json) => void;
}) {
  const { t } = useTranslation();
  const written = printJson(member, 2) ?? '';
  const [typed, setTyped] = useState<{ text: string; of: string } | null>(null);
  // What is typed stands until the member is changed from elsewhere (undo, "expect what it makes now").
  const text = typed && typed.of === written ? typed.text : written;
  const [fault, setFault] = useState(false);
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="xs" fw={500} mb={4}>
        {label}
      </Text>
      <JsonEditor
        label={label}
        value={text}
        height={220}
        invalid={fault}
        onChange={(next) => {
          if (next === text) return;
          try {
            const parsed = parseJson(next);
            setFault(false);
            setTyped({ text: next, of: printJson(parsed, 2) ?? '' });
            onChange(parsed);
          } catch {
            setFault(true);
            setTyped({ text: next, of: written });
          }
        }}
      />
      {fault ? (
        <Text size="xs" c="var(--pw-bad)" role="alert" mt={4}>
          {t('This is not JSON yet.')}
        </Text>
      ) : null}
    </div>
  );
}
