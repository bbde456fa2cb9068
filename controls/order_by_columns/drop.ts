import type { ControlContext } from '#controls/control.ts'
import type { DraggedField } from '#controls/shared/drag-data.ts'
import { t } from '#core/text/t.ts'

/** Returns why rows cannot be sorted by a dropped item; null if they can. `taken` are the current sort columns. */
export function orderRejection(
  part: DraggedField,
  taken: readonly string[],
  { dataset }: ControlContext,
): string | null {
  if (part.kind === 'metric') return t('%s is a metric; columns go here', part.label)
  if (!dataset.columns.some((each) => each.column_name === part.name))
    return t('The dataset has no column of this name')
  return taken.includes(part.name) ? t('%s is there already', part.label) : null
}
