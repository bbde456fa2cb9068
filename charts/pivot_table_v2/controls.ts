import type { Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import { section } from '#controls/shared/section.ts'
import type { ConditionRule } from '#core/color/condition.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { numberFormat, pictureChoice, timeFormat, pictureToggle } from '#controls/shared/picture-controls.ts'
import {
  adhocFilters,
  groupby,
  type Limit,
  metrics,
  orderDesc,
  rowLimit,
  seriesLimit,
  sortMetric,
} from '#controls/shared/query-controls.ts'
import { bucketSection } from '#controls/shared/time-controls.ts'
import { EXACT_FORMAT } from '#core/format/number-formats.ts'
import { pivotAggregateNames } from '#core/pivot/aggregates.ts'
import { lineOrders } from '#core/pivot/line-order.ts'

const ORDERS: Readonly<Record<(typeof lineOrders)[number], string>> = {
  key_a_to_z: 'Label, A to Z',
  key_z_to_a: 'Label, Z to A',
  value_a_to_z: 'Value, smallest first',
  value_z_to_a: 'Value, largest first',
}

const affectsQuery = { affects: 'query' } as const

/** The dimension control of rows or columns. */
const dimensionControl = <const N extends string>(
  name: N,
  label: string,
  description: string,
): Control<N, readonly QueryColumn[]> => ({
  ...groupby({ label, description }),
  name,
})

/** The sort control of rows or columns; sorting by value needs the totals of whole lines. */
const order = <const N extends string>(name: N, label: string) =>
  pictureChoice(
    name,
    label,
    lineOrders.map((each) => [each, ORDERS[each]]),
    affectsQuery,
  )

const metricsLayout: Control<'metricsLayout', 'COLUMNS' | 'ROWS'> = {
  type: 'radio',
  name: 'metricsLayout',
  label: 'Apply metrics on',
  description: 'Whether metrics are shown as rows or columns',
  affects: 'picture',
  default: 'COLUMNS',
  choices: [
    { value: 'COLUMNS', label: 'Columns' },
    { value: 'ROWS', label: 'Rows' },
  ],
}

const columnLimit: Control<'series_limit', Limit | undefined> = {
  ...seriesLimit({ description: 'Only the columns that rank highest by the sort metric are shown' }),
  name: 'series_limit',
}

const columnSort: Control<'series_limit_metric', QueryMetric | null | undefined> = {
  ...sortMetric(),
  name: 'series_limit_metric',
}

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [dimensionControl('groupbyRows', 'Rows', 'The dimensions whose values name the rows, outermost first')],
    [dimensionControl('groupbyColumns', 'Columns', 'The dimensions whose values name the columns, outermost first')],
    [metrics()],
    [metricsLayout],
    [adhocFilters()],
    [columnLimit],
    [rowLimit({ label: 'Cell limit', description: 'How many cells are shown at most; totals are of all rows' })],
    [columnSort],
    [orderDesc()],
  ],
})

const aggregate: Control<'aggregateFunction', string> = {
  type: 'select',
  name: 'aggregateFunction',
  label: 'Aggregation function',
  description:
    'Function of the totals. Sums are computed from the rows of the dataset, other functions from the cells.',
  affects: 'query',
  clearable: false,
  default: 'Sum',
  choices: pivotAggregateNames.map((name) => ({ value: name, label: name })),
}

const options = section({
  label: 'Options',
  tab: 'data',
  expanded: true,
  rows: [
    [aggregate],
    [
      pictureToggle('rowTotals', 'Show rows total', false, {
        ...affectsQuery,
        description: 'Shows a total at the end of each row',
      }),
    ],
    [
      pictureToggle('colTotals', 'Show columns total', false, {
        ...affectsQuery,
        description: 'A total below each column',
      }),
    ],
    [
      pictureToggle('transposePivot', 'Transpose pivot', false, {
        ...affectsQuery,
        description: 'Swap rows and columns',
      }),
    ],
    [
      pictureToggle('combineMetric', 'Combine metrics', false, {
        description: 'Show the metrics side by side within each column, instead of each column within its metric',
      }),
    ],
  ],
})

const conditions: Control<'conditional_formatting', readonly ConditionRule[]> = {
  type: 'conditional_formatting',
  name: 'conditional_formatting',
  label: 'Conditional formatting',
  description: 'Apply conditional color formatting to metrics',
  affects: 'picture',
  default: [],
}

const optionsSection = section({
  label: 'Options',
  tab: 'customize',
  expanded: true,
  rows: [
    [numberFormat('valueFormat', 'Value format', { initial: EXACT_FORMAT })],
    [timeFormat('date_format', 'Date format')],
    [order('rowOrder', 'Sort rows by')],
    [order('colOrder', 'Sort columns by')],
    [
      pictureChoice('rowSubtotalPosition', 'Rows subtotal position', [
        [false, 'Bottom'],
        [true, 'Top'],
      ]),
    ],
    [
      pictureChoice('colSubtotalPosition', 'Columns subtotal position', [
        [false, 'Right'],
        [true, 'Left'],
      ]),
    ],
    [conditions],
  ],
})

export const controls = [bucketSection, query, options, optionsSection] as const

export type PivotTableForm = FormOf<typeof controls>
