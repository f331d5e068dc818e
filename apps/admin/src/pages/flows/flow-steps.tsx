/** The steps of a flow, on a canvas or as a list: two equal views with the same tools above. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconLayoutList, IconSitemap } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiDefinition, System } from '../../api/types.js';
import { AddStep } from '../../editors/flow/add-step.js';
import type { StepFacts } from '../../editors/flow/facts.js';
import { FlowList } from '../../editors/flow/flow-list.js';
import { Empty } from '../../kit/states.js';
import classes from '../../editors/flow/flow.module.css';

const FlowCanvas = lazy(() => import('../../editors/flow/flow-canvas.js'));
const narrow = 768;

interface FlowStepsProps {
  facts: StepFacts[];
  selected: string | null;
  apis: ApiDefinition[];
  systems: System[];
  onSelect: (id: string | null) => void;
  onMove: (id: string, by: -1 | 1) => void;
  onRemove: (id: string) => void;
  onMapping: () => void;
  onCall: (api: ApiDefinition) => void;
  onNewApi: () => void;
}

export function FlowSteps(props: FlowStepsProps) {
  const { facts, selected, onSelect, onMove, onRemove } = props;
  const { t } = useTranslation();
  const [view, setView] = useState<'canvas' | 'list'>(() => (window.innerWidth < narrow ? 'list' : 'canvas'));
  const addStep = (filled: boolean) => (
    <AddStep
      filled={filled}
      apis={props.apis}
      systems={props.systems}
      onMapping={props.onMapping}
      onCall={props.onCall}
      onNewApi={props.onNewApi}
    />
  );
  const isEmpty = facts.length === 0;
  return (
    <div className={classes.canvas} data-view={view}>
      {isEmpty ? (
        <div className={classes.empty}>
          <Empty title={t('No steps yet')} icon={IconSitemap} action={addStep(true)}>
            {t('Begin with the call that reads. Then add the call that writes, and a mapping between them.')}
          </Empty>
        </div>
      ) : (
        <>
          <div className={classes.tools}>
            {addStep(false)}
            <SegmentedControl
              size="xs"
              aria-label={t('View')}
              value={view}
              onChange={setView}
              data={[
                {
                  value: 'canvas',
                  label: <ViewLabel icon={<IconSitemap size={14} aria-hidden />} text={t('Canvas')} />,
                },
                {
                  value: 'list',
                  label: <ViewLabel icon={<IconLayoutList size={14} aria-hidden />} text={t('List')} />,
                },
              ]}
            />
          </div>
          {view === 'canvas' ? (
            <Suspense fallback={<Skeleton height="100%" />}>
              <FlowCanvas steps={facts} selected={selected} onSelect={onSelect} />
            </Suspense>
          ) : (
            <FlowList
              steps={facts}
              selected={selected}
              onSelect={onSelect}
              onMove={onMove}
              onRemove={onRemove}
            />
          )}
        </>
      )}
    </div>
  );
}

function ViewLabel({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
      {icon}
      {text}
    </span>
  );
}
