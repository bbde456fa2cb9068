import type { Control } from '#controls/control.ts'
import { t } from '#core/text/t.ts'

/** The texts of a control's field. */
export interface FieldTexts {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly isRequired: boolean
}

/** Returns the label, help and messages of a control in the current language. */
export function fieldTexts(control: Control, errors: readonly string[]): FieldTexts {
  return {
    label: t(control.label),
    hint: control.description === undefined ? undefined : t(control.description),
    error: errors.length > 0 ? errors.join('; ') : undefined,
    isRequired: control.required === true,
  }
}

/** Returns a name that no item of the list has. */
export function freshName(prefix: string, taken: readonly (string | undefined)[]): string {
  let count = taken.length + 1
  while (taken.includes(`${prefix}_${count}`)) count += 1
  return `${prefix}_${count}`
}
