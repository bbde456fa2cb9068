import type { Control } from '#controls/control.ts'

/**
 * Whether two controls say the same, each key for itself: kinds of chart make theirs by the same builders, so that a control
 * that stays while the kind changes is another object that says what the one before said. Functions are compared as they are.
 */
export function isAlike(before: object, after: object): boolean {
  if (before === after) return true
  const [old, now] = [Object.entries(before), Object.entries(after)]
  return (
    old.length === now.length &&
    old.every(([key, value]) => key in after && isSame(value, (after as Record<string, unknown>)[key]))
  )
}

/** Says nothing about how a control is drawn: whether it is, how its value is checked, and what it is where nobody said one. */
const NOT_DRAWN: readonly string[] = [
  'affects',
  'default',
  'initial',
  'validators',
  'visible',
] satisfies (keyof Control)[]

const drawn = (control: Control): object =>
  Object.fromEntries(Object.entries(control).filter(([key]) => !NOT_DRAWN.includes(key)))

/** Whether two controls are drawn the same for the same value. */
export const isDrawnAlike = (before: Control, after: Control): boolean =>
  before === after || isAlike(drawn(before), drawn(after))

/** Whether two values say the same: another kind of chart makes anew what it takes over. */
export function isSame(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return false
  return Array.isArray(before) === Array.isArray(after) && isAlike(before, after)
}
