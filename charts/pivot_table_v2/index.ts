import { controls } from './controls.ts'
import { toMask } from './mask.ts'
import { type PivotProps, toProps } from './props.ts'
import { toQueries } from './query.ts'
import type { ChartType } from '#charts/chart.ts'
import type { FormData } from '#core/form/form-data.ts'

/** Metrics along two sides of dimensions. */
export const pivot_table_v2: ChartType<FormData, PivotProps> = {
  type: 'pivot_table_v2',
  olderNames: ['pivot_table'],
  meta: {
    name: 'Pivot Table',
    description:
      'Summarises metrics by dimensions along two sides. Totals and subtotals are made of the rows of the dataset, so that those of averages and distinct counts are right as well.',
    category: 'Table',
    tags: ['Additive', 'Popular', 'Report', 'Tabular'],
    icon: 'table',
    skeleton: 'table',
    frame: 'card',
    rows: 'pivot',
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  examples: [{ metrics: ['count'], groupbyRows: ['origin'], groupbyColumns: ['carrier'], colTotals: true }],
  toQueries,
  toProps,
  toMask,
}
