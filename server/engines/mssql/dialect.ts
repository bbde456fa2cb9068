import { createHash } from 'node:crypto'
import { ApiError } from '#core/rest/api-error.ts'
import { ansi, timestampSqlText } from '../ansi.ts'
import type { Dialect } from '../engine.ts'
import type { Param } from '../sql.ts'
import { hexOf } from '../shared/bytes-text.ts'
import { grainTemplates } from '../shared/grain-templates.ts'
import { functionNames, isCatalogue, classifyCall } from './functions.ts'

/** Maximum length of a name in UTF-16 units. */
const NAME_CHARACTERS = 128
const HASH_CHARACTERS = 10
const MAX_DIGITS = 38
/** An offset that no table reaches: FETCH accepts no zero. */
const BEHIND_ALL = 'OFFSET 9223372036854775807 ROWS FETCH NEXT 1 ROWS ONLY'

/** A column of any temporal type as a time in UTC. Dates, and times without a zone, are times in UTC. */
const TIME = "CAST(SWITCHOFFSET(CAST({col} AS datetimeoffset(7)), '+00:00') AS datetime2(7))"
const DAY = `CAST(${TIME} AS date)`
/** A Monday, from which units are counted. */
const FIRST = "CAST('0001-01-01' AS datetime2(0))"
const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }
const MONTHS = { month: 1, quarter: 3, year: 12 }

/** Seconds are counted within the day: their number from the first day does not fit the argument of DATEADD. */
const seconds = (count: number): string =>
  `DATEADD(second, DATEDIFF(second, ${DAY}, ${TIME}) / ${count} * ${count}, CAST(${DAY} AS datetime2(0)))`
const days = (count: number, before = 0, after = 0): string =>
  `DATEADD(day, (DATEDIFF(day, ${FIRST}, ${TIME}) + ${before}) / ${count} * ${count} + ${after}, ${FIRST})`
const months = (count: number): string =>
  `DATEADD(month, DATEDIFF(month, ${FIRST}, ${TIME}) / ${count} * ${count}, ${FIRST})`

function trunc(unit: string): string {
  if (unit === 'week') return days(7)
  if (unit === 'day') return days(1)
  if (unit in MONTHS) return months(MONTHS[unit as keyof typeof MONTHS])
  return seconds(SECONDS[`${unit}s` as keyof typeof SECONDS])
}

