import { createHash } from 'node:crypto'
import { ansi, textLiteral as plainLiteral, timestampSqlText } from '../ansi.ts'
import type { Dialect } from '../engine.ts'
import { hexOf } from '../shared/bytes-text.ts'
import { grainTemplates } from '../shared/grain-templates.ts'
import { functionNames, isCatalogue, classifyCall } from './functions.ts'

/** Maximum length of a name in characters. */
const NAME_CHARACTERS = 255
const HASH_CHARACTERS = 10
const MAX_DIGITS = 38
const MAX_SCALE = 37

/** A column of any temporal type as a time in UTC, which is the time zone of every statement. */
const TIME = 'CAST(CAST({col} AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)'
const EPOCH = "CAST('1970-01-01' AS TIMESTAMP_NTZ)"
const SECONDS = { seconds: 1, minutes: 60, hours: 3600 }

const trunc = (unit: string): string => `DATE_TRUNC('${unit.toUpperCase()}', ${TIME})`
const DAY = trunc('day')
/** The weeks of DATE_TRUNC begin on a day that the account may choose. */
const week = (weekStart: number, after = 0): string =>
  `DATEADD(day, ${after} - MOD(DAYOFWEEKISO(${TIME}) - ${weekStart} + 7, 7), ${DAY})`
/** Seconds are counted within the day. */
const seconds = (count: number): string =>
  `DATEADD(second, FLOOR(DATEDIFF(second, ${DAY}, ${TIME}) / ${count}) * ${count}, ${DAY})`

/** Returns a text as a literal, in which a backslash escapes. */
function textLiteral(text: string): string {
  return plainLiteral(text.replaceAll('\\', '\\\\'))
}

/** Returns a unique name that the server accepts. */
function shortenName(given: string): string {
  const name = given.replaceAll('\0', '')
  if (name === given && name.length <= NAME_CHARACTERS) return name || '?column?'
  const hash = createHash('sha256').update(given).digest('hex').slice(0, HASH_CHARACTERS)
  return `${name.slice(0, NAME_CHARACTERS - HASH_CHARACTERS - 1)}_${hash}`
}

/** Elements of a format of Snowflake, by directive of strftime. */
const ELEMENTS: Readonly<Record<string, string>> = {
  Y: 'YYYY',
  y: 'YY',
  m: 'MM',
  d: 'DD',
  H: 'HH24',
  I: 'HH12',
  M: 'MI',
  S: 'SS',
  f: 'FF6',
  p: 'AM',
  b: 'MON',
  B: 'MMMM',
  a: 'DY',
}

/** Returns a strftime pattern for `TO_TIMESTAMP_NTZ`; letters between the elements are quoted. */
function timePattern(pattern: string): string {
  return pattern.replace(/%(.)|[a-z]+/gi, (all, directive?: string) =>
    directive === undefined ? `"${all}"` : (ELEMENTS[directive] ?? directive),
  )
}

/** Returns the template for a text of digits that a double would lose. */
function decimalOf(text: string): string {
  const decimals = Math.min(text.split('.')[1]?.length ?? 0, MAX_SCALE)
  return `CAST({value} AS NUMBER(${MAX_DIGITS}, ${decimals}))`
}

export const dialect: Dialect = {
  ...ansi,
  name: 'snowflake',
  quote: (name) => ansi.quote(shortenName(name)),
  // Quoted names may differ by case only. A dataset may have the name of its table in any case: rules apply to all of them.
  fold: (name) => name.toUpperCase(),
  literal(value) {
    if (typeof value === 'string') return textLiteral(value)
    if (value === null || typeof value !== 'object') return ansi.literal(value)
    return `CAST('${timestampSqlText(value)}' AS TIMESTAMP_NTZ)`
  },
  grains: grainTemplates({
    trunc: (unit) => (unit === 'week' ? week(1) : trunc(unit)),
    // Only weeks have several days.
    bin: (count, unit) => (unit === 'days' ? week(1) : seconds(count * SECONDS[unit])),
    week: (weekStart) => week(weekStart),
    weekEnds: { saturday: week(7, 6), sunday: week(1, 6) },
  }),
  epoch: {
    epoch_s: `DATEADD(microsecond, ROUND({col} * 1000000), ${EPOCH})`,
    epoch_ms: `DATEADD(microsecond, ROUND({col} * 1000), ${EPOCH})`,
  },
  parseTime: (pattern) =>
    pattern === null
      ? "CAST(CAST(NULLIF({col}, '') AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)"
      : `TO_TIMESTAMP_NTZ(NULLIF({col}, ''), ${textLiteral(timePattern(pattern))})`,
  epochMs: `(CAST(DATEDIFF(microsecond, ${EPOCH}, {col}) AS DOUBLE) / 1000)`,
  wallClock: (zone) => `CAST(CONVERT_TIMEZONE(${textLiteral(zone)}, CAST({col} AS TIMESTAMP_LTZ)) AS TIMESTAMP_NTZ)`,
  utcInstant: 'CAST({col} AS TIMESTAMP_LTZ)',
  addHours: (hours) => `DATEADD(hour, ${hours}, {col})`,
  boundMoment: 'CAST({value} AS TIMESTAMP_NTZ)',
  comparisons: {
    integer: { digits: decimalOf },
    decimal: { digits: decimalOf },
    double: { digits: () => 'CAST({value} AS DOUBLE)' },
    timestamp: { digits: () => 'CAST({value} AS TIMESTAMP_NTZ)' },
    // The text may have a time.
    date: { digits: () => 'CAST(CAST({value} AS TIMESTAMP_NTZ) AS DATE)' },
    bytes: { value: "TO_BINARY({value}, 'HEX')", read: hexOf },
    opaque: { column: 'TO_JSON(TO_VARIANT({col}))' },
    other: { column: 'CAST({col} AS VARCHAR)' },
  },
  opaqueText: 'TO_JSON(TO_VARIANT({col}))',
  ilike: (left, right) => `${left} ILIKE ${right}`,
  // Conditions have no IS TRUE.
  truth: (condition, holds) => `COALESCE(${holds ? '' : 'NOT '}(${condition}), FALSE)`,
  // The average of integers would have six decimals.
  average: 'AVG(CAST({col} AS DOUBLE))',
  masks: { first: "SUBSTR({col}, 1, 1) || '***'", hash: "SHA2('{key}' || {col}, 256)" },
  identifierLimit: NAME_CHARACTERS,
  ownSchema: 'INFORMATION_SCHEMA',
  classifyCall,
  functionNames,
  isCatalogue,
  supports: { ...ansi.supports, groupingSets: false },
}
