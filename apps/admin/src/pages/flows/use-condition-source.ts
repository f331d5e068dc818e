/** What the samples say of the records of a flow, for the conditions of its steps. */
import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../api/apis.js';
import type { ApiDefinition, Handler } from '../../api/types.js';
import { mayBeIn, pathsIn } from '../../editors/conditions/sample-paths.js';
import { answerPath, driverOf, sampleAnswers, sampleRecords } from '../../editors/flow/driver.js';
import { isCall } from '../../editors/flow/model.js';
import type { ConditionSource } from '../../editors/flow/step-panel.js';

export function useConditionSource(
  project: string,
  handlers: readonly Handler[],
  apis: readonly ApiDefinition[],
): ConditionSource {
  const { t } = useTranslation();
  const driver = driverOf(handlers, apis);
  const api = useQuery({
    ...apiQuery(project, driver?.api_id ?? ''),
    enabled: Boolean(driver?.api_id),
  }).data;
  const records = useMemo(() => sampleRecords(api), [api]);
  const paths = useMemo(() => pathsIn(records), [records]);
  const apiOf = (id: string | null) =>
    id === driver?.api_id ? api : apis.find((each) => each.api_id === id);
  return {
    paths,
    doubtOf: (path) => {
      const answer = answerPath(path);
      const step =
        answer?.step === undefined ? driver : handlers.find((each) => each.handler_id === answer.step);
      const isKnown =
        answer === null
          ? mayBeIn(records, path)
          : mayBeIn(sampleAnswers(step && isCall(step) ? apiOf(step.api_id) : undefined), answer.rest);
      return isKnown ? null : t('No sample of {{name}} has this field.', { name: step?.handler_name ?? '' });
    },
  };
}
