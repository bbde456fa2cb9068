import type { SelectedMark, SelectionMode } from './chart.ts'
import { isSameMark } from './shared/selection/selection-mask.ts'

/** The selected marks, and whether their rows are excluded instead of included. */
export interface MarkSelection {
  readonly marks: readonly SelectedMark[]
  readonly isLeftOut: boolean
}

/**
 * Returns the selection after a click on a mark. `one` replaces the selection, or clears it if the mark was the only
 * one. `more` adds or removes the mark and keeps the mode. `not` adds or removes the mark among the excluded ones.
 */
export function nextSelection(
  { marks, isLeftOut }: MarkSelection,
  pick: SelectedMark,
  mode: SelectionMode,
): MarkSelection {
  const rest = marks.filter((each) => !isSameMark(each, pick))
  const isThere = rest.length < marks.length
  if (mode === 'one') return { marks: isThere && !isLeftOut && rest.length === 0 ? [] : [pick], isLeftOut: false }
  if (mode === 'not' && !isLeftOut) return { marks: [pick], isLeftOut: true }
  const next = isThere ? rest : [...marks, pick]
  return { marks: next, isLeftOut: isLeftOut && next.length > 0 }
}
