import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import type { CsvReading } from '../load.ts'
import { type CsvFile, orderOfColumn } from './csv.ts'
import { lineOfRow } from './count-records.ts'
import { ROW } from './columns.ts'
import { type DateOrderRead, dateValue, configuredDateOrder } from './csv-dates.ts'
import { type CsvColumn, typeConditions, canonicalText, valueText } from './csv-types.ts'
import { dialect } from './dialect.ts'

/** Maximum number of characters of a value in a message. */
const CHARACTERS = 60
/** A column of the table, and how values of the file are converted to it. */
interface Target {
  readonly name: string
  readonly type: string
  readonly column: string
  /** SQL condition on the text: the type holds the value exactly; undefined if every text is valid. */
  readonly holds?: string
  readonly value: string
}

/** Returns the condition that a type holds a text exactly, and its value in that type. */
function strictValue(column: CsvColumn, type: string, order: DateOrderRead | undefined) {
  const x = canonicalText(column, valueText(dialect.quote(column.name)))
  const cast = `CAST(${x} AS ${type})`
  const isFloat = type === 'DOUBLE' || type === 'FLOAT'
  if (type === 'VARCHAR') return { value: dialect.quote(column.name) }
  if (type === ANY_NUMBER) return { holds: `regexp_full_match(${x}, '${ANY_NUMBER_PATTERN}')`, value: x }
  if (/INT/.test(type)) {
    const whole = `regexp_replace(${x}, '\\.0*$', '')`
    const wide = `coalesce(CAST(try_cast(${whole} AS HUGEINT) AS VARCHAR) = ltrim(${whole}, '+'), false)`
    return { holds: `${wide} AND try_cast(${whole} AS ${type}) IS NOT NULL`, value: `CAST(${whole} AS ${type})` }
  }
  if (isFloat) {
    const isSame = `CAST(CAST(try_cast(${x} AS ${type}) AS VARCHAR) AS DOUBLE) = try_cast(${x} AS DOUBLE)`
    return {
      holds: type === 'DOUBLE' ? typeConditions.number(x) : `${typeConditions.number(x)} AND ${isSame}`,
      value: cast,
    }
  }
  const scale = /^DECIMAL\(\d+,(\d+)\)$/.exec(type)?.[1]
  if (scale !== undefined) {
    const digits = `regexp_full_match(${x}, '[+-]?(0|[1-9]\\d*)(\\.\\d{0,${scale}}0*)?')`
    return { holds: `${digits} AND try_cast(${x} AS ${type}) IS NOT NULL`, value: cast }
  }
  if (type === 'BOOLEAN')
    return {
      holds: `regexp_full_match(${x}, '(?i)true|false|yes|no')`,
      value: `regexp_full_match(${x}, '(?i)true|yes')`,
    }
  if (order && (type === 'TIMESTAMP' || (type === 'DATE' && column.type === 'DATE')))
    return { value: dateValue(x, order, type) }
  if (type === 'DATE') {
    const midnight = `(${typeConditions.timestamp(x)} AND CAST(try_cast(${x} AS TIMESTAMP) AS TIME) = TIME '00:00:00')`
    return { holds: `${typeConditions.date(x)} OR ${midnight}`, value: `CAST(CAST(${x} AS TIMESTAMP) AS DATE)` }
  }
  if (type === 'TIMESTAMP') return { holds: `${typeConditions.date(x)} OR ${typeConditions.timestamp(x)}`, value: cast }
  if (type === 'TIMESTAMP WITH TIME ZONE') return { holds: typeConditions.zoned(x), value: cast }
  if (type === 'TIME') return { holds: typeConditions.time(x), value: cast }
  return { holds: `coalesce(CAST(try_cast(${x} AS ${type}) AS VARCHAR) = ${x}, false)`, value: cast }
}

/** A table by its name, and its quoted SQL name with the schema. */
export interface TableReference {
  readonly name: string
  readonly sql: string
  /** Text columns that contain numbers with any number of digits, in lower case. */
  readonly numberColumns?: ReadonlySet<string>
}

