/** Bars per hour, loaded only with the dashboard. */
import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { useTranslation } from 'react-i18next';
import type { HourStats } from '../api/run-stats.js';
import { formatCompact, formatHour } from '../i18n/format.js';

export default function HourChart({ hours }: { hours: HourStats[] }) {
  const { t } = useTranslation();
  const total = (key: 'delivered' | 'failed') => hours.reduce((sum, row) => sum + row[key], 0);
  return (
    <figure
      style={{ margin: 0 }}
      aria-label={t('Records per hour: {{delivered}} delivered, {{failed}} failed', {
        delivered: total('delivered'),
        failed: total('failed'),
      })}
    >
      <BarChart
        h={220}
        type="stacked"
        data={hours.map((row) => ({ ...row, hour: formatHour(row.hour) }))}
        dataKey="hour"
        withLegend
        barChartProps={{ accessibilityLayer: false }}
        xAxisProps={{ interval: 'equidistantPreserveStart' }}
        yAxisProps={{ allowDecimals: false, tickFormatter: formatCompact, niceTicks: 'snap125' }}
        series={[
          { name: 'delivered', label: t('Delivered'), color: 'accent.6' },
          { name: 'skipped', label: t('Skipped'), color: 'gray.5' },
          { name: 'failed', label: t('Failed'), color: 'red.7' },
        ]}
      />
    </figure>
  );
}
