import { ansi, textLiteral, timestampSqlText } from '../ansi.ts'
import type { Dialect } from '../engine.ts'
import type { Param } from '../sql.ts'
import { hexOf } from '../shared/bytes-text.ts'
import { grainTemplates } from '../shared/grain-templates.ts'
import { functionNames, isCatalogue, classifyCall } from './functions.ts'

const MAX_DIGITS = 38

/** A column of any temporal type as a time in UTC. Dates, and times without a zone, are times in UTC. */
const TIME = "CAST(CAST({col} AS TIMESTAMP(6) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(6))"
const TIME_OF_TEXT = "CAST(replace({value}, 'T', ' ') AS TIMESTAMP(6))"
/** A Monday, from which units are counted. */
const FIRST = "TIMESTAMP '0001-01-01 00:00:00'"
const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

const trunc = (unit: string): string => `date_trunc('${unit}', ${TIME})`
const seconds = (count: number): string =>
  `date_add('second', date_diff('second', ${FIRST}, date_trunc('second', ${TIME})) / ${count} * ${count}, ${FIRST})`
const week = (before: number, after: number): string =>
  `date_add('day', ${after}, date_trunc('week', date_add('day', ${before}, ${TIME})))`

/** Directives of strftime that have another letter. */
const directives: Readonly<Record<string, string>> = { M: '%i', S: '%s', B: '%M', A: '%W' }

function timePattern(pattern: string): string {
  return pattern.replace(/%(.)/g, (all, directive: string) => directives[directive] ?? all)
}

/** Returns the SQL for a text of digits that a double would lose. */
function decimalOf(text: string): string {
  const decimals = Math.min(text.split('.')[1]?.length ?? 0, MAX_DIGITS)
  return `CAST({value} AS DECIMAL(${MAX_DIGITS}, ${decimals}))`
}

/** Returns a value as a literal of the type with which it is compared: `0.5` would be a decimal number. */
export function literalOf(value: Param): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return value.toExponential().replace('e', 'E')
  return value !== null && typeof value === 'object'
    ? `TIMESTAMP ${textLiteral(timestampSqlText(value))}`
    : ansi.literal(value)
}

export const dialect: Dialect = {
  ...ansi,
  name: 'trino',
  // An empty name is invalid.
  quote: (name) => ansi.quote(name.replaceAll('\0', '') || '?column?'),
  literal: literalOf,
  grains: grainTemplates({
    trunc,
    bin: (count, unit) => seconds(count * SECONDS[unit]),
    week: (weekStart) => week(8 - weekStart, weekStart - 8),
    weekEnds: { saturday: week(1, 5), sunday: week(0, 6) },
  }),
  epoch: {
    epoch_s: "(TIMESTAMP '1970-01-01 00:00:00.000' + CAST({col} AS DOUBLE) * INTERVAL '1' SECOND)",
    epoch_ms: "(TIMESTAMP '1970-01-01 00:00:00.000' + CAST({col} AS DOUBLE) / 1000 * INTERVAL '1' SECOND)",
  },
  parseTime: (pattern) =>
    pattern === null
      ? "CAST(replace(NULLIF({col}, ''), 'T', ' ') AS TIMESTAMP(6))"
      : `date_parse(NULLIF({col}, ''), ${textLiteral(timePattern(pattern))})`,
  epochMs: '(to_unixtime({col}) * 1000)',
  wallClock: (zone) => `CAST(({col}) AT TIME ZONE ${textLiteral(zone)} AS TIMESTAMP(6))`,
  utcInstant: "with_timezone({col}, 'UTC')",
  addHours: (hours) => `date_add('hour', ${hours}, {col})`,
  boundMoment: '{value}',
  comparisons: {
    integer: { digits: decimalOf },
    decimal: { digits: decimalOf },
    real: { value: 'CAST({value} AS REAL)' },
    double: { digits: () => 'CAST({value} AS DOUBLE)' },
    timestamp: { digits: () => TIME_OF_TEXT },
    // The text may have a time.
    date: { digits: () => `CAST(${TIME_OF_TEXT} AS DATE)` },
    bytes: { value: 'from_hex({value})', read: hexOf },
    opaque: { column: 'json_format(CAST({col} AS JSON))' },
    other: { column: 'CAST({col} AS VARCHAR)' },
  },
  opaqueText: 'json_format(CAST({col} AS JSON))',
  truth: (condition, holds) => `(${condition}) IS ${holds ? 'TRUE' : 'FALSE'}`,
  sortsNullsLast: true,
  // The average of decimal numbers would have their decimals.
  average: 'AVG(CAST({col} AS DOUBLE))',
  limit: (rows, offset) => `${offset > 0 ? `OFFSET ${offset} ` : ''}LIMIT ${rows}`,
  ownSchema: 'information_schema',
  classifyCall,
  functionNames,
  isCatalogue,
  // Grouping sets accept columns only, not expressions.
  supports: { ...ansi.supports, groupingSets: false },
}
