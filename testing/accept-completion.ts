import { completionStatus } from '@codemirror/autocomplete'
import { EditorView } from '@codemirror/view'
import { expect, vi } from 'vitest'
import { waitForAssertion, userInput } from './user-input.ts'

/** Longer than the time in milliseconds for which a new list of completions ignores keys. */
const INTERACTION_DELAY = 1000

/**
 * Accepts the selected completion of a code editor by Enter, once the list is complete. The list ignores keys at first,
 * so that typing does not select an option. The clock moves past that time instead of waiting for it.
 */
export async function acceptCompletion(editor: HTMLElement): Promise<void> {
  await waitForAssertion(() => {
    const view = EditorView.findFromDOM(editor)
    expect(view && completionStatus(view.state)).toBe('active')
  })
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + INTERACTION_DELAY)
  try {
    await userInput().keyboard('{Enter}')
  } finally {
    clock.mockRestore()
  }
}
