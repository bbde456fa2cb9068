import type { Validator } from '#controls/control.ts'
import { t } from '#core/text/t.ts'

/** True for null, undefined, empty text and an empty list. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Requires a value. */
export const notEmpty: Validator = (value) => (isEmpty(value) ? t('cannot be empty') : null)

/** Requires a number or no value. */
export const optionalNumber: Validator = (value) =>
  isEmpty(value) || (!Array.isArray(value) && Number.isFinite(Number(value))) ? null : t('is expected to be a number')

/** Requires a number. */
export const requiredNumber: Validator = (value) =>
  isEmpty(value) || optionalNumber(value) !== null ? t('is expected to be a number') : null

/** Requires an integer or no value. */
export const optionalInteger: Validator = (value) =>
  isEmpty(value) || (!Array.isArray(value) && Number.isInteger(Number(value)))
    ? null
    : t('is expected to be an integer')
