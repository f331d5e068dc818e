/** Everything to look at, each with its place and the change that mends it. */
import type { ReactNode } from 'react';
import { Anchor, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SideDialog } from '../../kit/side-dialog.js';
import { Note } from '../../kit/note.js';
import { Empty } from '../../kit/states.js';
import { updateLink } from './document.js';
import type { Field } from './fields.js';
import { withOptionLabels } from './function-words.js';
import { LostEndNote } from './lost-end-note.js';
import { applyFix, type Mend, type Problems } from './problems.js';
import type { Edit } from './use-linking.js';

interface ProblemsListProps {
  opened: boolean;
  onClose: () => void;
  problems: Problems;
  sources: ReadonlyMap<string, Field>;
  onSelect: (path: string) => void;
  onLists: () => void;
  onEdit: Edit;
}

export default function ProblemsList(props: ProblemsListProps) {
  const { opened, onClose, problems, sources, onSelect, onLists, onEdit } = props;
  const { t } = useTranslation();
  const { faults, missing, lost, mismatches } = problems;
  const field = (path: string) => (
    <Anchor component="button" type="button" className="mono" onClick={() => onSelect(path)}>
      {path}
    </Anchor>
  );
  const mends = (list: Mend[]): ReactNode =>
    list.length === 0 ? null : (
      <Stack gap={4}>
        {list.map((mend) => (
          <Button key={mend.label} size="compact-xs" onClick={() => onEdit(mend.apply)}>
            {mend.label}
          </Button>
        ))}
      </Stack>
    );
  return (
    <SideDialog opened={opened} onClose={onClose} title={t('To look at')}>
      <Stack gap="xs">
        {problems.count === 0 ? (
          <Empty title={t('No problems')}>
            {t('Every required field is mapped, and the record can be sent.')}
          </Empty>
        ) : null}
        {faults.map((fault, position) => (
          <Note
            key={position}
            tone="bad"
            title={withOptionLabels(fault.message, t)}
            action={mends(
              (fault.fixes ?? []).map((fix) => ({
                label: fix.label,
                apply: (document) => applyFix(document, fix),
              })),
            )}
          >
            {fault.to ? field(fault.to) : <span className="mono">{fault.at}</span>}
          </Note>
        ))}
        {lost.map((end) => (
          <LostEndNote
            key={`${end.use.at} ${end.use.path}`}
            end={end}
            sources={sources}
            onEdit={onEdit}
            field={field}
            onLists={onLists}
          />
        ))}
        {mismatches.map(({ link, from, sourceType, targetType, isLossy, type }) => (
          <Note
            key={link.id}
            tone="warn"
            title={
              isLossy
                ? t('{{from}} into {{to}}: digits may be lost', { from: t(sourceType), to: t(targetType) })
                : t('{{from}} goes into {{to}}', { from: t(sourceType), to: t(targetType) })
            }
            action={mends([
              {
                label: t('Convert to {{type}}', { type: t(targetType) }),
                apply: (document) => updateLink(document, link.id, { type }),
              },
            ])}
          >
            <span className="mono">{from}</span> → {field(link.to)}
          </Note>
        ))}
        {missing.map((path) => (
          <Note key={path} tone="warn" title={t('Required and not mapped')}>
            {field(path)}
          </Note>
        ))}
      </Stack>
    </SideDialog>
  );
}
