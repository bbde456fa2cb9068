import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'

export const checkbox: ControlType<boolean> = {
  type: 'checkbox',
  parse(raw) {
    if (typeof raw === 'boolean') return raw
    if (raw === 'true' || raw === 1) return true
    return raw === 'false' || raw === 0 ? false : undefined
  },
  check: (value, control) => validationMessages(value, control),
  examples: () => [true, false],
}
