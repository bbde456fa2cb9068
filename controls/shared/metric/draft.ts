import type { ControlContext } from '#controls/control.ts'
import { type Aggregate, aggregates, editMetric, isAdhocMetric, isSavedMetric, newMetric } from '#core/metric/metric.ts'
import type { AdhocMetric, QueryMetric } from '#core/query/query-object.ts'

/** The tabs of the metric editor. */
export type MetricTab = 'saved' | 'simple' | 'sql'

/**
 * Returns the initial tab: saved metrics if there are any and the metric is new or saved, otherwise the tab of the
 * metric's type.
 */
export function firstTab(metric: QueryMetric | undefined, context: ControlContext): MetricTab {
  const hasSaved = context.dataset.metrics.length > 0
  if (hasSaved && (metric === undefined || !isAdhocMetric(metric))) return 'saved'
  if (context.dataset.disallow_adhoc_metrics) return 'saved'
  return isAdhocMetric(metric) && metric.expressionType === 'SQL' ? 'sql' : 'simple'
}

/** Returns the metric that the simple and SQL tabs edit, with an option name that is unique in its list. */
export function adhocDraft(metric: QueryMetric | undefined, optionName: string): AdhocMetric {
  return isAdhocMetric(metric) ? metric : newMetric(optionName)
}

/** Returns the name of the selected saved metric, if any. */
export function savedDraft(metric: QueryMetric | undefined): string | undefined {
  return isSavedMetric(metric) ? metric : undefined
}

/** Sets the column; a metric without an aggregate gets the first one that suits numbers, or the count. */
export function withColumn(metric: AdhocMetric, column: AdhocMetric['column'], isNumber: boolean): AdhocMetric {
  const aggregate = aggregates.includes(metric.aggregate as Aggregate) ? metric.aggregate : isNumber ? 'SUM' : 'COUNT'
  return editMetric(metric, {
    expressionType: 'SIMPLE',
    column: column ?? null,
    aggregate: aggregate ?? null,
    sqlExpression: null,
  })
}

export function withAggregate(metric: AdhocMetric, aggregate: string): AdhocMetric {
  return editMetric(metric, { expressionType: 'SIMPLE', aggregate, sqlExpression: null })
}

/** Converts the metric to an expression. */
export function withSql(metric: AdhocMetric, sqlExpression: string): AdhocMetric {
  return editMetric(metric, { expressionType: 'SQL', sqlExpression, column: null, aggregate: null })
}
