import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'

/** Free text. */
export const text: ControlType<string> = {
  type: 'text',
  parse: (raw) => (typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : undefined),
  check: (value, control) => validationMessages(value, control),
  examples: () => ['Another text'],
}
