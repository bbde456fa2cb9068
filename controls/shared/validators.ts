import type { Validator } from '#controls/control.ts'
import { t } from '#core/text/t.ts'

/** True for null, undefined, empty text and an empty list. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Something must be chosen. */
export const notEmpty: Validator = (value) => (isEmpty(value) ? t('cannot be empty') : null)

/** A number, or nothing at all. */
export const aNumber: Validator = (value) =>
  isEmpty(value) || (!Array.isArray(value) && Number.isFinite(Number(value))) ? null : t('is expected to be a number')

/** A number; nothing is none. */
export const aStrictNumber: Validator = (value) =>
  isEmpty(value) || aNumber(value) !== null ? t('is expected to be a number') : null

/** A whole number, or nothing at all. */
export const anInteger: Validator = (value) =>
  isEmpty(value) || (!Array.isArray(value) && Number.isInteger(Number(value)))
    ? null
    : t('is expected to be an integer')
