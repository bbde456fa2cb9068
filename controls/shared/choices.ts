import type { Choice, Control, ControlContext } from '#controls/control.ts'

/** Returns the choices of a control; undefined if they depend on an unknown dataset. */
export function choicesOf(control: Control, context?: ControlContext): readonly Choice[] | undefined {
  if (typeof control.choices !== 'function') return control.choices ?? []
  return context ? control.choices(context) : undefined
}
