import { createHash } from 'node:crypto'
import { ansi } from '../ansi.ts'
import type { Dialect } from '../engine.ts'
import type { Param } from '../sql.ts'
import { hexOf } from '../shared/bytes-text.ts'
import { grainTemplates } from '../shared/grain-templates.ts'
import { functionNames, isCatalogue, classifyCall } from './functions.ts'

/** Maximum length of a name in characters. */
const NAME_CHARACTERS = 64
const HASH_CHARACTERS = 10
const MAX_DECIMALS = 38
const MAX_DIGITS = 65

/** A Monday before all times of the server, from which units are counted. */
const FIRST = "TIMESTAMP '0001-01-01 00:00:00'"
const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }
const MONTHS = { month: 1, quarter: 3, year: 12 }

const seconds = (count: number): string =>
  `(${FIRST} + INTERVAL (TIMESTAMPDIFF(SECOND, ${FIRST}, {col}) DIV ${count} * ${count}) SECOND)`
const months = (count: number): string =>
  `(${FIRST} + INTERVAL (TIMESTAMPDIFF(MONTH, ${FIRST}, {col}) DIV ${count} * ${count}) MONTH)`

/** Weeks that begin some days before Monday, labelled by the day some days after Monday. */
const week = (before: number, after: number): string =>
  `(${FIRST} + INTERVAL ((DATEDIFF({col}, ${FIRST}) + ${before}) DIV 7 * 7 + ${after}) DAY)`

function trunc(unit: string): string {
  if (unit === 'week') return week(0, 0)
  if (unit in MONTHS) return months(MONTHS[unit as keyof typeof MONTHS])
  return seconds(SECONDS[`${unit}s` as keyof typeof SECONDS])
}

/** Returns a text as a literal. A backslash escapes in MySQL. */
function textLiteral(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** Returns a unique name that the server accepts; names must not end with a space. */
function shortenName(given: string): string {
  const name = given.replaceAll('\0', '').replace(/[\u{10000}-\u{10ffff}]/gu, '?')
  const isValid = name === given && name.length <= NAME_CHARACTERS && !name.endsWith(' ')
  if (isValid) return name || '?column?'
  const hash = createHash('sha256').update(given).digest('hex').slice(0, HASH_CHARACTERS)
  return `${name.slice(0, NAME_CHARACTERS - HASH_CHARACTERS - 1)}_${hash}`
}

const directives: Readonly<Record<string, string>> = {
  Y: '%Y',
  y: '%y',
  m: '%m',
  d: '%d',
  H: '%H',
  I: '%I',
  M: '%i',
  S: '%s',
  f: '%f',
  p: '%p',
  b: '%b',
  B: '%M',
  a: '%a',
  A: '%W',
  j: '%j',
  '%': '%%',
}

/** Returns a strftime pattern for `STR_TO_DATE`. */
function timePattern(pattern: string): string {
  return pattern.replace(/%(.)/g, (all, directive: string) => directives[directive] ?? all)
}

/** Returns the template for a text of digits that a double would lose. */
function decimalOf(text: string): string {
  const decimals = Math.min(text.split('.')[1]?.length ?? 0, MAX_DECIMALS)
  return `CAST({value} AS DECIMAL(${MAX_DIGITS}, ${decimals}))`
}

function placeholder(_index: number, value: Param): string {
  // The driver sends numbers as doubles; an integer must be compared as one.
  return typeof value === 'number' && Number.isSafeInteger(value) ? 'CAST(? AS SIGNED)' : '?'
}

export const dialect: Dialect = {
  ...ansi,
  masks: { first: "CONCAT(SUBSTRING({col}, 1, 1), '***')", hash: "SHA2(CONCAT('{key}', {col}), 256)" },
  name: 'mysql',
  // As servers do, whose lower case of a letter is one letter.
  fold: (name) => Array.from(name, (each) => (each === 'İ' ? 'i' : each.toLowerCase())).join(''),
  quote: (name) => `\`${shortenName(name).replaceAll('`', '``')}\``,
  placeholder,
  literal: (value) => (typeof value === 'string' ? textLiteral(value) : ansi.literal(value)),
  grains: grainTemplates({
    trunc,
    bin: (count, unit) => seconds(count * SECONDS[unit]),
    week: (weekStart) => week(8 - weekStart, weekStart - 8),
    weekEnds: { saturday: week(1, 5), sunday: week(0, 6) },
  }),
  epoch: {
    epoch_s: "(TIMESTAMP '1970-01-01 00:00:00' + INTERVAL {col} SECOND)",
    epoch_ms: "(TIMESTAMP '1970-01-01 00:00:00.000000' + INTERVAL {col} * 1000 MICROSECOND)",
  },
  parseTime: (pattern) =>
    pattern === null
      ? "CAST(NULLIF({col}, '') AS DATETIME(6))"
      : `CAST(STR_TO_DATE(NULLIF({col}, ''), ${textLiteral(timePattern(pattern))}) AS DATETIME(6))`,
  epochMs: "CAST(TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', {col}) / 1000 AS DOUBLE)",
  wallClock: (zone) => `CONVERT_TZ({col}, '+00:00', ${textLiteral(zone)})`,
  // The time zone of a session is UTC.
  utcInstant: '{col}',
  addHours: (hours) => `({col} + INTERVAL ${hours} HOUR)`,
  boundMoment: 'CAST({value} AS DATETIME(6))',
  nullSafeEqual: '<=>',
  comparisons: {
    integer: { digits: decimalOf },
    decimal: { digits: decimalOf },
    real: { value: 'CAST({value} AS FLOAT)' },
    double: { digits: () => 'CAST({value} AS DOUBLE)' },
    // A text with a time would be compared as a timestamp.
    date: { digits: () => 'CAST({value} AS DATE)' },
    bytes: { value: 'UNHEX({value})', read: hexOf },
    opaque: { column: 'CAST({col} AS CHAR)' },
  },
  opaqueText: 'CAST({col} AS CHAR)',
  // A cast would replace the collation of a text by that of the connection.
  toText: (expression) => `CONCAT(${expression})`,
  nullsLast: 'case',
  sortsNullsLow: true,
  identifierLimit: NAME_CHARACTERS,
  classifyCall,
  functionNames,
  isCatalogue,
  supports: { subqueries: true, joins: true, groupingSets: false, rowKeys: false },
}
