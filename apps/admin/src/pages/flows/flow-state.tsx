/** Whether a flow is published, as a badge: apart from the list, which its editor does not need. */
import { useTranslation } from 'react-i18next';
import type { Flow } from '../../api/types.js';
import { StateBadge } from '../../kit/state-badge.js';

export function FlowState({
  flow,
}: {
  flow: Pick<Flow, 'version' | 'published_version'> & { has_draft_changes?: boolean };
}) {
  const { t } = useTranslation();
  if (flow.published_version === null || flow.published_version === undefined)
    return <StateBadge tone="quiet">{t('Draft')}</StateBadge>;
  return (
    <StateBadge tone="good">
      {t('Published, version {{version}}', { version: flow.published_version })}
    </StateBadge>
  );
}
