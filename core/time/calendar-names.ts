/** English names from Monday, in lower case. */
export const WEEKDAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** English names from January, in lower case. */
export const MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** Returns the positions of English names in full or with three letters; undefined if a text is no such name. */
function positionsIn(names: readonly string[], texts: readonly string[]): readonly number[] | undefined {
  const positions = texts.map((text) =>
    names.findIndex((name) => name === text.toLowerCase() || name.slice(0, 3) === text.toLowerCase()),
  )
  return positions.includes(-1) ? undefined : positions
}

/**
 * Returns the position of each text in the week, from Monday, or in the year; undefined unless all are English names of
 * weekdays, or all are those of months.
 */
export function calendarPositions(texts: readonly string[]): readonly number[] | undefined {
  if (texts.length < 2) return undefined
  return positionsIn(WEEKDAY_NAMES, texts) ?? positionsIn(MONTH_NAMES, texts)
}
