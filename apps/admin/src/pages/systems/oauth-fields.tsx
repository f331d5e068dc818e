/** The OAuth 2.0 fields of a system, each shown only where it applies. */
import { Accordion, Checkbox, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { PairField } from '../../kit/pair-field.js';
import { Note } from '../../kit/note.js';
import { SecretInput } from '../../kit/secret-input.js';
import { clientAuthentications, grantTypes, options, transformations } from '../labels.js';
import { RedirectUrl } from './redirect-url.js';
import { PlacementFields } from './placement-fields.js';
import { fieldsOf, type SystemForm } from './system-form.js';

interface OAuthFieldsProps {
  form: UseFormReturnType<SystemForm>;
  redirectUrl: string;
  secretStored: boolean;
}

export function OAuthFields({ form, redirectUrl, secretStored }: OAuthFieldsProps) {
  const { t } = useTranslation();
  const grant = form.values.grant_type;
  const { asksConsent, hasTransformation, needsSecret } = fieldsOf(grant);
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select
          label={t('Grant Type')}
          description={
            grant === 'authorization_code_pkce'
              ? t('Recommended. The external system must support PKCE.')
              : undefined
          }
          data={options(grantTypes)}
          allowDeselect={false}
          {...form.getInputProps('grant_type')}
        />
        <Select
          label={t('Client Authentication')}
          data={options(clientAuthentications)}
          allowDeselect={false}
          {...form.getInputProps('client_authentication')}
        />
      </SimpleGrid>
      {grant === 'resource_owner_credentials' ? (
        <Note tone="warn">
          {t(
            'Use this grant only where the external system offers no other: the service handles a person’s password. Username and password are given in the credential.',
          )}
        </Note>
      ) : null}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label={t('Client ID')}
          withAsterisk={grant !== 'resource_owner_credentials'}
          classNames={{ input: 'mono' }}
          autoComplete="off"
          {...form.getInputProps('client_id')}
        />
        <SecretInput
          label={t('Client Secret')}
          withAsterisk={needsSecret}
          stored={secretStored}
          {...form.getInputProps('client_secret')}
        />
      </SimpleGrid>
      {grant === 'resource_owner_credentials' ? (
        <div style={{ fontSize: 12, color: 'var(--mantine-color-dimmed)', marginTop: -8 }}>
          {t('Fill in both if the external system requires them')}
        </div>
      ) : null}
      {asksConsent ? (
        <TextInput
          label={t('Authorization URL')}
          withAsterisk
          placeholder="https://shop.example.com/oauth/authorize"
          description={t('Where a person gives consent. Query parameters are left out.')}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('authorization_url')}
        />
      ) : null}
      <TextInput
        label={t('Token URL')}
        withAsterisk
        placeholder="https://shop.example.com/oauth/token"
        classNames={{ input: 'mono' }}
        {...form.getInputProps('token_url')}
      />
      <TextInput
        label={t('Scope')}
        placeholder="orders.read offline_access"
        description={t(
          'Separated by spaces. Include the scope that allows refresh tokens (often offline_access), else a person must sign in again when the token ends.',
        )}
        classNames={{ input: 'mono' }}
        {...form.getInputProps('scope')}
      />
      {hasTransformation ? (
        <Select
          label={t('Transformation method')}
          description={
            form.values.transformation_method === 'plain'
              ? t('Plain protects less; SHA-256 is recommended.')
              : t('SHA-256 is recommended.')
          }
          data={options(transformations)}
          allowDeselect={false}
          {...form.getInputProps('transformation_method')}
        />
      ) : null}
      {asksConsent ? <RedirectUrl value={redirectUrl} /> : null}
      <PlacementFields form={form} />
      <Accordion variant="contained">
        <Accordion.Item value="advanced">
          <Accordion.Control>{t('Advanced')}</Accordion.Control>
          <Accordion.Panel>
            <Stack>
              {asksConsent ? (
                <PairField
                  form={form}
                  name="extra_authorize_params"
                  label={t('Extra parameters of the authorization request')}
                  help={t('Such as access_type, prompt, audience. A name given twice is sent twice.')}
                />
              ) : null}
              <PairField
                form={form}
                name="extra_token_params"
                label={t('Extra parameters of the token request')}
              />
              <PairField
                form={form}
                name="extra_refresh_params"
                label={t('Extra parameters of the refresh request')}
              />
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
                <Select
                  label={t('Between scopes')}
                  data={[
                    { value: ' ', label: t('Space') },
                    { value: ',', label: t('Comma') },
                    { value: '+', label: t('Plus') },
                  ]}
                  allowDeselect={false}
                  {...form.getInputProps('scope_separator')}
                />
                <Select
                  label={t('Encoding of the Basic header')}
                  data={[
                    { value: 'rfc6749', label: t('As RFC 6749 says') },
                    { value: 'raw', label: t('Raw') },
                  ]}
                  allowDeselect={false}
                  {...form.getInputProps('basic_encoding')}
                />
                <TextInput
                  label={t('Where the token is in the answer')}
                  placeholder="access_token"
                  classNames={{ input: 'mono' }}
                  {...form.getInputProps('token_path')}
                />
                <Select
                  label={t('Form of the answer')}
                  data={[
                    { value: 'auto', label: t('Told by the answer') },
                    { value: 'text', label: t('The token as plain text') },
                  ]}
                  allowDeselect={false}
                  {...form.getInputProps('token_answer')}
                />
                <Select
                  label={t('Unit of expires_in')}
                  data={[
                    { value: 's', label: t('Seconds') },
                    { value: 'ms', label: t('Milliseconds') },
                  ]}
                  allowDeselect={false}
                  {...form.getInputProps('expires_in_unit')}
                />
                <NumberInput
                  label={t('Lifetime when the answer names none (s)')}
                  min={1}
                  {...form.getInputProps('default_expires_in')}
                />
                {asksConsent ? (
                  <TextInput
                    label={t('Issuer')}
                    classNames={{ input: 'mono' }}
                    {...form.getInputProps('issuer')}
                  />
                ) : null}
                {asksConsent ? (
                  <TextInput
                    label={t('Name of the Redirect URL')}
                    description={t('Where the provider takes a name instead of the URL (eBay: RuName).')}
                    classNames={{ input: 'mono' }}
                    {...form.getInputProps('redirect_uri_name')}
                  />
                ) : null}
                <TextInput
                  label={t('Revocation URL')}
                  classNames={{ input: 'mono' }}
                  {...form.getInputProps('revocation_url')}
                />
              </SimpleGrid>
              <Group>
                <Checkbox
                  label={t('Send the scope on refresh')}
                  {...form.getInputProps('send_scope_on_refresh', { type: 'checkbox' })}
                />
                <Checkbox
                  label={t('Send an empty client secret')}
                  {...form.getInputProps('send_empty_client_secret', { type: 'checkbox' })}
                />
              </Group>
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  );
}
