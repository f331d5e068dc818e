/** What happens to the value of a link after it is read: look-up, type and default; then when and what if it fails. */
import { useMemo } from 'react';
import { Accordion, Button, Select, Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConditionField } from '../conditions/condition-field.js';
import { options } from '../../pages/labels.js';
import { ValueInput } from '../value-input.js';
import type { MappingDocument, MappingLink } from './document.js';
import type { Field } from './fields.js';
import { linkWords } from './link-words.js';
import { mayHold } from './lost-ends.js';
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
        data={options(linkWords.type.words, t)}
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

interface LinkRulesProps {
  link: MappingLink;
  sources: ReadonlyMap<string, Field>;
  onChange: Change;
}

export function LinkRules({ link, sources, onChange }: LinkRulesProps) {
  const { t } = useTranslation();
  const paths = useMemo(() => [...sources.keys()], [sources]);
  return (
    <Accordion variant="contained" classNames={{ label: classes.small ?? '', control: classes.small ?? '' }}>
      <Accordion.Item value="more">
        <Accordion.Control>{t('Rules')}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="xs">
            <Switch
              size="xs"
              label={t(linkWords.required.label)}
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
                label={t(linkWords.on_null.label)}
                placeholder={t('As the mapping says')}
                clearable
                data={options(linkWords.on_null.words, t)}
                value={link.on_null ?? null}
                onChange={(value) => onChange({ on_null: value ?? undefined })}
              />
              <Select
                size="xs"
                label={t(linkWords.on_missing.label)}
                placeholder={t('As the mapping says')}
                clearable
                data={options(linkWords.on_missing.words, t)}
                value={link.on_missing ?? null}
                onChange={(value) => onChange({ on_missing: value ?? undefined })}
              />
              <Select
                size="xs"
                label={t(linkWords.on_error.label)}
                allowDeselect={false}
                data={options(linkWords.on_error.words, t)}
                value={link.on_error ?? 'fail'}
                onChange={(value) =>
                  onChange({ on_error: value === 'fail' || value === null ? undefined : value })
                }
              />
            </div>
            <ConditionField
              label={t(linkWords.when.label)}
              paths={paths}
              doubtOf={(path) => (mayHold(sources, path) ? null : t('No source sample has this field.'))}
              value={link.when ?? null}
              onChange={(when, group) => onChange({ when: when ?? undefined }, group && `when-${group}`)}
            />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
