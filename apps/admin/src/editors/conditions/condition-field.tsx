/** A condition: rules `{path, op, value}` in groups that may stand in groups; as fields or as JSON. */
import { useState } from 'react';
import { Button, Input, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { printJson } from '../../api/json.js';
import type { Json } from '../../api/types.js';
import { JsonField } from '../../pages/apis/json-field.js';
import { jsonFault, jsonOf, jsonText } from '../../pages/apis/api-form.js';
import { readCondition, writeCondition, type ConditionNode } from './condition.js';
import { ConditionTree } from './condition-tree.js';

interface ConditionFieldProps {
  label: string;
  help?: string;
  value: Json;
  /** `group`: edits that follow each other in one place are one step back. */
  onChange: (value: Json, group?: string) => void;
  /** Paths that are offered while one is typed. */
  paths?: string[];
}

export function ConditionField({ label, help, value, onChange, paths }: ConditionFieldProps) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(() => ({ tree: readCondition(value), means: value }));
  // What is begun (a rule without a path) stands until the condition is changed from elsewhere.
  const isMine = printJson(held.means) === printJson(value);
  const current = isMine ? held : { tree: readCondition(value), means: value };
  if (!isMine) setHeld(current);
  const { tree } = current;
  const [asJson, setAsJson] = useState(tree === null);
  const [text, setText] = useState(jsonText(value));
  const change = (next: ConditionNode, group?: string) => {
    const means = writeCondition(next);
    setHeld({ tree: next, means });
    onChange(means, group);
  };
  const toggle = (
    <Button
      size="compact-xs"
      variant="subtle"
      ml="auto"
      disabled={asJson && (tree === null || jsonFault(text) !== null)}
      onClick={() => {
        setText(jsonText(value));
        setAsJson(!asJson);
      }}
    >
      {asJson ? t('As fields') : t('As JSON')}
    </Button>
  );
  if (asJson || tree === null) {
    return (
      <Stack gap={6}>
        <JsonField
          label={label}
          help={t('{path, op, value}, or {all: […]}, {any: […]}, {not: …}')}
          value={text}
          error={jsonFault(text)}
          height={140}
          onChange={(next) => {
            setText(next);
            if (jsonFault(next) === null) onChange(jsonOf(next), 'json');
          }}
        />
        <div>{toggle}</div>
      </Stack>
    );
  }
  return (
    <Input.Wrapper label={label} description={help} labelElement="div">
      <div style={{ marginTop: 4 }}>
        <ConditionTree label={label} root={tree} paths={paths} onChange={change} toggle={toggle} />
      </div>
    </Input.Wrapper>
  );
}
