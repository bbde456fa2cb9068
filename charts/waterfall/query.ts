import type { WaterfallForm } from './controls.ts'
import { baseAxis, baseQuery, metricOf, withOrder, xAxisOf } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn, listOf, uniqueBy } from '#core/form/query-fields.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import { columnLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'

/** Returns the dimension whose values are the steps of a period. */
export const breakdownOf = (form: FormData): QueryColumn | undefined => asColumn(listOf<unknown>(form.groupby)[0])

/** Queries the metric by period and step, sorted by both. */
export function toQueries(form: WaterfallForm): QueryObject[] {
  const base = baseQuery(form)
  const x = xAxisOf(form)
  if (metricOf(form, 'metric') === undefined || (x === undefined && !base.granularity)) return []
  const axis = x === undefined ? [] : [baseAxis(x, base.extras?.time_grain_sqla)]
  const steps = [breakdownOf(form)].filter((each) => each !== undefined)
  const order: QueryColumn[] = [...(x === undefined ? [TIMESTAMP] : axis), ...steps]
  const query: QueryObject = {
    ...base,
    columns: uniqueBy([...axis, ...steps], columnLabel),
    ...(x === undefined ? { is_timeseries: true } : {}),
  }
  return [
    withOrder(
      query,
      order.map((each) => [each, true] as const),
    ),
  ]
}
