import type { ControlType } from '#controls/control.ts'
import { messages } from '#controls/shared/check.ts'

/** Free text. */
export const text: ControlType<string> = {
  type: 'text',
  parse: (raw) => (typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : undefined),
  check: (value, control) => messages(value, control),
  examples: () => ['Another text'],
}
