import { ansi, timestampSqlText } from '../ansi.ts'
import type { Dialect } from '../engine.ts'
import { grainTemplates } from '../shared/grain-templates.ts'
import type { Param } from '../sql.ts'
import { functionNames, isCatalogue, classifyCall } from './functions.ts'

const MAX_DECIMALS = 76
const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }
const UNITS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 }
const DAY = 86_400
/** A Monday: 1970-01-05 in seconds. */
const MONDAY = 4 * DAY
const MICROS = 1_000_000

/** A column of dates or times as a time in UTC, with microseconds. */
const TIME = "toDateTime64({col}, 6, 'UTC')"
const EPOCH = `toUnixTimestamp64Micro(${TIME})`

/** The days from the beginning of a year to that of a quarter; functions that return dates know none before 1900. */
const YEAR = `toYear(${TIME})`
const QUARTER = `toQuarter(${TIME})`
const IS_LEAP = `(${YEAR} % 4 = 0 AND ${YEAR} % 100 != 0) OR ${YEAR} % 400 = 0`
const QUARTER_DAY = `(CASE ${QUARTER} WHEN 1 THEN 0 WHEN 2 THEN 90 WHEN 3 THEN 181 ELSE 273 END
  + CASE WHEN ${QUARTER} > 1 AND (${IS_LEAP}) THEN 1 ELSE 0 END)`

/** Returns the beginning of an interval in seconds, counted from an offset; `shift` is added to it. */
const floor = (size: number, offset = 0, shift = 0): string => {
  // A large literal would be unsigned, and make the difference unsigned too.
  const rest = `positiveModulo(${EPOCH} - ${offset * MICROS}, toInt64(${size * MICROS}))`
  return `fromUnixTimestamp64Micro(${EPOCH} - ${rest}${shift === 0 ? '' : ` + ${shift * MICROS}`}, 'UTC')`
}

/** Weeks that begin some days before Monday, labelled by the day some days after their beginning. */
const week = (before: number, shift = 0): string => floor(7 * DAY, MONDAY - before * DAY, shift * DAY)

function trunc(unit: string): string {
  if (unit === 'week') return week(0)
  const size = UNITS[unit]
  if (size !== undefined) return floor(size)
  const days = unit === 'month' ? `toDayOfMonth(${TIME}) - 1` : `toDayOfYear(${TIME}) - 1`
  const passed = unit === 'quarter' ? `${days} - ${QUARTER_DAY}` : days
  const midnight = `${EPOCH} - positiveModulo(${EPOCH}, toInt64(${DAY * MICROS}))`
  return `fromUnixTimestamp64Micro(${midnight} - toInt64(${passed}) * ${DAY * MICROS}, 'UTC')`
}

/** Returns a text as a literal. A backslash escapes. */
function textLiteral(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** Returns a name in double quotes, in which a backslash escapes. */
function quote(name: string): string {
  return ansi.quote(name.replaceAll('\\', '\\\\'))
}

function typeOf(value: Param): string {
  if (value === null) return 'Nullable(String)'
  if (typeof value === 'string') return 'String'
  if (typeof value === 'boolean') return 'Bool'
  if (typeof value === 'object') return "DateTime64(6, 'UTC')"
  return Number.isSafeInteger(value) ? 'Int64' : 'Float64'
}

/** Returns the value of a placeholder as the driver sends it. */
export function parameterOf(value: Param): string | number | boolean | null {
  return value !== null && typeof value === 'object' ? timestampSqlText(value) : value
}

/** Returns the template for a text of digits that a double would lose. */
function decimalOf(text: string): string {
  const decimals = text.split('.')[1]?.length ?? 0
  return decimals === 0 ? 'toInt256({value})' : `toDecimal256({value}, ${Math.min(decimals, MAX_DECIMALS)})`
}

const directives: Readonly<Record<string, string>> = { B: '%M', M: '%i', S: '%s' }

/** Returns a strftime pattern for `parseDateTime64`. */
function timePattern(pattern: string): string {
  return pattern.replace(/%(.)/g, (all, directive: string) => directives[directive] ?? all)
}

export const dialect: Dialect = {
  ...ansi,
  name: 'clickhouse',
  fold: (name) => name,
  quote,
  placeholder: (index, value) => `{p${index}:${typeOf(value)}}`,
  literal(value) {
    if (typeof value === 'string') return textLiteral(value)
    if (value === null || typeof value !== 'object') return ansi.literal(value)
    return `toDateTime64('${timestampSqlText(value)}', 6, 'UTC')`
  },
  grains: grainTemplates({
    trunc,
    bin: (count, unit) => floor(count * SECONDS[unit], unit === 'days' ? MONDAY : 0),
    week: (weekStart) => week(8 - weekStart),
    weekEnds: { saturday: week(1, 6), sunday: week(0, 6) },
  }),
  epoch: {
    epoch_s: `fromUnixTimestamp64Micro(toInt64({col} * ${MICROS}), 'UTC')`,
    epoch_ms: "fromUnixTimestamp64Micro(toInt64({col} * 1000), 'UTC')",
  },
  parseTime: (pattern) =>
    pattern === null
      ? "parseDateTime64BestEffortOrNull({col}, 6, 'UTC')"
      : `toDateTime64(parseDateTime64OrNull({col}, ${textLiteral(timePattern(pattern))}, 'UTC'), 6, 'UTC')`,
  epochMs: `(${EPOCH} / 1000)`,
  wallClock: (zone) => `(${TIME} + toIntervalSecond(timeZoneOffset(toTimeZone(${TIME}, ${textLiteral(zone)}))))`,
  utcInstant: '{col}',
  addHours: (hours) => `addHours(${TIME}, ${hours})`,
  boundMoment: '{value}',
  comparisons: {
    integer: { digits: decimalOf },
    decimal: { digits: decimalOf },
    real: { value: 'toFloat32({value})' },
    double: { digits: () => 'toFloat64({value})' },
    // The values of an IN must have the type of the column: days and times have several.
    timestamp: { column: TIME, digits: () => "parseDateTime64BestEffort({value}, 6, 'UTC')" },
    date: {
      column: 'toDate32({col})',
      value: 'toDate32({value})',
      digits: () => "toDate32(parseDateTime64BestEffort({value}, 6, 'UTC'))",
    },
    opaque: { column: 'toJSONString({col})' },
  },
  opaqueText: 'toJSONString({col})',
  ilike: (left, right) => `${left} ILIKE ${right}`,
  truth: (condition, holds) => `(${condition}) = ${holds}`,
  toText: (expression) => `toString(${expression})`,
  sortsNullsLast: true,
  sortsByLabel: false,
  fence: 'limit',
  masks: { first: null, hash: null },
  ownSchema: 'system',
  classifyCall,
  functionNames,
  isCatalogue,
}
