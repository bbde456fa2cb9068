import type { Dataset } from '#core/entity/dataset.ts'
import { columnLabel, isXAxis, type QueryObject } from '#core/query/query-object.ts'

/**
 * Returns the query with the time column chosen by a dashboard filter (`__time_col` of the applied time extras). It
 * replaces the column of a temporal x axis and of time ranges on it. The label of the axis is unchanged, because charts
 * and post-processing refer to it. Charts without an x axis use `granularity`.
 */
export function withTimeColumn(query: QueryObject, dataset: Dataset): QueryObject {
  const chosen = query.applied_time_extras?.['__time_col']
  const axis = query.columns?.find(isXAxis)
  const isTime = (name: string) => dataset.columns.some((each) => each.column_name === name && each.is_dttm)
  if (!chosen || !axis || !isTime(chosen) || !isTime(axis.sqlExpression)) return query
  const own = axis.sqlExpression
  const filters = query.filters?.map((filter) =>
    filter.op?.toUpperCase() === 'TEMPORAL_RANGE' && filter.col && columnLabel(filter.col) === own
      ? { ...filter, col: chosen }
      : filter,
  )
  return {
    ...query,
    columns: (query.columns ?? []).map((column) => (column === axis ? { ...axis, sqlExpression: chosen } : column)),
    ...(filters ? { filters } : {}),
  }
}
