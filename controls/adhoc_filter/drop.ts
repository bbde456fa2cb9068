import { metricSubjectOf, subjectOf } from './subjects.ts'
import type { ControlContext } from '#controls/control.ts'
import type { DraggedField } from '#controls/shared/drag-data.ts'
import { type AdhocFilter, newFilter } from '#core/filter/adhoc-filter.ts'
import { withOperator, withSubject } from '#core/filter/edit-filter.ts'
import { metricSubject, withMetricSql } from '#core/filter/metric-filter.ts'
import { t } from '#core/text/t.ts'

/** Returns why a column or metric cannot be filtered; null if it can. */
export function filterRejection(part: DraggedField, { dataset }: ControlContext): string | null {
  if (part.kind === 'metric') return null
  const column = dataset.columns.find((each) => each.column_name === part.name)
  if (!column) return t('The dataset has no column of this name')
  return column.filterable === false ? t('%s is not filterable', part.label) : null
}

/**
 * Returns the initial filter of a dropped column or metric: column values to be selected, or an incomplete metric
 * comparison.
 */
export function filterOfField(part: DraggedField, filterOptionName: string, context: ControlContext): AdhocFilter {
  const filter = newFilter(filterOptionName)
  if (part.kind === 'column') return withOperator(withSubject(filter, part.name, subjectOf(part.name, context)), 'IN')
  const subject = metricSubjectOf(part.name, context) ?? metricSubject(part.name)
  const compared = withOperator(withSubject(filter, part.name, subject), 'GREATER_THAN')
  return withMetricSql({ ...compared, comparator: 0 }, subject)
}
