import type { FormData } from '#core/form/form-data.ts'
import type { ExploreStore } from './store.ts'

/** What a gesture under way changes, and what it has left so far. */
interface Gesture {
  readonly name: string
  readonly form: FormData
  readonly title: string
}

const open = new WeakMap<ExploreStore, Gesture>()

/**
 * Makes a change as part of the gesture on `name`: it joins the step of undo of the change before when both belong to one
 * gesture, as the keys of a word and the moves of a drag do. A change by anything else in between ends the gesture.
 */
export function inGesture(store: ExploreStore, name: string, change: () => void): void {
  const before = store.getState()
  const known = open.get(store)
  const isSame = known?.name === name && known.form === before.form && known.title === before.title
  const { pause, resume } = store.temporal.getState()
  if (isSame) pause()
  change()
  if (isSame) resume()
  const { form, title } = store.getState()
  if (form !== before.form || title !== before.title) open.set(store, { name, form, title })
}

/** The next change is a step of its own. */
export function endGesture(store: ExploreStore): void {
  open.delete(store)
}

const OTHER_INPUTS = ['checkbox', 'radio', 'range', 'button', 'submit', 'reset', 'file', 'color']

/** Whether text is typed into this element. A field to choose in is none: what is typed there is only a search. */
export function isTextField(target: unknown): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return target.getAttribute('role') !== 'combobox' && !OTHER_INPUTS.includes(target.type)
  return target instanceof HTMLTextAreaElement || target.isContentEditable
}

const isRange = (target: unknown) => target instanceof HTMLInputElement && target.type === 'range'

/**
 * Ends gestures where hands begin another: a pointer that is pressed or lifted, a key that is neither typed nor moves a
 * slider, the focus that leaves. Gives the way to stop.
 */
export function watchGestures(store: ExploreStore, page: Window): () => void {
  const end = () => endGesture(store)
  const onPointer = ({ target }: PointerEvent) => {
    const { activeElement } = page.document
    // Text that waits is taken when its field is left, right after this press: still its own gesture.
    const leavesText = isTextField(activeElement) && !(target instanceof Node && activeElement.contains(target))
    if (!leavesText) end()
  }
  const onKey = ({ target, repeat, ctrlKey, metaKey }: KeyboardEvent) => {
    const isWithin = isTextField(target) || (isRange(target) && !ctrlKey && !metaKey)
    if (!repeat && !isWithin) end()
  }
  page.addEventListener('pointerdown', onPointer, true)
  page.addEventListener('keydown', onKey, true)
  // After the page has heard of it.
  page.addEventListener('focusout', end)
  page.addEventListener('pointerup', end)
  return () => {
    page.removeEventListener('pointerdown', onPointer, true)
    page.removeEventListener('keydown', onKey, true)
    page.removeEventListener('focusout', end)
    page.removeEventListener('pointerup', end)
  }
}
