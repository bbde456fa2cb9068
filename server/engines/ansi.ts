import type { SqlInstant, Param } from './sql.ts'
import type { Dialect } from './engine.ts'

/**
 * Returns a name with its ASCII letters in lower case. Names of common table expressions are compared by it where the
 * engine folds no other letters: a name that only JavaScript folds may be that of a table.
 */
export function foldAscii(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Returns a text as a SQL literal. */
export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Returns a timestamp as `YYYY-MM-DD HH:MM:SS.ffffff`, in UTC. */
export function timestampSqlText(instant: SqlInstant): string {
  const wholeMs = Math.floor(instant.epochMs)
  const micros = Math.round((instant.epochMs - wholeMs) * 1000)
  const text = new Date(wholeMs).toISOString().replace('T', ' ').replace('Z', String(micros).padStart(3, '0'))
  return text.replace(/^\+0*(\d{4,})/, '$1')
}

/** Returns the shortest text that a stored time may have: without a fraction, and without the time at midnight. */
function shortestTimestampText(instant: SqlInstant): string {
  return timestampSqlText(instant)
    .replace(/\.000000$/, '')
    .replace(/ 00:00:00$/, '')
}

function literal(value: Param): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return textLiteral(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'number') return String(value)
  return `TIMESTAMP ${textLiteral(timestampSqlText(value))}`
}

/** The dialect of standard SQL; other dialects define only their differences. */
export const ansi: Dialect = {
  name: 'ansi',
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  fold: (identifier) => identifier.toLowerCase(),
  placeholder: () => '?',
  ruleFence: 'source',
  fence: 'case',
  literal,
  grains: {},
  epoch: {
    epoch_s: "(TIMESTAMP '1970-01-01 00:00:00' + {col} * INTERVAL '1' SECOND)",
    epoch_ms: "(TIMESTAMP '1970-01-01 00:00:00' + ({col} / 1000.0) * INTERVAL '1' SECOND)",
  },
  parseTime: () => 'CAST({col} AS TIMESTAMP)',
  epochMs: '(CAST(EXTRACT(EPOCH FROM {col}) AS DOUBLE PRECISION) * 1000)',
  wallClock: (zone) => `({col} AT TIME ZONE ${textLiteral(zone)})`,
  utcInstant: "({col} AT TIME ZONE 'UTC')",
  addHours: (hours) => `({col} + INTERVAL '${hours}' HOUR)`,
  // A text column stores times as this text, and is compared as text.
  timeBound: ({ isText }, instant) =>
    isText ? { template: '{value}', value: shortestTimestampText(instant) } : { value: instant },
  boundMoment: 'CAST({value} AS TIMESTAMP)',
  comparisons: {
    real: { value: 'CAST({value} AS REAL)' },
    // Texts are digits that a double would lose, NaN and the infinities.
    double: { digits: () => 'CAST({value} AS DOUBLE PRECISION)' },
  },
  opaqueText: 'CAST({col} AS VARCHAR)',
  ilike: (left, right) => `LOWER(${left}) LIKE LOWER(${right})`,
  pattern: '{value}',
  hasLikeEscape: true,
  hasBooleans: true,
  truth: (condition, holds) => `${condition} IS ${holds ? 'TRUE' : 'FALSE'}`,
  nullSafeEqual: 'IS NOT DISTINCT FROM',
  nullsLast: 'words',
  sortsNullsLow: false,
  sortsNullsLast: false,
  sortsByLabel: true,
  sum: 'SUM({col})',
  average: 'AVG({col})',
  toText: (expression) => `CAST(${expression} AS VARCHAR)`,
  masks: { first: "SUBSTR({col}, 1, 1) || '***'", hash: null },
  limit: (rows, offset) => `LIMIT ${rows}${offset > 0 ? ` OFFSET ${offset}` : ''}`,
  identifierLimit: null,
  defaultSchema: ([first = '']) => first,
  ownSchema: '',
  countsAtOnce: false,
  classifyCall: () => 'unknown',
  functionNames: [],
  isCatalogue: () => false,
  supports: { subqueries: true, joins: true, groupingSets: true, rowKeys: false },
}
