/** In which pipes the mapping of a step reads or fills fields that the samples no longer hold, with the way to each. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Drift } from '../../api/drift.js';
import { paths } from '../../app/paths.js';
import { Note } from '../../kit/note.js';

interface DriftNoteProps {
  project: string;
  handler: string;
  drift: readonly Drift[];
}

export function DriftNote({ project, handler, drift }: DriftNoteProps) {
  const { t } = useTranslation();
  if (drift.length === 0) return null;
  return (
    <Note tone="warn" title={t('Its APIs changed: fields of its mapping are gone')}>
      <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
        {drift.map(({ pipe, name, count }) => (
          <li key={pipe}>
            <Anchor size="sm" underline="always" component={Link} to={paths.mapping(project, pipe, handler)}>
              {name}
            </Anchor>
            {': '}
            {t('{{count, number}} fields are no longer in the samples', { count })}
          </li>
        ))}
      </ul>
    </Note>
  );
}
