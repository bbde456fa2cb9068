import type { BigNumberForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import type { FigureProps } from '#charts/shared/figure/figure.ts'
import { formatFor, textOf } from '#charts/shared/number-format.ts'
import { comparingOf } from '#core/form/advanced-analytics.ts'
import { metricOf } from '#core/form/base-query.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { column, TEMPORAL, type Value } from '#core/table/table.ts'

export interface BigNumberProps extends FigureProps {
  /** The number at another time, and which time that is; undefined where it is not compared. */
  readonly before: { readonly value: Value; readonly shift: string } | undefined
  readonly subheader: string
}

/** The one number of the answer; null when there is no row. */
export function toProps(input: ChartInput<BigNumberForm>): BigNumberProps {
  const { form } = input
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const measure = column(table, metric) ?? table.columns[0]
  const shift = chosen && comparingOf(form, [chosen])?.offsets[0]
  const other = shift === undefined ? undefined : column(table, `${metric}__${shift}`)
  return {
    before: shift === undefined ? undefined : { value: other?.values[0] ?? null, shift },
    value: measure?.values[0] ?? null,
    isTime: measure?.type === TEMPORAL || form.force_timestamp_formatting,
    label: input.dataset.verbose_map[metric] ?? metric,
    subheader: form.subheader,
    format: formatFor(input, 'y_axis_format', [metric]),
    timeFormat: textOf(form.time_format, 'smart_date'),
    headerSize: form.header_font_size,
    subheaderSize: form.subheader_font_size,
  }
}
