import { type PieForm, controls } from './controls.ts'
import { migrations } from './migrations.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel } from '#core/query/query-object.ts'

/** Shares of a total as slices. */
export const pie = chart<PieForm>({
  type: 'pie',
  meta: {
    name: 'Pie Chart',
    description: 'Shows the share each group has in the whole. Reads best with few groups; bars compare more of them.',
    synonyms: ['donut', 'doughnut', 'ring'],
    category: 'Part of a Whole',
    tags: ['Aesthetic', 'Categorical', 'Circular', 'Comparison', 'Percentages', 'Popular', 'Proportional', 'ECharts'],
    rank: 40,
    isQuickChoice: true,
    icon: 'chart-pie',
    skeleton: 'pie',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Bird strikes by phase of flight' }],
    dataRequirements: [
      {
        rank: 9,
        title: ['Share by %s', 'dimensions'],
        dimensions: [{ control: 'groupby', from: 2, to: 7 }],
        metrics: [{ control: 'metric', default: 'rows' }],
      },
    ],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [{ metric: 'count', groupby: ['origin'] }],
  toQueries,
  colorColumns: (form) => queryFields(form).columns.map(columnLabel),
  toDataMask: (selectedMarks, form) => selectionMask(selectedMarks, queryFields(form).columns),
  toDrillFilters: (selectedMarks, form) => selectionFilters(selectedMarks, queryFields(form).columns),
  toDrillBy: (form, column) => ({ ...form, groupby: [column] }),
})
