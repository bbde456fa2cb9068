import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'

/** A time range expression as defined in `core/time`; `No filter` means all time. */
export const time_range: ControlType<string> = {
  type: 'time_range',
  parse: (raw) => (typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined),
  check: (value, control) => validationMessages(value, control),
  examples: () => ['2001-02-01 : 2001-03-01', 'Last week'],
}
