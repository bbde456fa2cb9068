import type { BinForm } from './bin-controls.ts'
import { positionColumns } from '#charts/shared/map/row-positions.ts'
import { hasColumns } from '#controls/spatial/index.ts'
import { baseQuery, metricOf } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/**
 * Queries the positions of rows, with a metric one row per position. Rows without a position are excluded unless the
 * form includes them.
 */
export function binQuery(form: BinForm): QueryObject[] {
  const { spatial } = form
  if (!spatial || !hasColumns(spatial)) return []
  const columns = positionColumns(spatial)
  const { metrics: _, ...base } = baseQuery(form)
  const metric = metricOf(form, 'size')
  const named = form.filter_nulls ? columns.map((col) => ({ col, op: 'IS NOT NULL' })) : []
  const query = { ...base, columns, filters: [...(base.filters ?? []), ...named] }
  return [metric === undefined ? query : { ...query, metrics: [metric] }]
}
