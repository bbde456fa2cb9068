import { controls, type GaugeForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { chart } from '#charts/chart.ts'
import { rankedSelection } from '#charts/shared/selection/ranked-selection.ts'
import { rankedQuery } from '#charts/shared/ranked-query.ts'

/** Values on a dial. */
export const gauge_chart = chart<GaugeForm>({
  type: 'gauge_chart',
  meta: {
    name: 'Gauge Chart',
    description:
      'Shows the progress of a metric toward a target as a pointer on a dial. Bullet charts need less space.',
    category: 'KPI',
    tags: ['Business', 'Comparison', 'ECharts', 'Multi-Variables', 'Report'],
    icon: 'chart-number',
    skeleton: 'pie',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Mean delay of flights on a scale of three colours' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [{ metric: 'count', groupby: ['origin'], max_val: 50 }],
  toQueries: rankedQuery,
  ...rankedSelection,
})
