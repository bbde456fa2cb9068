import type { BoxPlotForm } from './controls.ts'
import { whiskersOf } from './whiskers.ts'
import { grainOf, isBucketed } from '#charts/shared/axes/grain.ts'
import { baseAxis, baseQuery } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn, listOf, uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'

const columnsIn = (form: FormData, key: string): readonly QueryColumn[] =>
  listOf<unknown>(form[key]).flatMap((each) => asColumn(each) ?? [])

/** Returns the dimensions that get one box each. */
export const boxDimensions = (form: FormData): readonly QueryColumn[] => columnsIn(form, 'groupby')

/**
 * Queries the metrics by the "distribute across" columns and aggregates them into boxes. Without such columns, values
 * are distributed across the buckets of the time column.
 */
export function toQueries(form: BoxPlotForm): QueryObject[] {
  const base = baseQuery(form)
  const metrics = base.metrics ?? []
  if (metrics.length === 0) return []
  const across = columnsIn(form, 'columns').map((each) =>
    isBucketed(columnLabel(each), form) ? baseAxis(each, grainOf(form)) : each,
  )
  const boxes = boxDimensions(form)
  const options = {
    groupby: boxes.map(columnLabel),
    metrics: metrics.map(metricLabel),
    ...(whiskersOf(form.whiskerOptions) ?? { whisker_type: 'tukey' }),
  }
  return [
    {
      ...base,
      columns: uniqueBy([...across, ...boxes], columnLabel),
      series_columns: boxes,
      post_processing: [{ operation: 'boxplot', options }],
      ...(across.length === 0 && base.granularity ? { is_timeseries: true } : {}),
    },
  ]
}
