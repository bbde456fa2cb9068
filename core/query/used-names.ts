import type { QuoteMark } from './quote-mark.ts'
import { namesInSql } from './replace-name-in-sql.ts'
import type { QueryColumn, QueryFilter, QueryMetric, QueryObject } from './query-object.ts'

/** The columns and metrics of a dataset, by name and expression. */
export interface NamedFields {
  readonly columns: readonly { readonly column_name: string; readonly expression?: string | null }[]
  readonly metrics: readonly { readonly metric_name: string; readonly expression?: string | null }[]
}

/** The names of used columns and metrics of a dataset. */
export interface UsedNames {
  readonly columns: ReadonlySet<string>
  readonly metrics: ReadonlySet<string>
}

/** The names in a query or filter: `names` are of columns or metrics, `sql` is searched for columns. */
interface MentionedNames {
  readonly names: readonly string[]
  readonly sql: readonly string[]
}

const NONE: MentionedNames = { names: [], sql: [] }

/**
 * Returns the columns and metrics of a dataset that queries use: by name, in SQL, and through the expressions of the
 * metrics and calculated columns they name.
 */
export function usedNames(queries: readonly QueryObject[], parts: NamedFields, mark: QuoteMark): UsedNames {
  return resolveNames(merge(queries.map(mentionsOf)), parts, mark)
}

/** A call of the macro that returns the SQL of a metric of the dataset itself. */
const METRIC_MACRO = /\bmetric\s*\(\s*(?:key\s*=\s*)?(?:'([^'\n]*)'|"([^"\n]*)")\s*\)/g

/** Returns the columns and metrics among plain names and SQL texts, and those used by their expressions. */
export function resolveNames({ names, sql }: MentionedNames, parts: NamedFields, mark: QuoteMark): UsedNames {
  const columns = new Map(parts.columns.map((each) => [each.column_name, each.expression]))
  const metrics = new Map(parts.metrics.map((each) => [each.metric_name, each.expression]))
  const used = { columns: new Set<string>(), metrics: new Set<string>() }
  const texts = [...sql]
  const useColumn = (name: string): void => {
    if (!columns.has(name) || used.columns.has(name)) return
    used.columns.add(name)
    texts.push(columns.get(name) ?? '')
  }
  const useMetric = (name: string): void => {
    if (!metrics.has(name) || used.metrics.has(name)) return
    used.metrics.add(name)
    texts.push(metrics.get(name) ?? '')
  }
  for (const name of names) {
    useColumn(name)
    useMetric(name)
  }
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    for (const [, single, double = ''] of text.matchAll(METRIC_MACRO)) useMetric(single ?? double)
    const read = namesInSql(text, mark)
    for (const name of columns.keys()) if (read.has(name.toLowerCase())) useColumn(name)
  }
  return used
}

function mentionsOf(query: QueryObject): MentionedNames {
  const { columns = [], series_columns: series = [], having_columns: having = [], orderby = [], extras } = query
  const metrics = [...(query.metrics ?? []), ...(query.series_limit_metric ? [query.series_limit_metric] : [])]
  const keys = orderby.flatMap(([key]) => (key ? [key] : []))
  return merge([
    ...[...columns, ...series, ...having].map(columnMentions),
    ...metrics.map(metricMentions),
    ...keys.map((key) => (isColumn(key) ? columnMentions(key) : metricMentions(key))),
    ...(query.filters ?? []).map(filterMentions),
    { names: query.granularity ? [query.granularity] : [], sql: [extras?.where ?? '', extras?.having ?? ''] },
  ])
}

const isColumn = (key: QueryColumn | QueryMetric): key is QueryColumn =>
  typeof key === 'string' || ('sqlExpression' in key && !('aggregate' in key) && key.expressionType !== 'SIMPLE')

function columnMentions(column: QueryColumn): MentionedNames {
  if (typeof column === 'string') return { names: [column], sql: [] }
  return column.isColumnReference
    ? { names: [column.sqlExpression], sql: [] }
    : { names: [], sql: [column.sqlExpression] }
}

function metricMentions(metric: QueryMetric): MentionedNames {
  if (typeof metric === 'string') return { names: [metric], sql: [] }
  if (!metric.expressionType) return { names: [metric.label], sql: [] }
  if (metric.expressionType === 'SQL') return { names: [], sql: [metric.sqlExpression ?? ''] }
  return metric.column ? { names: [metric.column.column_name], sql: [] } : NONE
}

function filterMentions({ col, of = [] }: QueryFilter): MentionedNames {
  return merge([...(col ? [columnMentions(col)] : []), ...of.map(filterMentions)])
}

function merge(all: readonly MentionedNames[]): MentionedNames {
  return { names: all.flatMap(({ names }) => names), sql: all.flatMap(({ sql }) => sql) }
}
