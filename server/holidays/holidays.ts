import { requireWithin } from '#core/rest/bounds.ts'
import type { Holiday, Holidays } from '#core/time/clock.ts'

/** Loaded on demand: half a megabyte of rules that are rarely needed. */
let holidaysOf: Holidays | undefined

/** Loads the holidays of all countries if the value may name one. */
export async function loadHolidays(requested: unknown): Promise<void> {
  if (holidaysOf || !/holiday/i.test(JSON.stringify(requested) ?? '')) return
  holidaysOf = (await import('./holiday-library.ts')).holidaysOf
}

/** Returns the holiday lookup of one query, which limits the years and countries it reads; see `question-holidays`. */
export function createHolidayLookup(): Holidays {
  const requested = new Set<string>()
  return (country, year): Iterable<Holiday> => {
    requested.add(`${country} ${year}`)
    requireWithin('question-holidays', requested.size)
    if (!holidaysOf) throw new Error('The holidays are not loaded')
    return holidaysOf(country, year)
  }
}
