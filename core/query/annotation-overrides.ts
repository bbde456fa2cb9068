import type { AnnotationOverrides } from '#core/annotation/layer.ts'
import { isXAxis, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'

/** The overrides of a layer's chart; every override has a value. */
export interface ResolvedOverrides {
  readonly time_range?: string
  readonly time_grain_sqla?: string
  readonly granularity?: string
  readonly time_shift?: string
}

const isRange = ({ op }: { readonly op: string }): boolean => op.toUpperCase() === 'TEMPORAL_RANGE'

/** Returns the time range of a query, from its range or from a filter on its axis; null without one. */
function rangeOf(query: QueryObject): string | null {
  const val = (query.filters ?? []).find(isRange)?.val
  return query.time_range ?? (typeof val === 'string' ? val : null)
}

/**
 * Returns the overrides of a layer in the chart with the query `shown`: a range or grain of null uses the one of
 * `shown`. A time column of null changes nothing, since the layer may use another dataset. Overrides without a value
 * are omitted.
 */
export function resolvedOverrides(overrides: AnnotationOverrides, shown: QueryObject): ResolvedOverrides {
  const { time_range: range, time_grain_sqla: grain, granularity, time_shift } = overrides
  const found: Record<keyof ResolvedOverrides, unknown> = {
    time_range: range === null ? rangeOf(shown) : range,
    time_grain_sqla: grain === null ? shown.extras?.time_grain_sqla : grain,
    granularity,
    time_shift,
  }
  return readOverrides(found)
}

/** Returns the overrides with a text value from any object. */
export function readOverrides(raw: Readonly<Record<string, unknown>>): ResolvedOverrides {
  const keys = ['time_range', 'time_grain_sqla', 'granularity', 'time_shift'] as const
  return Object.fromEntries(keys.flatMap((key) => (typeof raw[key] === 'string' && raw[key] ? [[key, raw[key]]] : [])))
}

/** Returns the query of a layer's chart with the overrides applied and without annotation layers. */
export function withOverrides(query: QueryObject, overrides: ResolvedOverrides): QueryObject {
  const { time_range: range, time_grain_sqla: grain, granularity, time_shift } = overrides
  const filters = query.filters ?? []
  const axis = (query.columns ?? []).find((column) => typeof column === 'object' && column.columnType === 'BASE_AXIS')
  const added =
    axis && !filters.some(isRange) && !query.granularity && range
      ? [{ col: nameOf(axis), op: 'TEMPORAL_RANGE', val: range }]
      : []
  return {
    ...query,
    annotation_layers: [],
    ...(granularity ? { granularity } : {}),
    ...(time_shift ? { time_shift } : {}),
    ...(range ? { time_range: range } : {}),
    filters: [...filters.map((each) => (range && isRange(each) ? { ...each, val: range } : each)), ...added],
    ...(grain
      ? {
          extras: { ...query.extras, time_grain_sqla: grain },
          columns: (query.columns ?? []).map((each) => withGrain(each, grain)),
        }
      : {}),
  }
}

function nameOf(column: QueryColumn): string {
  return typeof column === 'string' ? column : column.sqlExpression
}

function withGrain(column: QueryColumn, grain: string): QueryColumn {
  return isXAxis(column) ? { ...column, timeGrain: grain } : column
}
