import { notEmpty } from './validators.ts'
import type { Control, Validator } from '#controls/control.ts'

/** Returns the distinct messages of the control type, of `required` and of the control. */
export function validationMessages(
  value: unknown,
  control: Control,
  own: readonly Validator[] = [],
): readonly string[] {
  const checks = [...(control.required ? [notEmpty] : []), ...own, ...(control.validators ?? [])]
  return [...new Set(checks.map((check) => check(value)).filter((message) => message !== null))]
}
