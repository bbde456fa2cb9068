import type { Pick, PickHow } from './chart.ts'
import { samePick } from './shared/selection/pick-mask.ts'

/** What is picked in a chart, and whether its rows are those that are left out. */
export interface Picked {
  readonly picks: readonly Pick[]
  readonly isLeftOut: boolean
}

/**
 * What is picked once a mark was pressed. Alone it takes the place of what was picked, and clears where it is that
 * already; `more` adds it or takes it back and keeps the sense; `not` does so among what is left out.
 */
export function nextPicked({ picks, isLeftOut }: Picked, pick: Pick, how: PickHow): Picked {
  const rest = picks.filter((each) => !samePick(each, pick))
  const isThere = rest.length < picks.length
  if (how === 'one') return { picks: isThere && !isLeftOut && rest.length === 0 ? [] : [pick], isLeftOut: false }
  if (how === 'not' && !isLeftOut) return { picks: [pick], isLeftOut: true }
  const next = isThere ? rest : [...picks, pick]
  return { picks: next, isLeftOut: isLeftOut && next.length > 0 }
}
