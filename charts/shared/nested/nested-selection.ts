import type { SelectedMark } from '#charts/chart.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn } from '#core/query/query-object.ts'
import { GROUPING } from '#core/query/grouping.ts'
import type { ResultMetadata } from '#core/query/result.ts'

/** Returns the levels that all selections have: a part of an outer level has no values for inner ones. */
function sharedLevels(selectedMarks: readonly SelectedMark[], form: FormData): readonly QueryColumn[] {
  return queryFields(form).columns.filter((each) => selectedMarks.every((selection) => columnLabel(each) in selection))
}

/** The selection functions of hierarchical charts. */
export const nestedSelection = {
  colorColumns: (form: FormData) => queryFields(form).columns.slice(0, 1).map(columnLabel),
  toDataMask: (selectedMarks: readonly SelectedMark[], form: FormData) =>
    selectionMask(selectedMarks, sharedLevels(selectedMarks, form)),
  toDrillFilters: (selectedMarks: readonly SelectedMark[], form: FormData) =>
    selectionFilters(selectedMarks, sharedLevels(selectedMarks, form)),
  isEmpty: (entries: readonly ResultMetadata[]) =>
    entries.every(({ rowcount, colnames }) => rowcount === 0 || colnames.includes(GROUPING)),
}

interface SelectionState {
  readonly selectedMarks?: readonly SelectedMark[] | undefined
  readonly isSelectionExcluded?: boolean | undefined
}

/** True if a part is highlighted. The parts inside and around a selected part are highlighted too. */
export function isPartHighlighted(
  { selectedMarks = [], isSelectionExcluded = false }: SelectionState,
  selection: SelectedMark,
): boolean {
  const meets = (other: SelectedMark) =>
    Object.keys(other).every((key) => !Object.hasOwn(selection, key) || selection[key] === other[key])
  return selectedMarks.length === 0 || selectedMarks.some(meets) !== isSelectionExcluded
}
