import { requireWithin } from '#core/rest/bounds.ts'
import type { Holiday, Holidays } from '#core/time/clock.ts'

/** Half a megabyte of rules that hardly anybody asks for. */
let holidaysOf: Holidays | undefined

/** Has the holidays of the world at hand where what is asked may name one. */
export async function holidaysReady(asked: unknown): Promise<void> {
  if (holidaysOf || !/holiday/i.test(JSON.stringify(asked) ?? '')) return
  holidaysOf = (await import('./holiday-library.ts')).holidaysOf
}

/** The holidays for one question, which may ask for so many years of so many countries; see `question-holidays`. */
export function newHolidays(): Holidays {
  const asked = new Set<string>()
  return (country, year): Iterable<Holiday> => {
    asked.add(`${country} ${year}`)
    requireWithin('question-holidays', asked.size)
    if (!holidaysOf) throw new Error('The holidays are not at hand')
    return holidaysOf(country, year)
  }
}
