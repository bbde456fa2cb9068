import type { SelectedMark, SelectionMode } from './chart.ts'
import { isSameMark } from './shared/selection/selection-mask.ts'

/** The selected marks, and whether their rows are excluded instead of included. */
export interface MarkSelection {
  readonly marks: readonly SelectedMark[]
  readonly isLeftOut: boolean
}

/**
 * Returns the selection after a click on a mark. `one` replaces the selection, or clears it if the mark was the only
 * one. `more` adds or removes the mark; the selection stays included or excluded. `not` adds the mark to the excluded
 * ones or removes it from them.
 */
export function nextSelection(
  { marks, isLeftOut }: MarkSelection,
  selection: SelectedMark,
  mode: SelectionMode,
): MarkSelection {
  const rest = marks.filter((each) => !isSameMark(each, selection))
  const isThere = rest.length < marks.length
  if (mode === 'one') return { marks: isThere && !isLeftOut && rest.length === 0 ? [] : [selection], isLeftOut: false }
  if (mode === 'not' && !isLeftOut) return { marks: [selection], isLeftOut: true }
  const next = isThere ? rest : [...marks, selection]
  return { marks: next, isLeftOut: isLeftOut && next.length > 0 }
}
