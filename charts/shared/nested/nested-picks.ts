import type { Pick } from '#charts/chart.ts'
import { pickFilters, pickMask } from '#charts/shared/selection/pick-mask.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn } from '#core/query/query-object.ts'
import { GROUPING } from '#core/query/grouping.ts'
import type { EntryHead } from '#core/query/result.ts'

/** Returns the levels that all selections have: a part of an outer level has no values for inner ones. */
function sharedLevels(picked: readonly Pick[], form: FormData): readonly QueryColumn[] {
  return queryFields(form).columns.filter((each) => picked.every((pick) => columnLabel(each) in pick))
}

/** The selection functions of hierarchical charts. */
export const nestedPicks = {
  colorColumns: (form: FormData) => queryFields(form).columns.slice(0, 1).map(columnLabel),
  toMask: (picked: readonly Pick[], form: FormData) => pickMask(picked, sharedLevels(picked, form)),
  toDrill: (picked: readonly Pick[], form: FormData) => pickFilters(picked, sharedLevels(picked, form)),
  isEmpty: (entries: readonly EntryHead[]) =>
    entries.every(({ rowcount, colnames }) => rowcount === 0 || colnames.includes(GROUPING)),
}

interface PickedIn {
  readonly picked?: readonly Pick[] | undefined
  readonly isPickLeftOut?: boolean | undefined
}

/** True if a part is highlighted. The parts inside and around a selected part are highlighted too. */
export function isPartHighlighted({ picked = [], isPickLeftOut = false }: PickedIn, pick: Pick): boolean {
  const meets = (other: Pick) => Object.keys(other).every((key) => !(key in pick) || pick[key] === other[key])
  return picked.length === 0 || picked.some(meets) !== isPickLeftOut
}
