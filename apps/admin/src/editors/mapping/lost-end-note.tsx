/** One end that no source sample holds: where it is read, and the ways on. */
import { useMemo, useState, type ReactNode } from 'react';
import { Anchor, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Note } from '../../kit/note.js';
import type { Field } from './fields.js';
import { listsOf } from './paths.js';
import type { LostEnd } from './lost-ends.js';
import { SourcePicker } from './source-picker.js';
import { readInstead, removeUse, type UsePart } from './source-uses.js';
import type { Edit } from './use-linking.js';

interface LostEndNoteProps {
  end: LostEnd;
  sources: ReadonlyMap<string, Field>;
  onEdit: Edit;
  /** A way to the field that the link fills. */
  field: (path: string) => ReactNode;
  /** Opens what is said of the lists. */
  onLists: () => void;
}

export function LostEndNote({ end, sources, onEdit, field, onLists }: LostEndNoteProps) {
  const { t } = useTranslation();
  const [isPicking, setIsPicking] = useState(false);
  const { use, candidate } = end;
  const { path, part, link, scope } = use;
  const isList = scope !== undefined && (part === 'from' || part === 'join');
  const choices = useMemo(() => (isList ? listFields(sources) : sources), [isList, sources]);
  const read = (other: string) => onEdit((current) => readInstead(current, use, other));
  const parts: Record<UsePart, string> = {
    from: t('its rows'),
    when: t('its condition'),
    where: t('its filter'),
    sort: t('its order'),
    distinct: t('what tells rows apart'),
    group_by: t('its groups'),
    join: t('a join'),
    key: t('the key of a join'),
  };
  return (
    <Note tone="warn" title={t('The source sample has no such field')}>
      <div>
        <span className="mono">{path}</span>{' '}
        {link ? (
          <>
            → {field(link.to)} {part === 'when' ? `(${parts.when})` : null}
          </>
        ) : (
          <>
            →{' '}
            <Anchor component="button" type="button" size="sm" onClick={onLists}>
              {t('List {{name}}', { name: scope?.to })}
            </Anchor>{' '}
            ({parts[part]})
          </>
        )}
      </div>
      <Group gap={6} mt={6}>
        {candidate === null ? null : (
          <Button size="compact-xs" onClick={() => read(candidate)}>
            {t('Read {{field}}', { field: candidate })}
          </Button>
        )}
        <Button size="compact-xs" aria-expanded={isPicking} onClick={() => setIsPicking(!isPicking)}>
          {isList ? t('Read another list') : t('Read another field')}
        </Button>
        <Button size="compact-xs" onClick={() => onEdit((current) => removeUse(current, use))}>
          {t('Remove')}
        </Button>
      </Group>
      {isPicking ? (
        <div style={{ marginTop: 6 }}>
          <SourcePicker
            autoFocus
            label={t('Read instead of {{field}}', { field: path })}
            fields={choices}
            onPick={read}
          />
        </div>
      ) : null}
    </Note>
  );
}

/** The lists of the source, each with the row that stands for it. */
function listFields(sources: ReadonlyMap<string, Field>): Map<string, Field> {
  return new Map(
    listsOf([...sources.keys()]).flatMap((path) => {
      const row = sources.get(path) ?? sources.get(path.slice(0, -2));
      return row ? [[path, { ...row, path }] as const] : [];
    }),
  );
}
