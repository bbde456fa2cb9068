import type { ControlType, Validator } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { optionalNumber } from '#controls/shared/validators.ts'

/** The lower and upper limit of an axis; null is automatic. */
export type Bounds = readonly [number | null, number | null]

function parseEnd(raw: unknown): number | null {
  if (raw === null || raw === undefined || raw === '' || typeof raw === 'boolean') return null
  return Number.isFinite(Number(raw)) ? Number(raw) : null
}

const bothNumbers: Validator = (value) =>
  Array.isArray(value) ? (value.map(optionalNumber).find((message) => message !== null) ?? null) : null

/** The control for axis limits. */
export const bounds: ControlType<Bounds> = {
  type: 'bounds',
  parse: (raw) => (Array.isArray(raw) ? [parseEnd(raw[0]), parseEnd(raw[1])] : undefined),
  check: (value, control) => validationMessages(value, control, [bothNumbers]),
  examples: () => [
    [2, 6],
    [null, 5],
  ],
}
