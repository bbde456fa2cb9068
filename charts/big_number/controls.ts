import type { FormOf } from '#controls/form-type.ts'
import { resampleRows, rollingRows } from '#charts/shared/controls/advanced-controls.ts'
import { figureRows } from '#charts/shared/figure/figure-controls.ts'
import { trendColor } from './trend-color.ts'
import type { Control } from '#controls/control.ts'
import { section } from '#controls/shared/section.ts'
import { pictureText, pictureChoice, pictureToggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, metric, numberOf, xAxis } from '#controls/shared/query-controls.ts'
import { bucketSection } from '#controls/shared/time-controls.ts'
import { optionalInteger, isEmpty } from '#controls/shared/validators.ts'
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

export const isLastValue = (form: Readonly<Record<string, unknown>>): boolean =>
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
        pictureChoice('aggregation', 'Aggregation Method', aggregations, {
          default: 'LAST_VALUE',
          description:
            'How the number is computed: the last value of the line, an aggregate of its values, or the metric over all rows',
          affects: 'query',
        }),
      ],
      [
        numberOf('compare_lag', 'Comparison Period Lag', {
          description: 'Number of periods between the compared values',
          initial: 1,
          min: 1,
          validators: [optionalInteger],
          visible: isLastValue,
        }),
      ],
      [
        pictureText('compare_suffix', 'Comparison suffix', {
          description: 'Text after the change in percent',
          initial: 'vs previous period',
          visible: (form) => isLastValue(form) && !isEmpty(form['compare_lag']),
        }),
      ],
      [
        pictureToggle('show_timestamp', 'Show Timestamp', false, {
          description: 'Shows the period of the number',
          visible: isLastValue,
        }),
      ],
      [pictureToggle('show_trend_line', 'Show Trend Line', true)],
      [
        pictureToggle('start_y_axis_at_zero', 'Start y-axis at 0', true, {
          visible: (form) => form['show_trend_line'] !== false,
        }),
      ],
      [
        pictureToggle('time_range_fixed', 'Fix to selected Time Range', false, {
          description: 'The axis covers the whole time range, not only the data',
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
      [pictureText('subheader', 'Subheader', { description: 'Text below the number, such as its unit' })],
      [trendColor],
      ...figureRows,
    ],
  }),
] as const

export type TrendForm = FormOf<typeof controls>
