import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { optionalNumber } from '#controls/shared/validators.ts'

/** A number between `min` and `max`, both inclusive; saved values outside are clamped. */
export const slider: ControlType<number> = {
  type: 'slider',
  parse(raw, control) {
    const value = raw === null || raw === '' || typeof raw === 'boolean' ? Number.NaN : Number(raw)
    if (!Number.isFinite(value)) return undefined
    return Math.min(control.max ?? 100, Math.max(control.min ?? 0, value))
  },
  check: (value, control) => validationMessages(value, control, [optionalNumber]),
  examples: (control) => [control.min ?? 0, control.max ?? 100],
}
