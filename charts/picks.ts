import type { Pick, SelectionMode } from './chart.ts'
import { samePick } from './shared/selection/pick-mask.ts'

/** The selected marks, and whether their rows are excluded instead of included. */
export interface Picked {
  readonly picks: readonly Pick[]
  readonly isLeftOut: boolean
}

/**
 * Returns the selection after a click on a mark. `one` replaces the selection, or clears it if the mark was the only
 * one. `more` adds or removes the mark and keeps the mode. `not` adds or removes the mark among the excluded ones.
 */
export function nextPicked({ picks, isLeftOut }: Picked, pick: Pick, how: SelectionMode): Picked {
  const rest = picks.filter((each) => !samePick(each, pick))
  const isThere = rest.length < picks.length
  if (how === 'one') return { picks: isThere && !isLeftOut && rest.length === 0 ? [] : [pick], isLeftOut: false }
  if (how === 'not' && !isLeftOut) return { picks: [pick], isLeftOut: true }
  const next = isThere ? rest : [...picks, pick]
  return { picks: next, isLeftOut: isLeftOut && next.length > 0 }
}
