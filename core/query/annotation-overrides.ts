import type { AnnotationOverrides } from '#core/annotation/layer.ts'
import { isTimeAxis, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'

/** What a layer changes of its chart, with a value for each change. */
export interface ResolvedOverrides {
  readonly time_range?: string
  readonly time_grain_sqla?: string
  readonly granularity?: string
  readonly time_shift?: string
}

const isRange = ({ op }: { readonly op: string }): boolean => op.toUpperCase() === 'TEMPORAL_RANGE'

/** The range a question asks for, whether it stands as its range or as a filter on its axis; null without one. */
function rangeOf(query: QueryObject): string | null {
  const val = (query.filters ?? []).find(isRange)?.val
  return query.time_range ?? (typeof val === 'string' ? val : null)
}

/**
 * What a layer changes when it is laid over the chart that asks `shown`: a range or grain of null is the chart's. A time
 * column of null changes nothing, since the layer may stand on another dataset. Changes without a value are left out.
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

/** The changes that have a value, of anything sent. */
export function readOverrides(raw: Readonly<Record<string, unknown>>): ResolvedOverrides {
  const keys = ['time_range', 'time_grain_sqla', 'granularity', 'time_shift'] as const
  return Object.fromEntries(keys.flatMap((key) => (typeof raw[key] === 'string' && raw[key] ? [[key, raw[key]]] : [])))
}

/** The question of a layer's chart with what the layer changes of it; it asks for no layers itself. */
export function overridden(query: QueryObject, overrides: ResolvedOverrides): QueryObject {
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
          columns: (query.columns ?? []).map((each) => regrained(each, grain)),
        }
      : {}),
  }
}

function nameOf(column: QueryColumn): string {
  return typeof column === 'string' ? column : column.sqlExpression
}

function regrained(column: QueryColumn, grain: string): QueryColumn {
  return isTimeAxis(column) ? { ...column, timeGrain: grain } : column
}
