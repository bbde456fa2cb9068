import type { AdhocMetric, QueryMetric } from '#core/query/query-object.ts'
import { defaultLabel } from '#core/text/truncate.ts'

/** The aggregates of simple metrics, in the order they are offered. */
export const aggregates = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'] as const

export type Aggregate = (typeof aggregates)[number]

/** A metric nobody has filled in; `optionName` is unique within its list. */
export function newMetric(optionName: string): AdhocMetric {
  return {
    expressionType: 'SIMPLE',
    column: null,
    aggregate: null,
    sqlExpression: null,
    label: '',
    hasCustomLabel: false,
    optionName,
  }
}

/** A metric of the dataset, known by its name. */
export function isSavedMetric(metric: unknown): metric is string {
  return typeof metric === 'string' && metric !== ''
}

/** A metric written by the user. */
export function isAdhocMetric(metric: unknown): metric is AdhocMetric {
  if (typeof metric !== 'object' || metric === null) return false
  const { expressionType } = metric as Partial<AdhocMetric>
  return expressionType === 'SIMPLE' || expressionType === 'SQL'
}

/** Whether a metric can be asked: SIMPLE needs column and aggregate, SQL its expression, a saved one a name. */
export function isValidMetric(metric: QueryMetric | null | undefined): boolean {
  if (!isAdhocMetric(metric)) return isSavedMetric(metric) || Boolean(metric?.label)
  return metric.expressionType === 'SQL'
    ? Boolean(metric.sqlExpression)
    : Boolean(metric.column?.column_name && metric.aggregate)
}

/** The metric with changes made. Its label follows unless the user has given it one. */
export function editMetric(metric: AdhocMetric, change: Partial<AdhocMetric>): AdhocMetric {
  const next = { ...metric, ...change }
  return next.hasCustomLabel ? next : { ...next, label: defaultLabel(metricText(next)) }
}

/** The metric with a label of the user's; empty text gives it the default label again. */
export function labelMetric(metric: AdhocMetric, label: string): AdhocMetric {
  const text = label.trim()
  return text === ''
    ? editMetric({ ...metric, hasCustomLabel: false }, {})
    : { ...metric, label: text, hasCustomLabel: true }
}

/** What a metric computes, in full: `SUM(delay)`, or its SQL. */
export function metricText(metric: AdhocMetric): string {
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? ''
  const column = metric.column?.column_name ?? ''
  return metric.aggregate ? `${metric.aggregate}(${column})` : column
}
