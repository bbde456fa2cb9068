import { ownValue } from '#core/rest/json.ts'
import type { FormData } from './form-data.ts'
import { listOf } from './query-fields.ts'
import { type AdhocFilter, isValidFilter, readFilter } from '#core/filter/adhoc-filter.ts'
import type { ExtraFormData } from '#core/mask/mask.ts'
import type { QueryFilter } from '#core/query/query-object.ts'
import { NO_FILTER } from '#core/time/parse-time-range.ts'

const LEGACY_TIME: Readonly<Record<string, string>> = {
  __time_range: 'time_range',
  __time_col: 'granularity',
  __time_grain: 'time_grain_sqla',
}

/** The conditions of a form, grouped by their place in a query. */
export interface Conditions {
  readonly filters: readonly QueryFilter[]
  /** Free-form clauses, each in parentheses, joined by AND; undefined if there are none. */
  readonly where: string | undefined
  readonly having: string | undefined
  /** Time settings of filter boxes: `time_range`, `granularity`, `time_grain_sqla`. */
  readonly time: Readonly<Record<string, string>>
  /** Time settings of filter boxes and dashboard filters, under the names used for reporting applied filters. */
  readonly applied_time_extras: Readonly<Record<string, string>>
}

const UNARY = ['IS NULL', 'IS NOT NULL', 'IS TRUE', 'IS FALSE']

function toQueryFilter(adhoc: AdhocFilter, timeRange: string | undefined): QueryFilter {
  const op = adhoc.operator ?? ''
  const filter = { col: adhoc.subject ?? '', op, ...(adhoc.isExtra ? { isExtra: true } : {}) }
  if (UNARY.includes(op.toUpperCase())) return filter
  return { ...filter, val: (op === 'TEMPORAL_RANGE' ? timeRange : undefined) ?? adhoc.comparator ?? null }
}

function joinClauses(clauses: readonly string[]): string | undefined {
  return clauses.length > 0 ? clauses.map((clause) => `(${clause})`).join(' AND ') : undefined
}

function legacyExtras(form: FormData): {
  filters: QueryFilter[]
  time: Record<string, string>
  applied: Record<string, string>
} {
  const filters: QueryFilter[] = []
  const time: Record<string, string> = {}
  const applied: Record<string, string> = {}
  for (const extra of listOf<QueryFilter>(form['extra_filters'])) {
    const col = typeof extra.col === 'string' ? extra.col : ''
    const name = ownValue(LEGACY_TIME, col)
    // A filter box without a value adds no filter.
    if (name === undefined) filters.push(...(isChosen(extra) ? [extra] : []))
    else if (extra.val && extra.val !== NO_FILTER) {
      time[name] = String(extra.val)
      applied[col] = String(extra.val)
    }
  }
  return { filters, time, applied }
}

function isChosen({ op, val }: QueryFilter): boolean {
  if (typeof op === 'string' && UNARY.includes(op.toUpperCase())) return true
  return Array.isArray(val) ? val.length > 0 : Boolean(val)
}

/** Returns the time settings of dashboard filters, under the names used for reporting applied filters. */
function timeOfDashboard(extra: ExtraFormData): Record<string, string> {
  const timeFields = {
    __time_range: extra.time_range,
    __time_col: extra.granularity_sqla ?? extra.granularity,
    __time_grain: extra.time_grain_sqla,
  }
  const given = Object.entries(timeFields).flatMap(([name, value]) =>
    value && value !== NO_FILTER ? [[name, value]] : [],
  )
  return Object.fromEntries(given)
}

/**
 * Splits the conditions of a form; filters of other charts and of the dashboard precede those of the chart. SIMPLE
 * filters of WHERE become query filters, free-form SQL goes to its clause, SIMPLE filters of HAVING are dropped; the
 * server reports them as rejected. A time range from the dashboard, or else from a filter box, replaces the range of
 * every TEMPORAL_RANGE filter.
 */
export function conditionsOf(form: FormData): Conditions {
  const extra: ExtraFormData = form.extra_form_data ?? {}
  const legacy = legacyExtras(form)
  const adhoc = [...listOf<unknown>(form.adhoc_filters), ...listOf<unknown>(extra.adhoc_filters)]
    .map((each, index) => readFilter(each, String(index)))
    .filter((each): each is AdhocFilter => each !== undefined && isValidFilter(each))
  const free = (clause: string) =>
    adhoc
      .filter((each) => each.expressionType === 'SQL' && each.clause === clause)
      .map((each) => each.sqlExpression ?? '')
  const simple = adhoc.filter((each) => each.expressionType === 'SIMPLE' && each.clause === 'WHERE')
  return {
    filters: [
      ...legacy.filters,
      ...listOf<QueryFilter>(extra.filters),
      ...simple.map((each) => toQueryFilter(each, extra.time_range || legacy.time['time_range'])),
    ],
    where: joinClauses([...listOf<string>(form['where']), ...free('WHERE')]),
    having: joinClauses([...listOf<string>(form['having']), ...free('HAVING')]),
    time: legacy.time,
    applied_time_extras: { ...legacy.applied, ...timeOfDashboard(extra) },
  }
}
