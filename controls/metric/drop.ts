import type { Control, ControlContext } from '#controls/control.ts'
import { type DraggedField, insertItemAt } from '#controls/shared/drag-data.ts'
import { withColumn } from '#controls/shared/metric/draft.ts'
import { newMetric } from '#core/metric/metric.ts'
import { metricLabel, type QueryMetric } from '#core/query/query-object.ts'
import { NUMERIC } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'

/**
 * Returns the metric of a dropped item: a saved metric by name, or the sum of a numeric column and the count of any
 * other.
 */
export function metricOfField(
  part: DraggedField,
  optionName: string,
  context: ControlContext,
): QueryMetric | undefined {
  if (part.kind === 'metric') return part.name
  const column = context.dataset.columns.find((each) => each.column_name === part.name)
  if (!column) return undefined
  const { column_name, type_generic } = column
  return withColumn(newMetric(optionName), { column_name, type: column.type ?? null }, type_generic === NUMERIC)
}

/** Returns why a metric control rejects a dropped item; null if it accepts it. */
export function metricRejection(
  part: DraggedField,
  metrics: readonly QueryMetric[],
  context: ControlContext,
): string | null {
  if (part.kind === 'column' && context.dataset.disallow_adhoc_metrics)
    return t('The dataset allows saved metrics only')
  const metric = metricOfField(part, '', context)
  if (metric === undefined) return t('The dataset has no column of this name')
  const isThere = metrics.some((each) => metricLabel(each) === metricLabel(metric))
  return isThere ? t('%s is there already', metricLabel(metric)) : null
}

/** Inserts a metric at an index; a control with a single metric replaces it. */
export function withMetric(
  metrics: readonly QueryMetric[],
  metric: QueryMetric,
  at: number,
  control: Pick<Control, 'multi'>,
): readonly QueryMetric[] {
  return control.multi ? insertItemAt(metrics, metric, at) : [metric]
}