/** Returns a text as a literal. A backslash at the end of a line would join it with the next one. */
function textLiteral(text: string): string {
  const parts = text.split(/(?<=\\)(?=\r?\n)/).map((part) => `N'${part.replaceAll("'", "''")}'`)
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' + ')})`
}

function literal(value: Param): string {
  if (typeof value === 'string') return textLiteral(value)
  if (typeof value === 'boolean') return `CAST(${value ? 1 : 0} AS bit)`
  return value !== null && typeof value === 'object'
    ? `CAST('${timestampSqlText(value)}' AS datetime2(6))`
    : ansi.literal(value)
}

/** Returns a unique name that the server accepts. */
function shortenName(given: string): string {
  const name = given.replaceAll('\0', '')
  if (name === given && name.length <= NAME_CHARACTERS) return name || '?column?'
  const hash = createHash('sha256').update(given).digest('hex').slice(0, HASH_CHARACTERS)
  return `${name.slice(0, NAME_CHARACTERS - HASH_CHARACTERS - 1)}_${hash}`
}

const WIDTHS: Readonly<Record<string, number>> = { Y: 4, m: 2, d: 2, H: 2, M: 2, S: 2, f: 6 }

/**
 * Returns the template that parses texts with digits at fixed places. Undefined for other patterns: the server then reads
 * the text by itself.
 */
function substringTemplate(pattern: string): string | undefined {
  const at = new Map<string, number>()
  let length = 1
  for (const [token, directive] of pattern.matchAll(/%(.)|[^%]/g)) {
    if (directive === undefined || directive === '%') length += token === '%%' ? 1 : token.length
    else {
      const width = WIDTHS[directive]
      if (width === undefined || at.has(directive)) return undefined
      at.set(directive, length)
      length += width
    }
  }
  const digits = (directive: string, otherwise: string): string =>
    at.has(directive) ? `SUBSTRING({col}, ${at.get(directive)}, ${WIDTHS[directive]})` : `'${otherwise}'`
  if (!at.has('Y')) return undefined
  const date = `${digits('Y', '')}, '-', ${digits('m', '01')}, '-', ${digits('d', '01')}`
  const time = `${digits('H', '00')}, ':', ${digits('M', '00')}, ':', ${digits('S', '00')}, '.', ${digits('f', '0')}`
  return `CAST(CONCAT(${date}, ' ', ${time}) AS datetime2(6))`
}

function parseTime(pattern: string | null): string {
  const template = pattern === null ? undefined : substringTemplate(pattern)
  return template === undefined
    ? "CAST(NULLIF({col}, '') AS datetime2(6))"
    : `CASE WHEN {col} <> '' THEN ${template} END`
}

/** Returns the template for a text of digits that a double would lose. */
function decimalOf(text: string): string {
  const decimals = Math.min(text.split('.')[1]?.length ?? 0, MAX_DIGITS)
  return `CAST({value} AS decimal(${MAX_DIGITS}, ${decimals}))`
}

/** Returns the time that is a number of units after 1970; a day has `perDay` of them. */
function epoch(perDay: number): string {
  const day = `FLOOR({col} / ${perDay}.0)`
  const rest = `CAST(ROUND(({col} - ${day} * ${perDay}) * ${86_400_000 / perDay}, 0) AS int)`
  return `DATEADD(millisecond, ${rest}, DATEADD(day, CAST(${day} AS int), CAST('1970-01-01' AS datetime2(3))))`
}

export const dialect: Dialect = {
  ...ansi,
  name: 'mssql',
  quote: (name) => `[${shortenName(name).replaceAll(']', ']]')}]`,
  // The server ignores spaces at the end of a name.
  fold: (name) => name.toLowerCase().trimEnd(),
  placeholder: (index) => `@p${index}`,
  literal,
  // CONCAT would read null as an empty text.
  masks: {
    first: "SUBSTRING({col}, 1, 1) + N'***'",
    hash: "LOWER(CONVERT(varchar(64), HASHBYTES('SHA2_256', N'{key}' + {col}), 2))",
  },
  grains: grainTemplates({
    trunc,
    bin: (count, unit) => (unit === 'days' ? days(count) : seconds(count * SECONDS[unit])),
    week: (weekStart) => days(7, 8 - weekStart, weekStart - 8),
    weekEnds: { saturday: days(7, 1, 5), sunday: days(7, 0, 6) },
  }),
  epoch: { epoch_s: epoch(86_400), epoch_ms: epoch(86_400_000) },
  parseTime,
  epochMs: "(CAST(DATEDIFF_BIG(microsecond, '1970-01-01', {col}) AS float) / 1000)",
  // The server has other names of zones.
  wallClock: () => {
    throw new ApiError('zones-missing')
  },
  utcInstant: "({col} AT TIME ZONE 'UTC')",
  addHours: (hours) => `DATEADD(hour, ${hours}, {col})`,
  boundMoment: 'CAST({value} AS datetime2(6))',
  comparisons: {
    integer: { digits: decimalOf },
    decimal: { digits: decimalOf },
    real: { value: 'CAST({value} AS real)' },
    double: { digits: () => 'CAST({value} AS float)' },
    timestamp: { digits: () => 'CAST({value} AS datetime2(6))' },
    // The text may have a time.
    date: { digits: () => 'CAST(CAST({value} AS datetime2(6)) AS date)' },
    bytes: { value: 'CONVERT(varbinary(max), {value}, 2)', read: hexOf },
    opaque: { column: 'CAST({col} AS nvarchar(max))' },
    other: { column: 'CAST({col} AS nvarchar(4000))' },
  },
  opaqueText: 'CAST({col} AS nvarchar(max))',
  toText: (expression) => `CAST(${expression} AS nvarchar(max))`,
  pattern: "REPLACE({value}, '[', '[[]')",
  hasBooleans: false,
  truth: (condition, holds, isValue) =>
    isValue
      ? `${condition} = ${holds ? 1 : 0}`
      : `CASE WHEN ${holds ? '' : 'NOT '}(${condition}) THEN 1 ELSE 0 END = 1`,
  nullSafeEqual: '({left} = {right} OR ({left} IS NULL AND {right} IS NULL))',
  nullsLast: 'case',
  sortsNullsLow: true,
  // Integers are added as 64 bits; decimals keep their digits.
  sum: 'SUM({col} + CAST(0 AS bigint))',
  average: 'AVG(CAST({col} AS float))',
  limit: (rows, offset, isOrdered) =>
    `${isOrdered ? '' : 'ORDER BY (SELECT NULL)\n'}${
      rows === 0 ? BEHIND_ALL : `OFFSET ${offset} ROWS FETCH NEXT ${rows} ROWS ONLY`
    }`,
  identifierLimit: NAME_CHARACTERS,
  ownSchema: 'sys',
  classifyCall,
  functionNames,
  isCatalogue,
  // GROUPING has one argument there.
  supports: { subqueries: true, joins: true, groupingSets: false, rowKeys: false },
}
