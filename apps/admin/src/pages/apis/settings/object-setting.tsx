/** A setting that is one object, as a grid of its fields. */
import { Fragment, type ReactNode } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { isMembers } from '../../../api/json.js';
import type { ApiForm } from '../api-form.js';
import { settingFields, type ObjectSetting } from './api-settings.js';
import { MemberField } from './member-field.js';
import { SettingSection } from './setting-section.js';
import { canShow, isShown, withMember, type Members, type SettingField } from './setting.js';
import { useSetting } from './use-setting.js';
import type { Json } from '../../../api/types.js';
import classes from './settings.module.css';

export interface OwnFieldProps {
  field: SettingField;
  value: Members;
  error: ReactNode;
  dataPath: string;
  onChange: (next: Json | undefined) => void;
  /** Another value of the whole setting. */
  onWhole: (value: Members) => void;
  onBlur: () => void;
}

interface ObjectSettingFieldsProps {
  form: UseFormReturnType<ApiForm>;
  name: ObjectSetting;
  title: string;
  /** What holds while it is on, and while it is off; without the latter there is no switch. */
  on: string;
  off?: string;
  columns?: 2 | 3;
  /** Draws members that have a field of their own kind. */
  own?: Record<string, (props: OwnFieldProps) => ReactNode>;
}

export function ObjectSettingFields({
  form,
  name,
  title,
  on,
  off,
  columns = 2,
  own = {},
}: ObjectSettingFieldsProps) {
  const setting = useSetting(form, name);
  const fields = settingFields[name];
  return (
    <SettingSection
      setting={setting}
      title={title}
      help={setting.value === null ? (off ?? on) : on}
      shape={`{${fields.map((field) => field.name).join(', ')}}`}
      {...(off === undefined ? {} : { begin: {} })}
      canShow={(value) => canShow(fields, value)}
    >
      {(value) => {
        const members = isMembers(value) ? value : {};
        return (
          <div className={classes.grid} data-columns={columns}>
            {fields
              .filter((field) => isShown(field, members))
              .map((field) => {
                const onChange = (next: Json | undefined) =>
                  setting.setValue(withMember(fields, members, field.name, next), field.name);
                const render = own[field.name];
                return render ? (
                  <Fragment key={field.name}>
                    {render({
                      field,
                      value: members,
                      error: setting.faultOf(field.name),
                      dataPath: setting.pathOf(field.name),
                      onChange,
                      onWhole: setting.setValue,
                      onBlur: () => setting.check(field.name),
                    })}
                  </Fragment>
                ) : (
                  <MemberField
                    key={field.name}
                    setting={setting}
                    field={field}
                    value={members}
                    onChange={onChange}
                  />
                );
              })}
          </div>
        );
      }}
    </SettingSection>
  );
}
