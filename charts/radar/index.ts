import { controls, type RadarForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { rankedSelection } from '#charts/shared/selection/ranked-selection.ts'

/** Several metrics of groups on axes around a center. */
export const radar = chart<RadarForm>({
  type: 'radar',
  meta: {
    name: 'Radar Chart',
    description:
      'Compares groups by several metrics at once, each on a spoke of its own. Reads best with few groups and with metrics of one kind.',
    category: 'Ranking',
    tags: ['Business', 'Comparison', 'ECharts', 'Multi-Variables', 'Report', 'Web'],
    icon: 'chart',
    skeleton: 'pie',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Revenue through the week, by category' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [{ metrics: ['count', 'delay'], groupby: ['origin'] }],
  toQueries,
  ...rankedSelection,
})
