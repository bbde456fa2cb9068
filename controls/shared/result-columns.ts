import type { ControlContext } from '#controls/control.ts'
import { asMetric, listOf, queryFields } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { NUMERIC, TEMPORAL } from '#core/table/table.ts'

/** A result column of a form. `name` is its label; percentages start with `%`. */
export interface ResultColumn {
  readonly name: string
  readonly label: string
  readonly kind: 'number' | 'time' | 'text'
}

/** Returns the columns that a form queries: dimensions, metrics and percentages, or the raw columns. */
export function resultColumns({ form, dataset }: ControlContext): readonly ResultColumn[] {
  const isRaw = form['query_mode'] === 'raw'
  const fields = queryFields({ ...form, query_mode: isRaw ? 'raw' : 'aggregate' })
  const dimensions = fields.columns.map((column): ResultColumn => {
    const name = columnLabel(column)
    const details = dataset.columns.find((each) => each.column_name === name)
    const isTime = details?.is_dttm || details?.type_generic === TEMPORAL
    const kind = isTime ? 'time' : details?.type_generic === NUMERIC ? 'number' : 'text'
    return { name, label: details?.verbose_name || name, kind }
  })
  if (isRaw) return dimensions
  const label = (name: string) => dataset.metrics.find((each) => each.metric_name === name)?.verbose_name || name
  const percents = listOf<unknown>(form['percent_metrics'])
    .map(asMetric)
    .filter((each) => each !== undefined)
    .map(metricLabel)
  const metrics = (fields.metrics ?? []).map(metricLabel)
  return [
    ...dimensions,
    ...metrics.map((name): ResultColumn => ({ name, label: label(name), kind: 'number' })),
    ...percents.map((name): ResultColumn => ({ name: `%${name}`, label: `%${label(name)}`, kind: 'number' })),
  ]
}
