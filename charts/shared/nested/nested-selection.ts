import type { SelectedMark } from '#charts/chart.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn } from '#core/query/query-object.ts'
import { GROUPING } from '#core/query/grouping.ts'
import type { ResultMetadata } from '#core/query/result.ts'

/** Returns the levels that all selections have: a part of an outer level has no values for inner ones. */
function sharedLevels(picked: readonly SelectedMark[], form: FormData): readonly QueryColumn[] {
  return queryFields(form).columns.filter((each) => picked.every((pick) => columnLabel(each) in pick))
}

/** The selection functions of hierarchical charts. */
export const nestedSelection = {
  colorColumns: (form: FormData) => queryFields(form).columns.slice(0, 1).map(columnLabel),
  toMask: (picked: readonly SelectedMark[], form: FormData) => selectionMask(picked, sharedLevels(picked, form)),
  toDrill: (picked: readonly SelectedMark[], form: FormData) => selectionFilters(picked, sharedLevels(picked, form)),
  isEmpty: (entries: readonly ResultMetadata[]) =>
    entries.every(({ rowcount, colnames }) => rowcount === 0 || colnames.includes(GROUPING)),
}

interface SelectionState {
  readonly picked?: readonly SelectedMark[] | undefined
  readonly isPickLeftOut?: boolean | undefined
}

/** True if a part is highlighted. The parts inside and around a selected part are highlighted too. */
export function isPartHighlighted({ picked = [], isPickLeftOut = false }: SelectionState, pick: SelectedMark): boolean {
  const meets = (other: SelectedMark) => Object.keys(other).every((key) => !(key in pick) || pick[key] === other[key])
  return picked.length === 0 || picked.some(meets) !== isPickLeftOut
}
