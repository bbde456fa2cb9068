import { requireWithin } from '#core/rest/bounds.ts'

/** Throws `bound-passed` if a query context, as sent, exceeds a limit; other values are ignored. */
export function requireContextWithin(body: unknown): void {
  const queries = partOf(body, 'queries')
  if (!Array.isArray(queries)) return
  requireWithin('context-queries', queries.length)
  requireWithin('color-columns', sizeOf(partOf(body, 'color_columns')))
  for (const query of queries) requireQueryWithinLimits(query)
}

/** Throws `bound-passed` if a query, as sent and including deprecated names, is too large. */
export function requireQueryWithinLimits(query: unknown): void {
  const count = (...names: readonly string[]): number =>
    names.reduce((sum, name) => sum + sizeOf(partOf(query, name)), 0)
  requireWithin('question-columns', count('columns', 'groupby', 'metrics', 'series_columns', 'having_columns'))
  const filters = partOf(query, 'filters')
  requireWithin('question-filters', count('filters') + total(filters, (filter) => sizeOf(partOf(filter, 'of'))))
  const valuesOf = (filter: unknown) => sizeOf(partOf(filter, 'val'))
  requireWithin(
    'filter-values',
    total(filters, (filter) => valuesOf(filter) + total(partOf(filter, 'of'), valuesOf)),
  )
  requireWithin('question-orders', count('orderby'))
  requireWithin('question-offsets', count('time_offsets'))
  requireWithin('question-layers', count('annotation_layers'))
  requireWithin(
    'question-groupings',
    total(partOf(query, 'grouping_sets'), (set) => 1 + sizeOf(set)),
  )
  requireWithin('question-params', count('url_params', 'custom_params', 'applied_time_extras'))
  requireWithin('question-steps', count('post_processing'))
  requireWithin('step-parts', partsOf(partOf(query, 'post_processing')))
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** Returns the number of items of a list or keys of an object; otherwise 0. */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}

function total(list: unknown, of: (item: unknown) => number): number {
  return Array.isArray(list) ? list.reduce<number>((sum, item) => sum + of(item), 0) : 0
}

/**
 * Counts keys and values at any depth. It is not recursive, because values may be nested deeper than the stack allows.
 */
function partsOf(value: unknown): number {
  const open = [value]
  let parts = 0
  while (open.length > 0) {
    const each = open.pop()
    if (typeof each !== 'object' || each === null) continue
    const inside = Object.values(each)
    parts += inside.length
    for (const part of inside) open.push(part)
  }
  return parts
}
