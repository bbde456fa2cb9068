import { ansi } from '../ansi.ts'
import type { ResultLayout } from '../engine.ts'
import { MIN_EXACT_DECIMAL } from '../shared/text-formats.ts'
import { DECIMAL, EXACT_DECIMAL } from './decimals.ts'

/** The input for a result: the statement, the object ids of its column types, and its limits. */
export interface ResultStatement {
  readonly text: string
  readonly types: readonly number[]
  readonly labels: readonly string[]
  readonly maxRows: number
  readonly maxBytes: number
  readonly allDigits: boolean
}

const SAFE = 9007199254740991
const NAME_BYTES = 63
/** The name of a complete row; a column with this name would be mistaken for it. */
const ROW = 'whole answer'

// JSON has no NaN and no infinities: they are texts.
const UNREAL = "('NaN', 'Infinity', '-Infinity')"

const plainSql = (column: string): string => column
// A cast would strip padding, and add the netmask to an address.
const asText = (column: string): string => `CASE WHEN ${column} IS NOT NULL THEN format('%s', ${column}) END`
const integerSql = (column: string): string =>
  `CASE WHEN ${column} BETWEEN -${SAFE} AND ${SAFE} THEN to_json(${column}) ELSE to_json(CAST(${column} AS text)) END`
const ownText = (column: string): string => `to_json(CAST(${column} AS text))`
const floatSql = (column: string): string =>
  `CASE WHEN ${column} NOT IN ${UNREAL} THEN to_json(${column}) WHEN ${column} IS NOT NULL THEN ${ownText(column)} END`
// A double if it prints the same digits, which is certain for short texts.
const exactOrText = (column: string): string =>
  `WHEN abs(${column}) < 1e308 AND (length(CAST(${column} AS text)) <= 16 ` +
  `OR CAST(CAST(CAST(${column} AS float8) AS text) AS numeric) = ${column}) THEN to_json(CAST(${column} AS float8)) ` +
  `ELSE to_json(CAST(${column} AS text)) END`
const unscaledSql = (column: string): string =>
  `CASE WHEN ${column} IN ${UNREAL} THEN ${ownText(column)} WHEN scale(${column}) = 0 THEN ${integerSql(column)} `
// The last digits of a quotient are rounding errors. It becomes text only if a double would lose integer digits.
const numeric = (column: string): string =>
  `${unscaledSql(column)}WHEN abs(${column}) < ${MIN_EXACT_DECIMAL} THEN to_json(CAST(${column} AS float8)) ${exactOrText(column)}`
const exact = (column: string): string => `${unscaledSql(column)}${exactOrText(column)}`
// Dates outside the range of Date, including infinity, become null.
const date = (column: string): string =>
  `CASE WHEN ${column} BETWEEN '4713-01-01 BC' AND '275760-09-12' THEN (${column} - DATE '1970-01-01') * 86400000::bigint END`
// Floats are exact to the microsecond near the epoch, and several times faster than NUMERIC.
const instant = (column: string): string =>
  `CASE WHEN ${column} BETWEEN '1902-01-01 00:00:00+00' AND '2038-01-01 00:00:00+00' ` +
  `THEN round(date_part('epoch', ${column}) * 1000000) / 1000 ` +
  `WHEN ${column} BETWEEN '4713-01-01 00:00:00+00 BC' AND '275760-09-12 00:00:00+00' ` +
  `THEN CAST(extract(epoch FROM ${column}) * 1000 AS float8) END`

const allDigits = (column: string): string => `CASE WHEN ${column} IS NOT NULL THEN ${ownText(column)} END`

/** By object id; other types are text as printed by the server. */
const expressions: Readonly<Record<number, (column: string) => string>> = {
  16: plainSql,
  20: integerSql,
  21: plainSql,
  23: plainSql,
  25: plainSql,
  26: plainSql,
  700: floatSql,
  701: floatSql,
  1043: plainSql,
  1082: date,
  1114: instant,
  1184: instant,
  [DECIMAL]: numeric,
  [EXACT_DECIMAL]: exact,
}

/** Bytes and lists, whose cells the server cannot produce. */
const UNMADE = new Set([17, 1000, 1005, 1007, 1016, 1021, 1022, 1231, 1115, 1182, 1185, 1009, 1014, 1015, 2951])

