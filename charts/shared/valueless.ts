import { tn } from '#core/text/t.ts'

/** What of an answer cannot be a part of a whole: rows without a value, and those below zero. */
export interface Valueless {
  /** How many rows there are of them; absent where there is none. */
  readonly valueless?: number
}

/** Counts what cannot be a part of a whole. */
export function valuelessIn(values: readonly (number | null)[]): Valueless {
  const valueless = values.filter((value) => value === null || value < 0).length
  return valueless > 0 ? { valueless } : {}
}

/** What is said under a picture of parts; empty where each has a value. */
export function valuelessNote({ valueless = 0 }: Valueless): string {
  if (valueless === 0) return ''
  return tn(
    '%s group without a value or below zero is not drawn',
    '%s groups without a value or below zero are not drawn',
    valueless,
    valueless.toLocaleString('en-US'),
  )
}

/** Notes one after the other; those that say nothing are left out. */
export const joinedNotes = (...notes: readonly string[]): string => notes.filter(Boolean).join('. ')
