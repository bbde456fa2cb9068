import { controls, type SunburstForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { chart } from '#charts/chart.ts'
import { nestedSelection } from '#charts/shared/nested/nested-selection.ts'
import { nestedQueries } from '#charts/shared/nested/nested-query.ts'

/** Parts of a whole as concentric rings. */
export const sunburst_v2 = chart<SunburstForm>({
  type: 'sunburst_v2',
  olderNames: ['sunburst'],
  meta: {
    name: 'Sunburst Chart',
    description:
      'Shows a hierarchy as nested rings, with the size of each segment as its share. A second metric can set the color.',
    category: 'Part of a Whole',
    tags: ['ECharts', 'Multi-Levels', 'Proportional'],
    rank: 190,
    icon: 'chart-pie',
    skeleton: 'pie',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Bird strikes by size and phase of flight' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [
    { metric: 'count', columns: ['origin', 'carrier'], show_labels: true },
    { metric: 'count', secondary_metric: 'delay', columns: ['origin'] },
  ],
  toQueries: nestedQueries,
  ...nestedSelection,
  toDrillBy: (form, column) => ({ ...form, columns: [column] }),
})
