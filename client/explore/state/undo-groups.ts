import type { FormData } from '#core/form/form-data.ts'
import type { ExploreStore } from './store.ts'

/** The target of the current gesture and its last state. */
interface Gesture {
  readonly name: string
  readonly form: FormData
  readonly title: string
}

const open = new WeakMap<ExploreStore, Gesture>()

/**
 * Makes a change as part of the gesture on `name`. Successive changes of one gesture, such as typing a word or dragging
 * a slider, form one undo step. Any other change ends the gesture.
 */
export function inUndoGroup(store: ExploreStore, name: string, change: () => void): void {
  const before = store.getState()
  const existing = open.get(store)
  const isSame = existing?.name === name && existing.form === before.form && existing.title === before.title
  const { pause, resume } = store.temporal.getState()
  if (isSame) pause()
  change()
  if (isSame) resume()
  const { form, title } = store.getState()
  if (form !== before.form || title !== before.title) open.set(store, { name, form, title })
}

/** Ends the gesture: the next change is a separate undo step. */
export function endUndoGroup(store: ExploreStore): void {
  open.delete(store)
}

const OTHER_INPUTS = ['checkbox', 'radio', 'range', 'button', 'submit', 'reset', 'file', 'color']

/** True if the element is a text input. A combobox is not one: its text is only a search. */
export function isTextField(target: unknown): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return target.getAttribute('role') !== 'combobox' && !OTHER_INPUTS.includes(target.type)
  return target instanceof HTMLTextAreaElement || target.isContentEditable
}

const isRange = (target: unknown) => target instanceof HTMLInputElement && target.type === 'range'

/**
 * Ends gestures on user input that starts another: a pointer press or release, a key that neither types nor moves a
 * slider, or focus leaving. Returns a function that stops it.
 */
export function watchUndoGroups(store: ExploreStore, page: Window): () => void {
  const end = () => endUndoGroup(store)
  const onPointer = ({ target }: PointerEvent) => {
    const { activeElement } = page.document
    // Pending text is committed when its field loses the focus, right after this press: still part of its gesture.
    const leavesText = isTextField(activeElement) && !(target instanceof Node && activeElement.contains(target))
    if (!leavesText) end()
  }
  const onKey = ({ target, repeat, ctrlKey, metaKey }: KeyboardEvent) => {
    const isWithin = isTextField(target) || (isRange(target) && !ctrlKey && !metaKey)
    if (!repeat && !isWithin) end()
  }
  page.addEventListener('pointerdown', onPointer, true)
  page.addEventListener('keydown', onKey, true)
  // After the handlers of the page.
  page.addEventListener('focusout', end)
  page.addEventListener('pointerup', end)
  return () => {
    page.removeEventListener('pointerdown', onPointer, true)
    page.removeEventListener('keydown', onKey, true)
    page.removeEventListener('focusout', end)
    page.removeEventListener('pointerup', end)
  }
}
