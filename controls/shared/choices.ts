import type { Choice, Control, ControlContext } from '#controls/control.ts'

/** The choices of a control where it stands; undefined when they depend on a dataset that is not known. */
export function choicesOf(control: Control, context?: ControlContext): readonly Choice[] | undefined {
  if (typeof control.choices !== 'function') return control.choices ?? []
  return context ? control.choices(context) : undefined
}
