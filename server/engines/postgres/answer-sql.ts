import { ansi } from '../ansi.ts'
import type { Layout } from '../engine.ts'

/** What an answer is built from: the statement, the object ids of its columns' types, and what is wanted of it. */
export interface Answered {
  readonly text: string
  readonly types: readonly number[]
  readonly labels: readonly string[]
  readonly maxRows: number
}

const SAFE = 9007199254740991
const NAME_BYTES = 63
/** The name of a row as a whole; a column of this name would be taken for it. */
const ROW = 'whole answer'

// JSON has no NaN and no infinities.
const UNREAL = "('NaN', 'Infinity', '-Infinity')"

const plain = (column: string): string => column
// A cast would strip padding, and add the mask to an address.
const asText = (column: string): string => `CASE WHEN ${column} IS NOT NULL THEN format('%s', ${column}) END`
const whole = (column: string): string =>
  `CASE WHEN ${column} BETWEEN -${SAFE} AND ${SAFE} THEN to_json(${column}) ELSE to_json(CAST(${column} AS text)) END`
const real = (column: string): string => `CASE WHEN ${column} NOT IN ${UNREAL} THEN ${column} END`
const numeric = (column: string): string =>
  `CASE WHEN ${column} IN ${UNREAL} THEN NULL WHEN scale(${column}) = 0 THEN ${whole(column)} ` +
  `WHEN abs(${column}) < 1e308 THEN to_json(CAST(${column} AS float8)) END`
// What no Date can hold is none, and neither is infinity.
const date = (column: string): string =>
  `CASE WHEN ${column} BETWEEN '4713-01-01 BC' AND '275760-09-12' THEN (${column} - DATE '1970-01-01') * 86400000::bigint END`
// Floats are exact to the microsecond near the epoch, and several times faster than numbers of any size.
const moment = (column: string): string =>
  `CASE WHEN ${column} BETWEEN '1902-01-01 00:00:00+00' AND '2038-01-01 00:00:00+00' ` +
  `THEN CAST(floor(round(date_part('epoch', ${column}) * 1000000) / 1000) AS bigint) ` +
  `WHEN ${column} BETWEEN '4713-01-01 00:00:00+00 BC' AND '275760-09-12 00:00:00+00' ` +
  `THEN CAST(floor(extract(epoch FROM ${column}) * 1000) AS bigint) END`

/** By object id; types that are not here are text as the server writes it. */
const expressions: Readonly<Record<number, (column: string) => string>> = {
  16: plain,
  20: whole,
  21: plain,
  23: plain,
  25: plain,
  26: plain,
  700: real,
  701: real,
  1043: plain,
  1082: date,
  1114: moment,
  1184: moment,
  1700: numeric,
}

/** Bytes and lists, whose cells the server cannot make. */
const UNMADE = new Set([17, 1000, 1005, 1007, 1016, 1021, 1022, 1231, 1115, 1182, 1185, 1009, 1014, 1015, 2951])

/** Whether the server can build this answer as JSON itself. */
export function buildable({ types, labels }: Pick<Answered, 'types' | 'labels'>, layout: Layout): boolean {
  if (labels.length === 0 || types.slice(0, labels.length).some((type) => UNMADE.has(type))) return false
  if (layout === 'columns') return true
  const named = labels.every((label) => label !== '' && label !== ROW && Buffer.byteLength(label) <= NAME_BYTES)
  return named && new Set(labels).size === labels.length
}

/**
 * The statement whose one row is the number of rows and the answer as JSON: one text of records, or one text for each
 * column. The server builds it several times faster than the driver reads its rows. Order is kept: the statement stays
 * as it is within, and lists are made in the order rows come.
 */
export function answerSql({ text, types, labels, maxRows }: Answered, layout: Layout): string {
  const names = types.map((_, index) => `c${index}`)
  const source = `(SELECT * FROM (${text}\n) AS asked(${names.join(', ')}) LIMIT ${maxRows}) AS answer`
  const cells = labels.map((_, index) => (expressions[types[index] ?? 0] ?? asText)(`c${index}`))
  const list = (of: string): string => `coalesce(CAST(json_agg(${of}) AS text), '[]')`
  if (layout === 'columns') return `SELECT count(*), ${cells.map(list).join(', ')} FROM ${source}`
  const row = ansi.quote(ROW)
  const named = cells.map((cell, index) => `${cell} AS ${ansi.quote(labels[index] ?? '')}`)
  return `SELECT count(*), ${list(row)} FROM (SELECT ${named.join(', ')} FROM ${source}) AS ${row}`
}