/** Marks a text column that contains numbers with any number of digits. */
const ANY_NUMBER = 'NUMBER'
const ANY_NUMBER_PATTERN = String.raw`[+-]?(0|[1-9]\d*)(\.\d*)?([eE][+-]?\d{1,3})?`

/** An INSERT, and the columns of the table that it fills. */
export interface AppendStatement {
  readonly sql: string
  readonly columns: readonly string[]
}

/** Returns the columns of a table. */
export async function describedTable(connection: DuckDBConnection, { sql }: TableReference) {
  const rows = await (await connection.run(`DESCRIBE ${sql}`)).getRowObjectsJson()
  return rows as unknown as readonly { readonly column_name: string; readonly column_type: string }[]
}

async function targetsOf(
  connection: DuckDBConnection,
  { columns }: CsvFile,
  table: TableReference,
  given: CsvReading,
): Promise<readonly Target[]> {
  const described = await describedTable(connection, table)
  const known = new Map(described.map((row) => [row.column_name.toLowerCase(), row]))
  const unknown = columns.filter(({ name }) => !known.has(name.toLowerCase()))
  if (unknown.length > 0)
    throw new ApiError('upload-append-columns', {
      args: [table.name, unknown.map(({ name }) => `"${name}"`).join(', ')],
    })
  return columns.flatMap((column) => {
    const row = known.get(column.name.toLowerCase())
    if (!row) return []
    const { column_name: name } = row
    const type = table.numberColumns?.has(name.toLowerCase()) ? ANY_NUMBER : row.column_type
    // The name in the file: the plan may give the column another one.
    const order = orderOfColumn(column, configuredDateOrder(given, column.date?.name ?? column.name))
    return { name, type, column: column.name, ...strictValue(column, type, order) }
  })
}

/** Rejects a file with a value that its column cannot hold exactly, naming line and column. */
async function requireExact(connection: DuckDBConnection, csv: CsvFile, targets: readonly Target[]): Promise<void> {
  const strict = targets.filter((target) => target.holds !== undefined)
  if (strict.length === 0) return
  const isWrong = ({ column, holds: condition }: Target) =>
    `(${valueText(dialect.quote(column))} IS NOT NULL AND NOT coalesce(${condition}, false))`
  const aggregates = strict.flatMap((target, index) => [
    `min(${ROW}) FILTER (${isWrong(target)}) AS row${index}`,
    `arg_min(${dialect.quote(target.column)}, ${ROW}) FILTER (${isWrong(target)}) AS value${index}`,
    `count(*) FILTER (${isWrong(target)}) AS count${index}`,
  ])
  const numbered = `SELECT *, row_number() OVER () AS ${ROW} FROM ${csv.source}`
  const [row = {}] = await (
    await connection.run(`SELECT ${aggregates.join(', ')} FROM (${numbered})`)
  ).getRowObjectsJson()
  const inexactColumns = strict.flatMap((target, index) => {
    const first = row[`row${index}`]
    return first === null
      ? []
      : [{ target, row: Number(first), value: row[`value${index}`] as string, count: Number(row[`count${index}`]) }]
  })
  const [first] = inexactColumns.toSorted((one, other) => one.row - other.row)
  if (!first) return
  const { target, value } = first
  const line = await lineOfRow(csv.file, csv.layout, first.row)
  const others = inexactColumns.reduce((sum, { count }) => sum + count, 0) - 1
  throw new ApiError('upload-append-value', {
    args: [value.slice(0, CHARACTERS), line, target.name, target.type, others],
  })
}

/** Returns the INSERT that appends a file to a table. Every value is stored exactly, or the file is rejected. */
export async function appendStatement(
  connection: DuckDBConnection,
  csv: CsvFile,
  table: TableReference,
  given: CsvReading,
): Promise<AppendStatement> {
  const targets = await targetsOf(connection, csv, table, given)
  await requireExact(connection, csv, targets)
  const names = targets.map(({ name }) => dialect.quote(name)).join(', ')
  const values = targets.map(({ value }) => value).join(', ')
  const sql = `INSERT INTO ${table.sql} (${names}) SELECT ${values} FROM ${csv.source}`
  return { sql, columns: targets.map(({ name }) => name) }
}
