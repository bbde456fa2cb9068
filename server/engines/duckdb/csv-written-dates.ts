/** The first three letters of the English months. */
const MONTHS = '(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
/** Longer ends first: the first that matches is removed. */
const MONTH_ENDS = '(?i:tember|ember|ober|ruary|uary|ust|ch|il|e|t|y)?'
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2})?`
const HALF_DAY = ' ?(?i:am|pm)'
const SEPARATOR = '[-/., ]{1,2}'
const MONTH_OF_YEAR = String.raw`\d{4}-(?:0[1-9]|1[0-2])`
const MONTH = MONTHS + MONTH_ENDS
const DATES = [
  String.raw`${MONTH}${SEPARATOR}\d{1,2}${SEPARATOR}\d{4}`,
  String.raw`\d{1,2}${SEPARATOR}${MONTH}${SEPARATOR}(?:\d{4}|\d{2})`,
  String.raw`${MONTH}${SEPARATOR}\d{4}`,
]

/** Dates with the name of a month, months of a year, and times of day with AM or PM after an ISO date. */
const WRITTEN = [
  `(?:${DATES.join('|')})(?: ${CLOCK}(?:${HALF_DAY})?)?`,
  MONTH_OF_YEAR,
  String.raw`\d{4}[-/]\d{1,2}[-/]\d{1,2} ${CLOCK}${HALF_DAY}`,
].join('|')

/** JavaScript has no flags within a pattern. */
const SCRIPT_PATTERN = new RegExp(`^(?:${WRITTEN.replaceAll('(?i:', '(?:')})$`, 'i')

/** True if a text is a date with the name of a month, a month of a year, or an ISO date with AM or PM. */
export const isWrittenDate = (text: string): boolean => SCRIPT_PATTERN.test(text)

// Two-digit years first: a four-digit year does not match them.
const FORMATS = ['%d %b %y', '%d %b %Y', '%b %d %Y', '%b %Y', '%Y %m %d', '%Y %m']
  .flatMap((date) => ['', ' %H:%M', ' %H:%M:%S', ' %I:%M %p', ' %I:%M:%S %p'].map((time) => `'${date}${time}'`))
  .join(', ')

/** Returns a written date in the form of `FORMATS`: single spaces, and months of three letters. */
function evenText(x: string): string {
  const months = `regexp_replace(${x}, '(${MONTHS})${MONTH_ENDS}', '\\1')`
  const words = `regexp_replace(${months}, '[-/., ]+', ' ', 'g')`
  return `regexp_replace(${words}, ' ?([AaPp][Mm])$', ' \\1')`
}

const timestampOf = (x: string): string =>
  `CASE WHEN regexp_full_match(${x}, '${WRITTEN}') THEN try_strptime(${evenText(x)}, [${FORMATS}]) END`

/** Returns SQL aggregates about the written dates of one column, named by its position. NULL is a missing value. */
export function writtenDateStatistics(x: string, at: number): readonly string[] {
  const isMonth = `regexp_full_match(${x}, '${MONTH_OF_YEAR}')`
  const following = `(CAST(left(${x}, 4) AS INTEGER) + 1) % 100 = CAST(right(${x}, 2) AS INTEGER)`
  return [
    `bool_and(${x} IS NULL OR ${timestampOf(x)} IS NOT NULL) AS written${at}`,
    `bool_or(contains(${x}, ':')) AS clock${at}`,
    // 2000-01, 2001-02: seasons, and not months.
    `bool_and(CASE WHEN ${isMonth} THEN ${following} ELSE false END) AS season${at}`,
  ]
}

/** Returns the type of a column by its statistics; undefined if some value is not a written date. */
export function readWrittenDateStatistics(is: (fact: string) => boolean): 'DATE' | 'TIMESTAMP' | undefined {
  if (!is('written') || is('season')) return undefined
  return is('clock') ? 'TIMESTAMP' : 'DATE'
}

/** Returns the SQL expression that converts a written date to ISO text; NULL for another text. */
export const isoText = (x: string): string => `CAST(${timestampOf(x)} AS VARCHAR)`
