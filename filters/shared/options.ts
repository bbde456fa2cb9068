import type { ExtraFormData } from '#core/mask/mask.ts'
import type { QueryFilter, QueryObject } from '#core/query/query-object.ts'
import { NO_FILTER } from '#core/time/parse-time-range.ts'
import type { FilterConfig } from '../filter-type.ts'

const UNARY = new Set(['IS NULL', 'IS NOT NULL', 'IS TRUE', 'IS FALSE'])

function simple(filter: Record<string, unknown>): QueryFilter | undefined {
  if (filter['expressionType'] !== 'SIMPLE' || filter['clause'] === 'HAVING') return undefined
  const { subject: col, operator: op } = filter
  if (typeof col !== 'string' || typeof op !== 'string' || !col || !op) return undefined
  return UNARY.has(op) ? { col, op } : { col, op, val: filter['comparator'] as string }
}

function free(filters: readonly Record<string, unknown>[]): string {
  return filters
    .filter((each) => each['expressionType'] === 'SQL' && each['clause'] !== 'HAVING')
    .flatMap(({ sqlExpression: sql }) => (typeof sql === 'string' && sql.trim() ? `(${sql})` : []))
    .join(' AND ')
}

/** Returns the restrictions of a filter's options: the filters of its parents, then its pre-filter. */
export function optionRestrictions(config: FilterConfig, parents: ExtraFormData): QueryObject {
  const own = [...(config.adhoc_filters ?? []), ...(parents.adhoc_filters ?? [])]
  const where = free(own)
  const range = parents.time_range ?? config.time_range
  const granularity = parents.granularity_sqla ?? config.granularity_sqla
  return {
    filters: [...(parents.filters ?? []), ...own.map(simple).filter((each) => each !== undefined)],
    extras: where ? { where } : {},
    // A query with a time column but no time range would end today.
    ...(granularity ? { granularity, time_range: range || NO_FILTER } : {}),
    ...(range && range !== NO_FILTER ? { time_range: range } : {}),
  }
}
