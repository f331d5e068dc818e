/** The frame of one setting: on or off, as fields or as JSON, and what is wrong with the whole. */
import { useId, useState, type ReactNode } from 'react';
import { Button, Input, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../api/types.js';
import { JsonField } from '../json-field.js';
import { useTurnedOff } from './turned-off.js';
import type { Setting } from './use-setting.js';
import classes from './settings.module.css';

interface SettingSectionProps {
  setting: Setting;
  title: string;
  /** What holds as it is now. */
  help: string;
  /** Which members the JSON has. */
  shape: string;
  /** What it begins with when it is turned on; absent: there is no switch. */
  begin?: Json;
  /** False: only JSON can show it. */
  canShow: (value: Json) => boolean;
  children: (value: Json) => ReactNode;
}

export function SettingSection(props: SettingSectionProps) {
  const { setting, title, help, shape, begin, canShow, children } = props;
  const { t } = useTranslation();
  const id = useId();
  const { value, text } = setting;
  const isShowable = value !== undefined && canShow(value);
  const [wantsJson, setWantsJson] = useState(!isShowable);
  const asJson = wantsJson || !isShowable;
  const turnedOff = useTurnedOff();
  const isOn = value !== null;
  const turn = (on: boolean) => {
    const before = turnedOff.get(setting.name);
    if (!on) {
      turnedOff.set(setting.name, text);
      setting.setText('');
    } else if (before === undefined) setting.setValue(begin ?? null);
    else setting.setText(before);
  };
  const fault = setting.faultOf('');
  return (
    <section className={classes.setting} aria-labelledby={id}>
      <div className={classes.head}>
        {begin === undefined ? (
          <div className={classes.words}>
            <Text id={id} fw={600}>
              {title}
            </Text>
            <Text size="xs" c="dimmed">
              {help}
            </Text>
          </div>
        ) : (
          <Switch
            className={classes.words}
            label={<span id={id}>{title}</span>}
            description={help}
            error={asJson ? undefined : fault}
            classNames={{ label: classes.title ?? '' }}
            checked={isOn}
            {...(asJson ? {} : { 'data-path': setting.pathOf('') })}
            onChange={(event) => turn(event.currentTarget.checked)}
          />
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={
            asJson ? t('{{name}} as fields', { name: title }) : t('{{name}} as JSON', { name: title })
          }
          disabled={asJson && !isShowable}
          onClick={() => setWantsJson(!asJson)}
        >
          {asJson ? t('As fields') : t('As JSON')}
        </Button>
      </div>
      {asJson ? (
        <JsonField
          label={t('{{name}} as JSON', { name: title })}
          isTitled
          help={
            value !== undefined && !isShowable
              ? `${shape} ${t('The fields cannot show all of this.')}`
              : shape
          }
          value={text}
          error={setting.faults.length > 0 ? setting.faults.join(' ') : undefined}
          dataPath={setting.pathOf('')}
          height={160}
          onChange={setting.setText}
        />
      ) : (
        <>
          {begin === undefined && fault ? <Input.Error>{fault}</Input.Error> : null}
          {isOn || begin === undefined ? children(value) : null}
        </>
      )}
    </section>
  );
}
