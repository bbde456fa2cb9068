import type { FormOf } from '#controls/form-of.ts'
import { resampleRows, rollingRows } from '#charts/shared/controls/advanced-controls.ts'
import { figureRows } from '#charts/shared/figure/figure-controls.ts'
import { trendColor } from './trend-color.ts'
import type { Control } from '#controls/control.ts'
import { section } from '#controls/shared/section.ts'
import { caption, pick, toggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, metric, numberOf, xAxis } from '#controls/shared/query-controls.ts'
import { bucketSection } from '#controls/shared/time-controls.ts'
import { anInteger, isEmpty } from '#controls/shared/validators.ts'
import { TEMPORAL } from '#core/table/table.ts'
import { DEFAULT_TIME_RANGE } from '#core/time/range-kind.ts'

const isTemporal: NonNullable<Control['columnFilter']> = (column) => column.is_dttm || column.type_generic === TEMPORAL

/** The aggregations of the big number, by their form data values. */
const aggregations = [
  ['LAST_VALUE', 'Last value'],
  ['raw', 'Overall value'],
  ['sum', 'Total (Sum)'],
  ['mean', 'Average (Mean)'],
  ['min', 'Minimum'],
  ['max', 'Maximum'],
  ['median', 'Median'],
] as const

export const isLast = (form: Readonly<Record<string, unknown>>): boolean =>
  isEmpty(form['aggregation']) || form['aggregation'] === 'LAST_VALUE'

export const controls = [
  bucketSection,
  section({
    label: 'Query',
    tab: 'data',
    expanded: true,
    rows: [[xAxis({ columnFilter: isTemporal })], [metric()], [adhocFilters()]],
  }),
  section({
    label: 'Options',
    tab: 'data',
    expanded: true,
    rows: [
      [
        pick('aggregation', 'Aggregation Method', aggregations, {
          default: 'LAST_VALUE',
          description:
            'Which number stands by the line: its last value, one of all its values, or the metric over all rows',
          affects: 'query',
        }),
      ],
      [
        numberOf('compare_lag', 'Comparison Period Lag', {
          description: 'How many periods back the value stands that this one is compared with',
          initial: 1,
          min: 1,
          validators: [anInteger],
          visible: isLast,
        }),
      ],
      [
        caption('compare_suffix', 'Comparison suffix', {
          description: 'Text behind the change in percent',
          initial: 'vs previous period',
          visible: (form) => isLast(form) && !isEmpty(form['compare_lag']),
        }),
      ],
      [
        toggle('show_timestamp', 'Show Timestamp', false, {
          description: 'Says of which period the number is',
          visible: isLast,
        }),
      ],
      [toggle('show_trend_line', 'Show Trend Line', true)],
      [
        toggle('start_y_axis_at_zero', 'Start y-axis at 0', true, {
          visible: (form) => form['show_trend_line'] !== false,
        }),
      ],
      [
        toggle('time_range_fixed', 'Fix to selected Time Range', false, {
          description: 'The line fills its part of the time range instead of the whole width',
          visible: ({ time_range: range }) => !isEmpty(range) && range !== DEFAULT_TIME_RANGE,
        }),
      ],
    ],
  }),
  section({ label: 'Advanced analytics', tab: 'data', rows: [...rollingRows, ...resampleRows] }),
  section({
    label: 'Display settings',
    tab: 'customize',
    expanded: true,
    rows: [
      [caption('subheader', 'Subheader', { description: 'Text below the number, such as its unit' })],
      [trendColor],
      ...figureRows,
    ],
  }),
] as const

export type TrendForm = FormOf<typeof controls>
