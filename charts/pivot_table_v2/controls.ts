import type { Control, Section } from '#controls/control.ts'
import { numberFormat, pick, timeFormat, toggle } from '#controls/shared/picture-controls.ts'
import {
  adhocFilters,
  groupby,
  metrics,
  orderDesc,
  rowLimit,
  seriesLimit,
  sortMetric,
} from '#controls/shared/query-controls.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { EXACT } from '#core/format/number-formats.ts'
import { pivotAggregateNames } from '#core/pivot/aggregates.ts'
import { lineOrders } from '#core/pivot/order.ts'

const ORDERS: Readonly<Record<(typeof lineOrders)[number], string>> = {
  key_a_to_z: 'Label, A to Z',
  key_z_to_a: 'Label, Z to A',
  value_a_to_z: 'Value, smallest first',
  value_z_to_a: 'Value, largest first',
}

const asked = { affects: 'query' } as const

/** A side of the table. */
const side = (name: string, label: string, description: string): Control => ({
  ...groupby({ label, description }),
  name,
})

/** The order of a side: that by value asks for the value of whole lines. */
const order = (name: string, label: string): Control =>
  pick(
    name,
    label,
    lineOrders.map((each) => [each, ORDERS[each]]),
    asked,
  )

const query: Section = {
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [side('groupbyRows', 'Rows', 'The dimensions whose values name the rows, outermost first')],
    [side('groupbyColumns', 'Columns', 'The dimensions whose values name the columns, outermost first')],
    [metrics()],
    [
      {
        type: 'radio',
        name: 'metricsLayout',
        label: 'Apply metrics on',
        description: 'The side the metrics stand on',
        affects: 'picture',
        default: 'COLUMNS',
        choices: [
          { value: 'COLUMNS', label: 'Columns' },
          { value: 'ROWS', label: 'Rows' },
        ],
      },
    ],
    [adhocFilters()],
    [
      {
        ...seriesLimit({ description: 'Only the columns that rank highest by the sort metric are shown' }),
        name: 'series_limit',
      },
    ],
    [rowLimit({ label: 'Cell limit', description: 'How many cells are shown at most; totals are of all rows' })],
    [{ ...sortMetric(), name: 'series_limit_metric' }],
    [orderDesc()],
  ],
}

const options: Section = {
  label: 'Options',
  tab: 'data',
  expanded: true,
  rows: [
    [
      {
        type: 'select',
        name: 'aggregateFunction',
        label: 'Aggregation function',
        description:
          'What totals are. Those of sums are made of the rows of the dataset; those of other functions are made of the cells.',
        affects: 'query',
        clearable: false,
        default: 'Sum',
        choices: pivotAggregateNames.map((name) => ({ value: name, label: name })),
      },
    ],
    [toggle('rowTotals', 'Show rows total', false, { ...asked, description: 'A total behind each row' })],
    [toggle('colTotals', 'Show columns total', false, { ...asked, description: 'A total below each column' })],
    [toggle('transposePivot', 'Transpose pivot', false, { ...asked, description: 'Swap rows and columns' })],
    [
      toggle('combineMetric', 'Combine metrics', false, {
        description: 'Show the metrics side by side within each column, instead of each column within its metric',
      }),
    ],
  ],
}

const look: Section = {
  label: 'Options',
  tab: 'customize',
  expanded: true,
  rows: [
    [numberFormat('valueFormat', 'Value format', { initial: EXACT })],
    [timeFormat('date_format', 'Date format')],
    [order('rowOrder', 'Sort rows by')],
    [order('colOrder', 'Sort columns by')],
    [
      pick('rowSubtotalPosition', 'Rows subtotal position', [
        [false, 'Bottom'],
        [true, 'Top'],
      ]),
    ],
    [
      pick('colSubtotalPosition', 'Columns subtotal position', [
        [false, 'Right'],
        [true, 'Left'],
      ]),
    ],
    [
      {
        type: 'conditional_formatting',
        name: 'conditional_formatting',
        label: 'Conditional formatting',
        description: 'Apply conditional color formatting to metrics',
        affects: 'picture',
        default: [],
      },
    ],
  ],
}

export const controls: readonly Section[] = [timeSection(true), query, options, look]
