import { localNumber } from '#core/format/locale.ts'
import { tn } from '#core/text/t.ts'

/** Result rows that cannot be a part of a whole: null and negative values. */
export interface InvalidPartCount {
  /** The number of such rows; absent if there are none. */
  readonly valueless?: number
}

/** Counts the values that cannot be a part of a whole. */
export function countInvalidParts(values: readonly (number | null)[]): InvalidPartCount {
  const valueless = values.filter((value) => value === null || value < 0).length
  return valueless > 0 ? { valueless } : {}
}

/** Returns the note below a chart of parts; empty if all rows have a value. */
export function invalidPartsNote({ valueless = 0 }: InvalidPartCount): string {
  if (valueless === 0) return ''
  return tn(
    '%s group without a value or below zero is not drawn',
    '%s groups without a value or below zero are not drawn',
    valueless,
    localNumber.format(valueless),
  )
}

/** Joins notes, leaving out empty ones. */
export const joinedNotes = (...notes: readonly string[]): string => notes.filter(Boolean).join('. ')
