import type { Choice, ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'

type Scalar = Choice['value']

const isScalar = (value: unknown): value is Scalar =>
  Number.isFinite(value) || typeof value === 'boolean' || (typeof value === 'string' && value !== '')

/**
 * One or several choices from an endpoint. Selected values stay even if they are not listed, because the list may
 * change.
 */
export const select_async: ControlType<Scalar | readonly Scalar[]> = {
  type: 'select_async',
  parse(raw, control) {
    if (control.multi) {
      if (raw === undefined) return undefined
      return [...new Set((Array.isArray(raw) ? raw : [raw]).filter(isScalar))]
    }
    const one: unknown = Array.isArray(raw) ? raw[0] : raw
    if (one === null) return control.clearable === false ? undefined : null
    return isScalar(one) ? one : undefined
  },
  check: (value, control) => validationMessages(value, control),
  examples: (control) => (control.multi ? [['one'], ['one', 'two']] : ['one', 'two']),
}
