import { controls, type TreemapForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { chart } from '#charts/chart.ts'
import { nestedSelection } from '#charts/shared/nested/nested-selection.ts'
import { nestedQueries } from '#charts/shared/nested/nested-query.ts'

/** Parts of a whole as nested rectangles. */
export const treemap_v2 = chart<TreemapForm>({
  type: 'treemap_v2',
  olderNames: ['treemap'],
  meta: {
    name: 'Treemap',
    description:
      'Shows a hierarchy as nested rectangles, with the area of each as its value. Fits many values in little space.',
    category: 'Part of a Whole',
    tags: ['Categorical', 'Comparison', 'ECharts', 'Multi-Levels', 'Percentages', 'Proportional'],
    rank: 170,
    icon: 'chart',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'People of countries in 2005' }],
    dataRequirements: [
      {
        rank: 12,
        title: ['Parts of %s', 'dimensions'],
        dimensions: [{ control: 'groupby', from: 2, to: 60, minCount: 2, maxCount: 3 }],
        metrics: [{ control: 'metric', default: 'rows' }],
      },
    ],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [{ metric: 'count', groupby: ['origin', 'carrier'] }],
  toQueries: nestedQueries,
  ...nestedSelection,
  toDrillBy: (form, column) => ({ ...form, groupby: [column] }),
})
