/** What happens to the value of a link after it is read: look-up, type and default; then when and what if it fails. */
import { Accordion, Button, Select, Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConditionField } from '../conditions/condition-field.js';
import { ValueInput } from '../value-input.js';
import type { MappingDocument, MappingLink } from './document.js';
import { arraysOf } from './paths.js';
import classes from './parts.module.css';

type Change = (change: Partial<MappingLink>, group?: string) => void;

interface LinkValueRulesProps {
  document: MappingDocument;
  link: MappingLink;
  onChange: Change;
  onLookups: () => void;
}

export function LinkValueRules({ document, link, onChange, onLookups }: LinkValueRulesProps) {
  const { t } = useTranslation();
  const list = arraysOf(link.to).at(-1);
  const sections = document.scopes?.find((scope) => scope.to === list)?.sections;
  return (
    <div className={classes.fields}>
      <div className={classes.withButton}>
        <Select
          size="xs"
          label={t('Look up in')}
          placeholder={t('Nothing')}
          clearable
          data={Object.keys(document.lookups ?? {})}
          value={link.lookup ?? null}
          onChange={(lookup) => onChange({ lookup: lookup ?? undefined })}
          nothingFoundMessage={t('No table yet')}
        />
        <Button size="xs" onClick={onLookups}>
          {t('Tables')}
        </Button>
      </div>
      <Select
        size="xs"
        label={t('Type')}
        placeholder={t('As it is')}
        clearable
        data={[
          { value: 'string', label: t('text') },
          { value: 'number', label: t('number') },
          { value: 'integer', label: t('integer') },
          { value: 'boolean', label: t('boolean') },
          { value: 'array', label: t('list') },
          { value: 'any', label: t('anything') },
        ]}
        value={link.type ?? null}
        onChange={(type) => onChange({ type: type ?? undefined })}
      />
      <ValueInput
        label={t('Default')}
        placeholder={t('None')}
        value={link.default}
        emptyIsNothing
        onChange={(value) => onChange({ default: value }, 'default')}
      />
      {sections ? (
        <Select
          size="xs"
          label={t('Section')}
          placeholder={t('Choose a section')}
          data={sections.map((section) => section.id)}
          value={link.section ?? null}
          onChange={(section) => onChange({ section: section ?? undefined })}
        />
      ) : null}
    </div>
  );
}

export function LinkRules({ link, onChange }: { link: MappingLink; onChange: Change }) {
  const { t } = useTranslation();
  return (
    <Accordion variant="contained" classNames={{ label: classes.small ?? '', control: classes.small ?? '' }}>
      <Accordion.Item value="more">
        <Accordion.Control>{t('Rules')}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="xs">
            <Switch
              size="xs"
              label={t('Required: a record without it is not sent')}
              checked={link.required ?? false}
              onChange={(event) => onChange({ required: event.currentTarget.checked || undefined })}
            />
            <Switch
              size="xs"
              label={t('An empty text counts as missing')}
              checked={link.empty_as === 'missing'}
              onChange={(event) =>
                onChange({ empty_as: event.currentTarget.checked ? 'missing' : undefined })
              }
            />
            <div className={classes.fields}>
              <Select
                size="xs"
                label={t('When the value is null')}
                placeholder={t('As the mapping says')}
                clearable
                data={[
                  { value: 'null', label: t('Write null') },
                  { value: 'omit', label: t('Leave the field out') },
                  { value: 'error', label: t('The record fails') },
                ]}
                value={link.on_null ?? null}
                onChange={(value) => onChange({ on_null: value ?? undefined })}
              />
              <Select
                size="xs"
                label={t('When it is missing')}
                placeholder={t('As the mapping says')}
                clearable
                data={[
                  { value: 'omit', label: t('Leave the field out') },
                  { value: 'null', label: t('Write null') },
                  { value: 'error', label: t('The record fails') },
                ]}
                value={link.on_missing ?? null}
                onChange={(value) => onChange({ on_missing: value ?? undefined })}
              />
              <Select
                size="xs"
                label={t('When it fails')}
                allowDeselect={false}
                data={[
                  { value: 'fail', label: t('The record fails') },
                  { value: 'omit', label: t('Leave the field out') },
                  { value: 'null', label: t('Write null') },
                  { value: 'default', label: t('Write the default') },
                ]}
                value={link.on_error ?? 'fail'}
                onChange={(value) =>
                  onChange({ on_error: value === 'fail' || value === null ? undefined : value })
                }
              />
            </div>
            <ConditionField
              label={t('Only when')}
              value={link.when ?? null}
              onChange={(when, group) => onChange({ when: when ?? undefined }, group && `when-${group}`)}
            />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
