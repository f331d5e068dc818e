/** A condition: rules `{path, op, value}` in groups that may stand in groups; as fields or as JSON. */
import { useState, type ReactNode } from 'react';
import { Button, Input, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { printJson, sameValue } from '../../api/json.js';
import type { Json } from '../../api/types.js';
import { helpAbove } from '../../kit/help-above.js';
import { JsonField } from '../../pages/apis/json-field.js';
import { jsonFault, jsonText, readJson } from '../../pages/apis/api-form.js';
import { readCondition, writeCondition, type ConditionNode } from './condition.js';
import { Doubt } from './condition-rule.js';
import { ConditionTree } from './condition-tree.js';
import { pathsOfCondition } from './sample-paths.js';

interface ConditionFieldProps {
  label: string;
  help?: string;
  value: Json;
  /** `group`: edits that follow each other in one place are one step back. */
  onChange: (value: Json, group?: string) => void;
  /** Paths that are offered while one is typed. */
  paths?: string[];
  /** What is told of a path that does not seem to be there; it may be written all the same. */
  doubtOf?: ((path: string) => string | null) | undefined;
  /** Where a form holds the condition as text: a text that is no JSON stays there too, to be refused when it is saved. */
  asText?: { text: string; onText: (text: string) => void; error?: ReactNode; dataPath: string };
}

export function ConditionField({
  label,
  help,
  value,
  onChange,
  paths,
  doubtOf,
  asText,
}: ConditionFieldProps) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(() => ({ tree: readCondition(value), means: value }));
  // What is begun (a rule without a path) stands until the condition is changed from elsewhere.
  const isMine = sameValue(held.means, value);
  const current = isMine ? held : { tree: readCondition(value), means: value };
  if (!isMine) setHeld(current);
  const { tree } = current;
  const [asJson, setAsJson] = useState(
    tree === null || (asText !== undefined && readJson(asText.text) === undefined),
  );
  const [typed, setTyped] = useState<{ text: string; of: string | undefined } | null>(null);
  // What is typed stands until the condition is changed from elsewhere (undo, what somebody else saved).
  const text = asText?.text ?? (typed && typed.of === printJson(value) ? typed.text : jsonText(value));
  const type = (next: string) => {
    if (asText) return asText.onText(next);
    const means = readJson(next);
    setTyped({ text: next, of: printJson(means === undefined ? value : means) });
    if (means !== undefined) onChange(means, 'json');
  };
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
      disabled={asJson && (tree === null || readJson(text) === undefined)}
      onClick={() => {
        setTyped(null);
        setAsJson(!asJson);
      }}
    >
      {asJson ? t('As fields') : t('As JSON')}
    </Button>
  );
  if (asJson || tree === null) {
    const doubts = [
      ...new Set(
        pathsOfCondition(value).flatMap((path) => {
          const doubt = doubtOf?.(path) ?? null;
          return doubt === null ? [] : [`${path}: ${doubt}`];
        }),
      ),
    ];
    return (
      <Stack gap={6}>
        <JsonField
          label={label}
          help={t('{path, op, value}, or {all: […]}, {any: […]}, {not: …}')}
          value={text}
          error={asText?.error ?? jsonFault(text, t)}
          dataPath={asText?.dataPath}
          height={140}
          onChange={type}
        />
        {doubts.map((doubt) => (
          <Doubt key={doubt}>{doubt}</Doubt>
        ))}
        <div>{toggle}</div>
      </Stack>
    );
  }
  return (
    <Input.Wrapper
      label={label}
      description={help}
      error={asText?.error}
      labelElement="div"
      inputWrapperOrder={helpAbove}
    >
      <div
        style={{ marginTop: 4 }}
        data-path={asText?.dataPath}
        tabIndex={-1}
        role="group"
        aria-label={label}
      >
        <ConditionTree
          label={label}
          root={tree}
          paths={paths}
          doubtOf={doubtOf}
          onChange={change}
          toggle={toggle}
        />
      </div>
    </Input.Wrapper>
  );
}
