import type { BigNumberForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type ComparedFigure, overallOf } from '#charts/shared/figure/overall-value.ts'
import { formatFor, textOrDefault } from '#charts/shared/number-format.ts'
import { metricOf } from '#core/form/base-query.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { column, TEMPORAL } from '#core/table/table.ts'

export type BigNumberProps = ComparedFigure

/** Returns the one number of the result; null if it has no rows. */
export function toProps(input: ChartInput<BigNumberForm>): BigNumberProps {
  const { form } = input
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const measure = column(table, metric) ?? table.columns[0]
  return {
    ...overallOf(form, table),
    isTime: measure?.type === TEMPORAL || form.force_timestamp_formatting,
    label: input.dataset.verbose_map[metric] ?? metric,
    subheader: form.subheader,
    format: formatFor(input, 'y_axis_format', [metric]),
    timeFormat: textOrDefault(form.time_format, 'smart_date'),
    headerSize: form.header_font_size,
    subheaderSize: form.subheader_font_size,
  }
}
