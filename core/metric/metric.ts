import type { AdhocMetric, QueryMetric } from '#core/query/query-object.ts'
import { defaultLabel } from '#core/text/truncate.ts'

/** The aggregates of simple metrics, in display order. */
export const aggregates = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'] as const

export type Aggregate = (typeof aggregates)[number]

/** Returns an empty metric; `optionName` is unique within its list. */
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

/** True for a metric of the dataset, given by its name. */
export function isSavedMetric(metric: unknown): metric is string {
  return typeof metric === 'string' && metric !== ''
}

/** True for a metric written by the user. */
export function isAdhocMetric(metric: unknown): metric is AdhocMetric {
  if (typeof metric !== 'object' || metric === null) return false
  const { expressionType } = metric as Partial<AdhocMetric>
  return expressionType === 'SIMPLE' || expressionType === 'SQL'
}

/** True if a metric is complete: SIMPLE needs column and aggregate, SQL its expression, a saved metric a name. */
export function isValidMetric(metric: QueryMetric | null | undefined): boolean {
  if (!isAdhocMetric(metric)) return isSavedMetric(metric) || Boolean(metric?.label)
  return metric.expressionType === 'SQL'
    ? Boolean(metric.sqlExpression)
    : Boolean(metric.column?.column_name && metric.aggregate)
}

/** Returns the metric with changes. Its label is updated unless the user has set one. */
export function editMetric(metric: AdhocMetric, change: Partial<AdhocMetric>): AdhocMetric {
  const next = { ...metric, ...change }
  return next.hasCustomLabel ? next : { ...next, label: defaultLabel(metricText(next)) }
}

/** Returns the metric with a custom label; empty text restores the default label. */
export function labelMetric(metric: AdhocMetric, label: string): AdhocMetric {
  const text = label.trim()
  return text === ''
    ? editMetric({ ...metric, hasCustomLabel: false }, {})
    : { ...metric, label: text, hasCustomLabel: true }
}

/** Returns the full expression of a metric: `SUM(delay)`, or its SQL. */
export function metricText(metric: AdhocMetric): string {
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? ''
  const column = metric.column?.column_name ?? ''
  return metric.aggregate ? `${metric.aggregate}(${column})` : column
}
