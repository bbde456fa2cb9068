import { controls, type FunnelForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { chart } from '#charts/chart.ts'
import { rankedSelection } from '#charts/shared/selection/ranked-selection.ts'
import { rankedQuery } from '#charts/shared/ranked-query.ts'

/** The stages of a process, each as wide as its share of the first. */
export const funnel = chart<FunnelForm>({
  type: 'funnel',
  meta: {
    name: 'Funnel Chart',
    description:
      'Shows how much remains at each stage of a process, such as visits, baskets and orders. Best with few stages.',
    category: 'KPI',
    tags: ['Business', 'ECharts', 'Progressive', 'Report', 'Sequential'],
    icon: 'chart',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'How many flights are late, and how late' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [{ metric: 'count', groupby: ['origin'] }],
  toQueries: rankedQuery,
  ...rankedSelection,
})
