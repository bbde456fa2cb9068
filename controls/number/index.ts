import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { optionalNumber } from '#controls/shared/validators.ts'

/** A typed number. Invalid text is retained, so that it can be shown with its error; null is empty. */
export const number: ControlType<number | string | null> = {
  type: 'number',
  parse(raw) {
    if (raw === null || raw === '') return null
    if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined
    if (typeof raw !== 'string') return undefined
    return raw.trim() !== '' && Number.isFinite(Number(raw)) ? Number(raw) : raw
  },
  check: (value, control) => validationMessages(value, control, [optionalNumber]),
  examples: (control) => [7, 0.5].filter((value) => number.check(value, control).length === 0),
}
