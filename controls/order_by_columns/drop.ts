import type { ControlContext } from '#controls/control.ts'
import type { CarriedPart } from '#controls/shared/drop.ts'
import { t } from '#core/text/t.ts'

/** Why rows cannot be ordered by a part; null when they can. `taken` are the columns that order them already. */
export function orderRejection(
  part: CarriedPart,
  taken: readonly string[],
  { dataset }: ControlContext,
): string | null {
  if (part.kind === 'metric') return t('%s is a metric; columns go here', part.label)
  if (!dataset.columns.some((each) => each.column_name === part.name))
    return t('The dataset has no column of this name')
  return taken.includes(part.name) ? t('%s is there already', part.label) : null
}
