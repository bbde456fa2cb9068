import type { AdvancedValidation } from './operators.ts'
import type { ControlContext } from '#controls/control.ts'
import { columnOption } from '#controls/shared/column-options.ts'
import { quotedName, quoteMarkOf } from '#core/query/quote-mark.ts'
import { type AdhocFilter, isValidFilter } from '#core/filter/adhoc-filter.ts'
import { isMetricFilter, metricSubject } from '#core/filter/metric-filter.ts'
import type { FilterSubject } from '#core/filter/operators.ts'
import { columnSubject } from '#core/filter/subject.ts'
import { queryFields, uniqueBy } from '#core/form/query-fields.ts'
import { isAdhocMetric } from '#core/metric/metric.ts'
import { type AdhocMetric, columnLabel, metricLabel } from '#core/query/query-object.ts'

/** A metric that can be filtered. `sql` is its expression. */
interface FilterableMetric {
  readonly name: string
  readonly label: string
  readonly sql: string
}

function metricSql(metric: AdhocMetric, { dataset }: ControlContext): string {
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? ''
  const name = metric.column?.column_name ?? ''
  const column =
    dataset.columns.find((each) => each.column_name === name)?.expression ||
    quotedName(name, quoteMarkOf(dataset.backend))
  return metric.aggregate === 'COUNT_DISTINCT' ? `COUNT(DISTINCT ${column})` : `${metric.aggregate}(${column})`
}

/** Returns the metrics that can be filtered: saved metrics of the dataset, then those of the chart. */
export function filterableMetrics(context: ControlContext): readonly FilterableMetric[] {
  const saved = context.dataset.metrics.map(({ metric_name: name, verbose_name, expression }) => ({
    name,
    label: verbose_name || name,
    sql: expression,
  }))
  const own = queryFields({ ...context.form, query_mode: 'aggregate' }).metrics ?? []
  const made = own.filter(isAdhocMetric).map((metric) => {
    const name = metricLabel(metric)
    return { name, label: name, sql: metricSql(metric, context) }
  })
  return uniqueBy([...saved, ...made], ({ name }) => name)
}

/** Returns the subjects of filters as options: columns, then metrics. A metric may have the same name as a column. */
export function subjectOptions(context: ControlContext) {
  const columns = context.dataset.columns.filter((column) => column.filterable !== false).map(columnOption)
  const metrics = filterableMetrics(context).map(({ name, label, sql }) => ({
    value: subjectKey('metric', name),
    label,
    icon: 'function' as const,
    detail: sql,
  }))
  return [...columns.map((option) => ({ ...option, value: subjectKey('column', option.value) })), ...metrics]
}

export function subjectKey(kind: FilterSubject['kind'], name: string): string {
  return `${kind}:${name}`
}

/** Parses an option key. */
export function readSubjectKey(key: string): { readonly kind: FilterSubject['kind']; readonly name: string } {
  const at = key.indexOf(':')
  return { kind: key.slice(0, at) === 'metric' ? 'metric' : 'column', name: key.slice(at + 1) }
}

/** Returns the name of a filter's subject; undefined before it is chosen. */
export function subjectName(filter: AdhocFilter): string | undefined {
  return filter.subject === null ? undefined : columnLabel(filter.subject)
}

/** Returns the subject for a column name; an ad hoc column is an expression. */
export function subjectOf(name: string, context: ControlContext, partitions: readonly string[] = []): FilterSubject {
  const column = context.dataset.columns.find((each) => each.column_name === name)
  return columnSubject(column ?? { column_name: name, expression: name }, partitions)
}

/** Returns the subject for a metric name; undefined if there is none. */
export function metricSubjectOf(name: string, context: ControlContext): FilterSubject | undefined {
  const metric = filterableMetrics(context).find((each) => each.name === name)
  return metric && metricSubject(metric.sql)
}

/**
 * Returns the subject of a filter: in HAVING a metric with this name if there is one, otherwise a column. Undefined
 * before it is chosen.
 */
export function filterSubjectOf(
  filter: AdhocFilter,
  context: ControlContext,
  partitions: readonly string[] = [],
): FilterSubject | undefined {
  const name = subjectName(filter)
  if (name === undefined) return undefined
  const metric = filter.clause === 'HAVING' ? metricSubjectOf(name, context) : undefined
  return metric ?? subjectOf(name, context, partitions)
}

/** True if a filter can be edited by subject, operator and comparator; other expressions cannot. */
export function isSimple(filter: AdhocFilter, context: ControlContext): boolean {
  if (filter.expressionType === 'SIMPLE') return true
  const subject = filterSubjectOf(filter, context)
  return subject !== undefined && isMetricFilter(filter, subject)
}

/** True if a draft can be saved: it is valid, and its advanced type has found no error. */
export function canSave(filter: AdhocFilter, advanced: AdvancedValidation | undefined): boolean {
  return isValidFilter(filter) && (filter.expressionType === 'SQL' || (advanced?.error ?? '') === '')
}
