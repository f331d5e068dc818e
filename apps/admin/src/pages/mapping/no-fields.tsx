/** A tree without fields: where they come from, and the way there. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.js';
import { Empty } from '../../kit/states.js';

export function NoFields({
  project,
  isSource,
  api,
}: {
  project: string;
  isSource: boolean;
  api: string | null;
}) {
  const { t } = useTranslation();
  return (
    <Empty
      title={isSource ? t('The source has no fields yet') : t('The destination has no fields yet')}
      action={
        <Button component={Link} to={api === null ? paths.apis(project) : `${paths.apis(project)}/${api}`}>
          {isSource ? t('Open the source API') : t('Open the destination API')}
        </Button>
      }
    >
      {isSource
        ? t(
            'Source fields come from the sample response of the source API. Send it once and keep the answer as its sample.',
          )
        : t(
            'Destination fields come from the sample request of the destination API. Fill it in on the API’s page.',
          )}
    </Empty>
  );
}
