import { createHash } from 'node:crypto'
import { ansi, timestampSqlText } from '../ansi.ts'
import type { Dialect } from '../engine.ts'
import { hexOf } from '../shared/bytes-text.ts'
import { grainTemplates } from '../shared/grain-templates.ts'
import { functionNames, isCatalogue, classifyCall } from './functions.ts'

/** Maximum length of a name in characters. */
const NAME_CHARACTERS = 300
const HASH_CHARACTERS = 10
/** Characters that no column may have. */
const FORBIDDEN = /[!"$()*,./;?@[\\\]^`{}~\p{Cc}]/gu

/** A column of any temporal type as a time in UTC. */
const TIME = 'CAST({col} AS DATETIME)'
const DAY = `DATETIME_TRUNC(${TIME}, DAY)`
const SECONDS = { seconds: 1, minutes: 60, hours: 3600 }
const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

const week = (weekStart: number): string => `DATETIME_TRUNC(${TIME}, WEEK(${WEEKDAYS[weekStart - 1]}))`
const trunc = (unit: string): string => (unit === 'week' ? week(1) : `DATETIME_TRUNC(${TIME}, ${unit.toUpperCase()})`)
/** Seconds are counted within the day. */
const seconds = (count: number): string =>
  `DATETIME_ADD(${DAY}, INTERVAL (DIV(DATETIME_DIFF(${TIME}, ${DAY}, SECOND), ${count}) * ${count}) SECOND)`
const weekEnd = (weekStart: number): string => `DATETIME_ADD(${week(weekStart)}, INTERVAL 6 DAY)`

/** Returns a text as a literal, in which a backslash escapes. */
function textLiteral(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', "'": "\\'", '\\': '\\\\' }
  return `'${text.replace(/[\n\r'\\]/g, (each) => escapes[each] ?? each)}'`
}

/** Returns a unique name that a column may have. */
function columnName(given: string): string {
  const name = given.replaceAll(FORBIDDEN, '_')
  if (name === given && name.length <= NAME_CHARACTERS) return name || '_column'
  const hash = createHash('sha256').update(given).digest('hex').slice(0, HASH_CHARACTERS)
  return `${name.slice(0, NAME_CHARACTERS - HASH_CHARACTERS - 1)}_${hash}`
}

/** Returns a strftime pattern for `PARSE_DATETIME`. */
function timePattern(pattern: string): string {
  return pattern.replaceAll('%S.%f', '%E*S')
}

const digitsOf = (): string => 'CAST({value} AS BIGNUMERIC)'

export const dialect: Dialect = {
  ...ansi,
  name: 'bigquery',
  quote: (name) => `\`${columnName(name)}\``,
  literal(value) {
    if (typeof value === 'string') return textLiteral(value)
    if (value === null || typeof value !== 'object') return ansi.literal(value)
    return `DATETIME ${textLiteral(timestampSqlText(value))}`
  },
  grains: grainTemplates({
    trunc,
    // Only weeks have several days.
    bin: (count, unit) => (unit === 'days' ? week(1) : seconds(count * SECONDS[unit])),
    week,
    weekEnds: { saturday: weekEnd(7), sunday: weekEnd(1) },
  }),
  epoch: {
    epoch_s: 'DATETIME(TIMESTAMP_MICROS(CAST({col} * 1000000 AS INT64)))',
    epoch_ms: 'DATETIME(TIMESTAMP_MICROS(CAST({col} * 1000 AS INT64)))',
  },
  parseTime: (pattern) =>
    pattern === null
      ? "DATETIME(CAST(NULLIF({col}, '') AS TIMESTAMP))"
      : `PARSE_DATETIME(${textLiteral(timePattern(pattern))}, NULLIF({col}, ''))`,
  epochMs: '(UNIX_MICROS(CAST({col} AS TIMESTAMP)) / 1000)',
  wallClock: (zone) => `DATETIME(CAST({col} AS TIMESTAMP), ${textLiteral(zone)})`,
  utcInstant: 'CAST({col} AS TIMESTAMP)',
  addHours: (hours) => `DATETIME_ADD(${TIME}, INTERVAL ${hours} HOUR)`,
  boundMoment: 'CAST({value} AS DATETIME)',
  // A column that is not cast prunes partitions. A date is compared with a DATETIME, a TIMESTAMP is not.
  timeBound(column, instant) {
    const { type } = column
    if (type === 'TIMESTAMP') return { template: 'CAST({value} AS TIMESTAMP)', value: instant }
    if (type === 'DATE' || type === 'DATETIME') return { value: instant }
    return type === null ? { column: TIME, value: instant } : ansi.timeBound(column, instant)
  },
  comparisons: {
    integer: { digits: digitsOf },
    decimal: { digits: digitsOf },
    double: { digits: () => 'CAST({value} AS FLOAT64)' },
    timestamp: { column: TIME, digits: () => 'CAST({value} AS DATETIME)' },
    // The text may have a time.
    date: { digits: () => 'CAST(CAST({value} AS DATETIME) AS DATE)' },
    bytes: { value: 'FROM_HEX({value})', read: hexOf },
    opaque: { column: 'TO_JSON_STRING({col})' },
    other: { column: 'CAST({col} AS STRING)' },
  },
  opaqueText: 'TO_JSON_STRING({col})',
  toText: (expression) => `CAST(${expression} AS STRING)`,
  hasLikeEscape: false,
  truth: (condition, holds) => `(${condition}) IS ${holds ? 'TRUE' : 'FALSE'}`,
  nullSafeEqual: '({left} = {right} OR ({left} IS NULL AND {right} IS NULL))',
  sortsNullsLow: true,
  masks: {
    first: "CONCAT(SUBSTR({col}, 1, 1), '***')",
    hash: "TO_HEX(SHA256(CONCAT('{key}', {col})))",
  },
  identifierLimit: NAME_CHARACTERS,
  ownSchema: 'information_schema',
  classifyCall,
  functionNames,
  isCatalogue,
  // GROUPING has one argument there.
  supports: { ...ansi.supports, groupingSets: false },
}
