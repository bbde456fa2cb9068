import type { AdvancedVerdict } from './operators.ts'
import type { ControlContext } from '#controls/control.ts'
import { columnOption } from '#controls/shared/column-options.ts'
import { type AdhocFilter, isValidFilter } from '#core/filter/adhoc-filter.ts'
import type { Subject } from '#core/filter/operators.ts'
import { columnSubject } from '#core/filter/subject.ts'
import { columnLabel } from '#core/query/query-object.ts'

/** The columns a filter may compare. */
export function subjectOptions(context: ControlContext) {
  return context.dataset.columns.filter((column) => column.filterable !== false).map(columnOption)
}

/** The name of what a filter compares; undefined before it is chosen. */
export function subjectName(filter: AdhocFilter): string | undefined {
  return filter.subject === null ? undefined : columnLabel(filter.subject)
}

/** What is known about a column by its name; an ad hoc column is an expression. */
export function subjectOf(name: string, context: ControlContext, partitions: readonly string[] = []): Subject {
  const column = context.dataset.columns.find((each) => each.column_name === name)
  return columnSubject(column ?? { column_name: name, expression: name }, partitions)
}

/** Whether a draft may be saved: it is valid, and its advanced type has found nothing wrong with it. */
export function canSave(filter: AdhocFilter, advanced: AdvancedVerdict | undefined): boolean {
  return isValidFilter(filter) && (filter.expressionType === 'SQL' || (advanced?.error ?? '') === '')
}