/** True if the server can build this result as JSON itself. */
export function canBuild({ types, labels }: Pick<ResultStatement, 'types' | 'labels'>, layout: ResultLayout): boolean {
  if (labels.length === 0 || types.slice(0, labels.length).some((type) => UNMADE.has(type))) return false
  if (layout === 'columns') return true
  const named = labels.every((label) => label !== '' && label !== ROW && Buffer.byteLength(label) <= NAME_BYTES)
  return named && new Set(labels).size === labels.length
}

/** Types whose values are always short: numbers, booleans and timestamps. */
const SHORT = new Set([16, 20, 21, 23, 26, 700, 701, 1082, 1114, 1184])
/** Texts and bytes, whose lengths are known without reading them; bytes are printed as two digits each. */
const LENGTHS: Readonly<Record<number, string>> = { 17: '2 * octet_length', 25: 'octet_length', 1043: 'octet_length' }
/** The column that tells whether a row is short enough to be sent. */
const SHORT_ROW = ansi.quote('short enough')

/**
 * Returns the condition that a row is short enough, by the sizes of columns that may be long: exact for texts,
 * approximate for other types.
 */
function shortness(types: readonly number[], maxBytes: number): string {
  const weights = types.flatMap((type, index) =>
    SHORT.has(type) ? [] : `coalesce(CAST(${LENGTHS[type] ?? 'pg_column_size'}(c${index}) AS bigint), 0)`,
  )
  return weights.length === 0 ? 'true' : `${weights.join(' + ')} <= ${maxBytes}`
}

/** Returns the requested rows. The limit prevents the server from computing a long value more than once. */
function rowsOf({ text, types, maxRows, maxBytes }: Omit<ResultStatement, 'labels'>): string {
  const names = types.map((_, index) => `c${index}`).join(', ')
  const limited = `(SELECT * FROM (${text}\n) AS asked(${names}) LIMIT ${maxRows}) AS limited`
  return `(SELECT *, ${shortness(types, maxBytes)} AS ${SHORT_ROW} FROM ${limited}) AS answer`
}

/**
 * Returns the statement whose single row is the number of rows and the result as JSON: one text of records, or one text
 * per column. The server builds it several times faster than the driver reads its rows. The order is retained: the
 * statement is unchanged inside, and lists are built in row order. A result of more than `maxBytes` does not leave the
 * server, nor does a larger value: the texts are null then.
 */
export function resultSql(response: ResultStatement, layout: ResultLayout): string {
  const { types, labels, maxBytes } = response
  const expression = (type = 0) =>
    response.allDigits && (type === DECIMAL || type === EXACT_DECIMAL) ? allDigits : (expressions[type] ?? asText)
  const cells = labels.map((_, index) => expression(types[index])(`c${index}`))
  const row = ansi.quote(ROW)
  const list = (of: string): string =>
    `coalesce(CAST(json_agg(${of}) FILTER (WHERE answer.${SHORT_ROW}) AS text), '[]')`
  const lists = layout === 'columns' ? cells.map(list) : [list(row)]
  const named = cells.map((cell, index) => `${cell} AS ${ansi.quote(labels[index] ?? '')}`)
  const extra = layout === 'columns' ? '' : `, LATERAL (SELECT ${named.join(', ')}) AS ${row}`
  const built = lists.map((each, index) => `${each} AS l${index}`)
  const lengths = lists.map((_, index) => `CAST(octet_length(l${index}) AS bigint)`)
  const fits = `${SHORT_ROW} AND ${lengths.join(' + ')} <= ${maxBytes}`
  return (
    `SELECT row_count, ${lists.map((_, index) => `CASE WHEN ${fits} THEN l${index} END`).join(', ')} FROM (` +
    `SELECT count(*) AS row_count, coalesce(bool_and(answer.${SHORT_ROW}), true) AS ${SHORT_ROW}, ` +
    `${built.join(', ')} FROM ${rowsOf(response)}${extra}) AS built`
  )
}

/**
 * Returns the statement whose rows are read one by one; a row of more than `maxBytes` has nulls, and false in its last
 * column.
 */
export function rowsSql(response: ResultStatement): string {
  const cells = response.labels.map((_, index) => `CASE WHEN ${SHORT_ROW} THEN c${index} END`)
  return `SELECT ${[...cells, SHORT_ROW].join(', ')} FROM ${rowsOf(response)}`
}
