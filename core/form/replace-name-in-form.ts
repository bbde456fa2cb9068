import type { FormData } from './form-data.ts'
import { COLUMN_KEYS, METRIC_KEYS, PIVOT_DIMENSION_KEYS } from './query-fields.ts'
import { editMetric, isAdhocMetric } from '#core/metric/metric.ts'
import type { AdhocMetric } from '#core/query/query-object.ts'
import type { QuoteMark } from '#core/query/quote-mark.ts'
import { replaceNameInSql, nameUse } from '#core/query/replace-name-in-sql.ts'
import type { UnknownName } from '#core/rest/unknown-name.ts'

/** Further keys with column names: axes, time columns and the endpoints of graphs. */
const MORE_COLUMN_KEYS = ['x_axis', 'granularity_sqla', 'entity', 'source', 'target', 'series_columns']
const MORE_METRIC_KEYS = ['timeseries_limit_metric', 'percent_metrics', 'metrics_b', 'sort_by_metric']

interface NameReplacement {
  readonly mistake: UnknownName
  readonly right: string
  /** The quote mark of the database. */
  readonly mark: QuoteMark
}

/** Returns the form with a wrong name replaced everywhere; undefined if the form does not contain it. */
export function replaceNameInForm(form: FormData, mending: NameReplacement): FormData | undefined {
  const changes = Object.entries(form as Record<string, unknown>).flatMap(([key, value]) => {
    const mended = replaceInKey(key, value, mending)
    return JSON.stringify(mended) === JSON.stringify(value) ? [] : [[key, mended] as const]
  })
  return changes.length === 0 ? undefined : { ...form, ...Object.fromEntries(changes) }
}

function replaceInKey(key: string, value: unknown, mending: NameReplacement): unknown {
  if (key.startsWith('adhoc_filters')) return mapValue(value, (filter) => replaceInFilter(filter, mending))
  if (key === 'order_by_cols') return mapValue(value, (pair) => replaceInOrder(pair, mending))
  const base = key.replace(/_b$/, '')
  const isMetric = [...METRIC_KEYS, ...MORE_METRIC_KEYS].some((name) => name === key || name === base)
  const isColumn = [...COLUMN_KEYS, ...PIVOT_DIMENSION_KEYS, ...MORE_COLUMN_KEYS].some(
    (name) => name === key || name === base,
  )
  if (!isMetric && !isColumn) return value
  return mapValue(value, (requested) => fixRequested(requested, isMetric ? 'metric' : 'column', mending))
}

const mapValue = (value: unknown, mend: (one: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(mend) : mend(value)

/** `pair` is JSON text of a column and whether it is ascending. */
function replaceInOrder(pair: unknown, { mistake, right }: NameReplacement): unknown {
  if (typeof pair !== 'string' || mistake.kind !== 'column') return pair
  const [name, ...suffix] = pairOf(pair)
  return name === mistake.name ? JSON.stringify([right, ...suffix]) : pair
}

function pairOf(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** `requested` is a name, a metric or a SQL column. */
function fixRequested(requested: unknown, kind: UnknownName['kind'], mending: NameReplacement): unknown {
  const { mistake, right } = mending
  if (typeof requested === 'string') return requested === mistake.name && mistake.kind === kind ? right : requested
  if (isAdhocMetric(requested))
    return kind === 'metric' ? replaceInMetric(requested, mending) : replaceInColumn(requested, mending)
  return replaceInColumn(requested, mending)
}

function replaceInMetric(metric: AdhocMetric, mending: NameReplacement): AdhocMetric {
  if (metric.expressionType === 'SQL') {
    const sqlExpression = replaceInText(metric.sqlExpression ?? '', mending)
    return sqlExpression === metric.sqlExpression ? metric : editMetric(metric, { sqlExpression })
  }
  const { mistake, right } = mending
  if (mistake.kind !== 'column' || metric.column?.column_name !== mistake.name) return metric
  return editMetric(metric, { column: { ...metric.column, column_name: right } })
}

function replaceInColumn(column: unknown, mending: NameReplacement): unknown {
  if (typeof column !== 'object' || column === null || !('sqlExpression' in column)) return column
  const { sqlExpression } = column
  return typeof sqlExpression === 'string'
    ? { ...column, sqlExpression: replaceInText(sqlExpression, mending) }
    : column
}

function replaceInFilter(filter: unknown, mending: NameReplacement): unknown {
  if (typeof filter !== 'object' || filter === null) return filter
  const { expressionType, subject } = filter as { expressionType?: unknown; subject?: unknown }
  if (expressionType === 'SQL') return replaceInColumn(filter, mending)
  return { ...filter, subject: fixRequested(subject, mending.mistake.kind, mending) }
}

function replaceInText(sql: string, { mistake, right, mark }: NameReplacement): string {
  return replaceNameInSql(sql, { wrong: mistake.name, right, use: nameUse(mistake.kind) }, mark)
}
