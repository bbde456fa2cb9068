import type { ControlContext } from '#controls/control.ts'
import { type Aggregate, aggregates, editMetric, isAdhocMetric, isSavedMetric, newMetric } from '#core/metric/metric.ts'
import type { AdhocMetric, QueryMetric } from '#core/query/query-object.ts'

/** The pages of the metric editor. */
export type MetricTab = 'saved' | 'simple' | 'sql'

/**
 * The page the editor opens on: the saved metrics when there are any and the metric is new or one of them, otherwise
 * that of the metric's kind.
 */
export function firstTab(metric: QueryMetric | undefined, context: ControlContext): MetricTab {
  const hasSaved = context.dataset.metrics.length > 0
  if (hasSaved && (metric === undefined || !isAdhocMetric(metric))) return 'saved'
  if (context.dataset.disallow_adhoc_metrics) return 'saved'
  return isAdhocMetric(metric) && metric.expressionType === 'SQL' ? 'sql' : 'simple'
}

/** The metric the simple and SQL pages edit, with a name unique in its list. */
export function adhocDraft(metric: QueryMetric | undefined, optionName: string): AdhocMetric {
  return isAdhocMetric(metric) ? metric : newMetric(optionName)
}

/** The saved metric chosen, if any. */
export function savedDraft(metric: QueryMetric | undefined): string | undefined {
  return isSavedMetric(metric) ? metric : undefined
}

/** The metric with another column; without an aggregate it takes the first that suits numbers or the count. */
export function withColumn(metric: AdhocMetric, column: AdhocMetric['column'], isNumber: boolean): AdhocMetric {
  const aggregate = aggregates.includes(metric.aggregate as Aggregate) ? metric.aggregate : isNumber ? 'SUM' : 'COUNT'
  return editMetric(metric, {
    expressionType: 'SIMPLE',
    column: column ?? null,
    aggregate: aggregate ?? null,
    sqlExpression: null,
  })
}

/** The metric with another aggregate. */
export function withAggregate(metric: AdhocMetric, aggregate: string): AdhocMetric {
  return editMetric(metric, { expressionType: 'SIMPLE', aggregate, sqlExpression: null })
}

/** The metric as an expression. */
export function withSql(metric: AdhocMetric, sqlExpression: string): AdhocMetric {
  return editMetric(metric, { expressionType: 'SQL', sqlExpression, column: null, aggregate: null })
}
