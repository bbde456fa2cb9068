import type { Control, ControlContext } from '#controls/control.ts'
import type { DraggedField } from '#controls/shared/drag-data.ts'
import { columnLabel, type QueryColumn } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'

/** Returns why a column control rejects a dropped item; null if it accepts it. */
export function columnRejection(
  part: DraggedField,
  columns: readonly QueryColumn[],
  control: Pick<Control, 'columnFilter'>,
  context: ControlContext,
): string | null {
  if (part.kind === 'metric') return t('%s is a metric; columns go here', part.label)
  const column = context.dataset.columns.find((each) => each.column_name === part.name)
  if (!column) return t('The dataset has no column of this name')
  if (columns.some((each) => columnLabel(each) === part.name)) return t('%s is there already', part.label)
  return (control.columnFilter?.(column) ?? true) ? null : t('%s is of a kind that cannot be chosen here', part.label)
}
