import { t } from '#core/text/t.ts'

/** The functions of time expressions, each with an example and its meaning. */
const rangeFunctions: readonly { readonly example: string; readonly meaning: string }[] = [
  { example: 'DATETIME("2001-07-01")', meaning: 'the moment a text names' },
  { example: 'DATEADD(DATETIME("today"), -7, day)', meaning: 'a moment moved by a number of units' },
  { example: 'DATETRUNC(DATETIME("now"), month)', meaning: 'the start of the unit a moment is in' },
  { example: 'LASTDAY(DATETIME("today"), month)', meaning: 'the last day of the unit a moment is in' },
  { example: 'HOLIDAY("Christmas Day", DATETIME("today"), "US")', meaning: 'a holiday in the year of a moment' },
]

/** Returns the function help in the current language, one per line. */
export function rangeHelp(): string {
  const lines = rangeFunctions.map(({ example, meaning }) => `${example} — ${t(meaning)}`)
  return [t('Dates, words such as "7 days ago", and these functions:'), ...lines].join('\n')
}
