import type { Control } from '#controls/control.ts'

/**
 * True if two controls are deeply equal. Chart types create their controls with the same builders, so a control that
 * stays when the type changes is a different but equal object. Functions are compared by identity.
 */
export function isSameControl(before: object, after: object): boolean {
  if (before === after) return true
  const [old, now] = [Object.entries(before), Object.entries(after)]
  return (
    old.length === now.length &&
    old.every(([key, value]) => key in after && isSame(value, (after as Record<string, unknown>)[key]))
  )
}

/** Control keys that do not affect rendering: visibility, validation and defaults. */
const NOT_DRAWN: readonly string[] = [
  'affects',
  'default',
  'initial',
  'validators',
  'visible',
] satisfies (keyof Control)[]

const renderedProps = (control: Control): object =>
  Object.fromEntries(Object.entries(control).filter(([key]) => !NOT_DRAWN.includes(key)))

/** True if two controls render the same for the same value. */
export const rendersSameControl = (before: Control, after: Control): boolean =>
  before === after || isSameControl(renderedProps(before), renderedProps(after))

/** True if two values are deeply equal: another chart type creates new objects for the values it takes over. */
export function isSame(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return false
  return Array.isArray(before) === Array.isArray(after) && isSameControl(before, after)
}
