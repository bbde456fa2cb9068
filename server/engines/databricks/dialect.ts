import { createHash } from 'node:crypto'
import { ansi, timestampSqlText } from '../ansi.ts'
import type { Dialect } from '../engine.ts'
import { hexOf } from '../shared/bytes-text.ts'
import { grainTemplates } from '../shared/grain-templates.ts'
import { functionNames, isCatalogue, classifyCall } from './functions.ts'

/** Maximum length of a name in characters. */
const NAME_CHARACTERS = 255
const HASH_CHARACTERS = 10
const MAX_DIGITS = 38

/** A column of any temporal type as a time in UTC, which is the time zone of the session. */
const TIME = 'CAST({col} AS TIMESTAMP)'
const SECONDS = { seconds: 1, minutes: 60, hours: 3600 }

const trunc = (unit: string): string => `date_trunc('${unit.toUpperCase()}', ${TIME})`
const DAY = trunc('day')
/** Seconds are counted within the day. */
const seconds = (count: number): string =>
  `timestampadd(SECOND, CAST(floor((hour(${TIME}) * 3600 + minute(${TIME}) * 60 + second(${TIME})) / ${count}) * ${count} AS INT), ${DAY})`
const week = (before: number, after: number): string =>
  `timestampadd(DAY, ${after}, date_trunc('WEEK', timestampadd(DAY, ${before}, ${TIME})))`

/** Returns a text as a string literal. Quotes are escaped: the server reads a doubled quote as two adjacent literals. */
function textLiteral(text: string): string {
  const quote = String.raw`\u0027`
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", quote)}'`
}

/** Returns a unique name that the server accepts. */
function shortenName(given: string): string {
  const name = given.replaceAll('\0', '')
  if (name === given && name.length <= NAME_CHARACTERS) return name || '?column?'
  const hash = createHash('sha256').update(given).digest('hex').slice(0, HASH_CHARACTERS)
  return `${name.slice(0, NAME_CHARACTERS - HASH_CHARACTERS - 1)}_${hash}`
}

/** Letters of a pattern of Java, by directive of strftime. */
const LETTERS: Readonly<Record<string, string>> = {
  Y: 'yyyy',
  y: 'yy',
  m: 'MM',
  d: 'dd',
  H: 'HH',
  I: 'hh',
  M: 'mm',
  S: 'ss',
  f: 'SSSSSS',
  p: 'a',
  b: 'MMM',
  B: 'MMMM',
  a: 'E',
  j: 'DDD',
}

/** Returns a strftime pattern for `to_timestamp`; letters between the elements are quoted. */
function timePattern(pattern: string): string {
  return pattern.replace(/%(.)|[a-z]+/gi, (all, directive?: string) =>
    directive === undefined ? `'${all}'` : (LETTERS[directive] ?? directive),
  )
}

/** Returns the template for a text of digits that a double would lose. */
function decimalOf(text: string): string {
  const decimals = Math.min(text.split('.')[1]?.length ?? 0, MAX_DIGITS)
  return `CAST({value} AS DECIMAL(${MAX_DIGITS}, ${decimals}))`
}

export const dialect: Dialect = {
  ...ansi,
  name: 'databricks',
  quote: (name) => `\`${shortenName(name).replaceAll('`', '``')}\``,
  literal(value) {
    if (typeof value === 'string') return textLiteral(value)
    if (value === null || typeof value !== 'object') return ansi.literal(value)
    return `TIMESTAMP '${timestampSqlText(value)}'`
  },
  grains: grainTemplates({
    trunc,
    // Only weeks have several days.
    bin: (count, unit) => (unit === 'days' ? trunc('week') : seconds(count * SECONDS[unit])),
    week: (weekStart) => week(8 - weekStart, weekStart - 8),
    weekEnds: { saturday: week(1, 5), sunday: week(0, 6) },
  }),
  epoch: {
    epoch_s: 'timestamp_micros(CAST({col} * 1000000 AS BIGINT))',
    epoch_ms: 'timestamp_micros(CAST({col} * 1000 AS BIGINT))',
  },
  parseTime: (pattern) =>
    pattern === null
      ? "CAST(NULLIF({col}, '') AS TIMESTAMP)"
      : `to_timestamp(NULLIF({col}, ''), ${textLiteral(timePattern(pattern))})`,
  epochMs: '(unix_micros(CAST({col} AS TIMESTAMP)) / 1000)',
  wallClock: (zone) => `from_utc_timestamp(CAST({col} AS TIMESTAMP), ${textLiteral(zone)})`,
  utcInstant: TIME,
  addHours: (hours) => `timestampadd(HOUR, ${hours}, ${TIME})`,
  comparisons: {
    integer: { digits: decimalOf },
    decimal: { digits: decimalOf },
    real: { value: 'CAST({value} AS FLOAT)' },
    double: { digits: () => 'CAST({value} AS DOUBLE)' },
    timestamp: { digits: () => 'CAST({value} AS TIMESTAMP)' },
    // The text may have a time.
    date: { digits: () => 'CAST(CAST({value} AS TIMESTAMP) AS DATE)' },
    bytes: { value: 'unhex({value})', read: hexOf },
    opaque: { column: 'to_json({col})' },
    other: { column: 'CAST({col} AS STRING)' },
  },
  opaqueText: 'to_json({col})',
  toText: (expression) => `CAST(${expression} AS STRING)`,
  ilike: (left, right) => `${left} ILIKE ${right}`,
  truth: (condition, holds) => `(${condition}) IS ${holds ? 'TRUE' : 'FALSE'}`,
  nullSafeEqual: '<=>',
  sortsNullsLow: true,
  // The average of decimal numbers would have four more decimals.
  average: 'AVG(CAST({col} AS DOUBLE))',
  masks: { first: "CONCAT(SUBSTR({col}, 1, 1), '***')", hash: "sha2(CONCAT('{key}', {col}), 256)" },
  identifierLimit: NAME_CHARACTERS,
  ownSchema: 'information_schema',
  classifyCall,
  functionNames,
  isCatalogue,
  // GROUPING has one argument there.
  supports: { ...ansi.supports, groupingSets: false },
}
