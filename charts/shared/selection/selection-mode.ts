import type { PickHow } from '#charts/chart.ts'

type Keys = Readonly<Record<'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey', boolean>>

/** What the keys held while a mark is pressed make of the pick: Alt leaves out, Shift, Ctrl and Cmd add. */
export function selectionModeOf({ altKey, shiftKey, ctrlKey, metaKey }: Keys): PickHow {
  if (altKey) return 'not'
  return shiftKey || ctrlKey || metaKey ? 'more' : 'one'
}
