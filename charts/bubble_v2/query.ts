import type { BubbleForm } from './controls.ts'
import { baseQuery, metricOf, withOrder } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn, uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'

/** Returns the columns that identify bubbles: the entity and the color series. */
export function bubbleColumns(form: FormData): readonly QueryColumn[] {
  const named = ['entity', 'series'].flatMap((key) => asColumn(form[key]) ?? [])
  return uniqueBy(named, columnLabel)
}

/** Queries three metrics per entity. Empty if one of them is missing. */
export function toQueries(form: BubbleForm): QueryObject[] {
  const metrics = ['x', 'y', 'size'].flatMap((key) => metricOf(form, key) ?? [])
  const columns = bubbleColumns(form)
  if (metrics.length < 3 || columns.length === 0) return []
  const by = metricOf(form, 'orderby')
  const query = { ...baseQuery(form), columns, series_limit: 0 }
  return [withOrder(query, by === undefined ? undefined : [[by, !form.order_desc]])]
}
