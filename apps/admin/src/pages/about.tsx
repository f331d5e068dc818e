/** About this instance: its address, its API, the keys of the editors. */
import { Anchor, Kbd, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { authStateQuery } from '../api/auth.js';
import { Fact } from '../kit/fact.js';
import { Page, Section } from '../kit/page.js';
import kit from '../kit/kit.module.css';

const keys: [string, string][] = [
  ['Ctrl K', 'Search pages, objects and actions'],
  ['Ctrl S', 'Save the form, the draft or the mapping'],
  ['Ctrl Z', 'Undo'],
  ['Shift Ctrl Z', 'Redo'],
  ['/', 'Find in the tree'],
  ['Arrows', 'Walk and fold the tree'],
  ['Enter', 'Choose a source field by typing'],
  ['?', 'Show the keys of the page'],
];

export function AboutPage() {
  const { t } = useTranslation();
  const publicUrl = useQuery(authStateQuery).data?.public_url;
  return (
    <Page title={t('About')} narrow>
      <Stack>
        <Section title="Pipewright">
          <Text>
            {t('Self-hosted integration service: connects external systems and moves data between them.')}
          </Text>
          <Stack gap={6} mt="sm">
            <Fact label={t('Version')}>{__APP_VERSION__}</Fact>
            <Fact label={t('Public address')}>
              <span className="mono">{publicUrl ?? window.location.origin}</span>
            </Fact>
            <Fact label={t('Redirect URL')}>
              <span className="mono">{`${publicUrl ?? window.location.origin}/oauth/callback`}</span>
            </Fact>
            <Fact label={t('Licence')}>MIT</Fact>
          </Stack>
          <Text mt="sm">
            <Anchor href="/api/docs" target="_blank" rel="noreferrer">
              {t('API reference')}
            </Anchor>{' '}
            ·{' '}
            <Anchor href="/api/openapi.json" target="_blank" rel="noreferrer">
              openapi.json
            </Anchor>
          </Text>
        </Section>
        <Section title={t('Keys')} padded={false}>
          <Table className={kit.table ?? ''} aria-label={t('Keys')}>
            <Table.Tbody>
              {keys.map(([key, text]) => (
                <Table.Tr key={key}>
                  <Table.Td w={132}>
                    <Kbd>{key}</Kbd>
                  </Table.Td>
                  <Table.Td>{t(text)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Section>
      </Stack>
    </Page>
  );
}
