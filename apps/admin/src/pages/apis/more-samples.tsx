/** Sample responses beside the first: their fields are merged, for those that not every answer has. */
import { useState } from 'react';
import { ActionIcon, Button, Group, Input, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { short } from '../../kit/short.js';
import type { ApiForm } from './api-form.js';
import { JsonField } from './json-field.js';

/** What the service takes. */
export const mostSamples = 20;
const name = 'more_sample_responses';

export function MoreSamples({ form }: { form: UseFormReturnType<ApiForm> }) {
  const { t } = useTranslation();
  const texts = form.values[name];
  const [open, setOpen] = useState<number | null>(null);
  const faulty = texts.findIndex((_, position) => Boolean(form.errors[`${name}.${position}`]));
  return (
    <div role="group" aria-label={t('More sample responses')}>
      <Input.Label labelElement="div">{t('More sample responses')}</Input.Label>
      <Input.Description>
        {t('Merged with the one above, for fields that not every answer has.')}
      </Input.Description>
      <Stack gap="xs" mt={6}>
        {texts.map((text, position) => {
          const number = position + 2;
          const isOpen = position === open || position === faulty;
          return (
            <div key={position}>
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="compact-xs"
                  style={{ flexShrink: 0 }}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? null : position)}
                >
                  {t('Sample {{number}}', { number })}
                </Button>
                <Text className="mono" truncate style={{ flex: 1, minWidth: 0 }}>
                  {isOpen ? '' : short(text.replace(/\s+/g, ' '), 120)}
                </Text>
                <ActionIcon
                  size={26}
                  aria-label={t('Remove sample {{number}}', { number })}
                  onClick={() => {
                    setOpen(null);
                    form.setFieldValue(name, texts.toSpliced(position, 1));
                    form.clearErrors();
                  }}
                >
                  <IconTrash size={15} aria-hidden />
                </ActionIcon>
              </Group>
              {isOpen ? (
                <JsonField
                  label={t('Sample {{number}}', { number })}
                  isTitled
                  value={text}
                  error={form.errors[`${name}.${position}`]}
                  dataPath={`${name}.${position}`}
                  height={200}
                  onChange={(next) => {
                    form.setFieldValue(name, texts.with(position, next));
                    form.clearFieldError(`${name}.${position}`);
                  }}
                />
              ) : null}
            </div>
          );
        })}
        <div>
          <Button
            size="compact-sm"
            leftSection={<IconPlus size={13} aria-hidden />}
            disabled={texts.length >= mostSamples}
            onClick={() => {
              form.setFieldValue(name, [...texts, '']);
              setOpen(texts.length);
            }}
          >
            {t('Add a sample')}
          </Button>
        </div>
      </Stack>
    </div>
  );
}
