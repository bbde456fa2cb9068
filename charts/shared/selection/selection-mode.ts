import type { SelectionMode } from '#charts/chart.ts'

type Keys = Readonly<Record<'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey', boolean>>

/** Returns the selection mode for pointer modifiers: Alt excludes; Shift, Ctrl and Cmd add. */
export function selectionModeOf({ altKey, shiftKey, ctrlKey, metaKey }: Keys): SelectionMode {
  if (altKey) return 'not'
  return shiftKey || ctrlKey || metaKey ? 'more' : 'one'
}
