import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import type { ColumnarColumn, ColumnarFile } from './columnar-file.ts'
import { ROW } from './columns.ts'
import { type AppendStatement, describedTable, type TableReference } from './csv-append.ts'
import { dialect } from './dialect.ts'

/** Maximum number of characters of a value in a message. */
const MAX_SHOWN = 60

interface Target {
  readonly column: ColumnarColumn
  readonly name: string
  readonly type: string
}

/** Returns the condition for values that the column of the table cannot hold exactly. */
const changes = ({ column, type }: Target): string => {
  const x = dialect.quote(column.name)
  return `(${x} IS NOT NULL AND try_cast(try_cast(${x} AS ${type}) AS ${column.type}) IS DISTINCT FROM ${x})`
}

/**
 * Returns the INSERT that appends a Parquet or JSON file to a table. Throws `upload-append-columns` for columns that
 * the table lacks, and `upload-append-value` for the first value that its column cannot hold exactly.
 */
export async function columnarAppend(
  connection: DuckDBConnection,
  { columns, select }: ColumnarFile,
  table: TableReference,
): Promise<AppendStatement> {
  const described = await describedTable(connection, table)
  const known = new Map(described.map((row) => [row.column_name.toLowerCase(), row]))
  const unknown = columns.filter(({ name }) => !known.has(name.toLowerCase()))
  if (unknown.length > 0)
    throw new ApiError('upload-append-columns', {
      args: [table.name, unknown.map(({ name }) => `"${name}"`).join(', ')],
    })
  const targets = columns.flatMap((column) => {
    const row = known.get(column.name.toLowerCase())
    return row ? [{ column, name: row.column_name, type: row.column_type }] : []
  })
  await requireExact(connection, targets, select)
  const names = targets.map(({ name }) => dialect.quote(name)).join(', ')
  return { sql: `INSERT INTO ${table.sql} (${names}) ${select}`, columns: targets.map(({ name }) => name) }
}

async function requireExact(connection: DuckDBConnection, targets: readonly Target[], select: string): Promise<void> {
  const strict = targets.filter(({ column, type }) => column.type !== type && type !== 'VARCHAR')
  if (strict.length === 0) return
  const aggregates = strict.flatMap((target, index) => [
    `min(${ROW}) FILTER (${changes(target)}) AS row${index}`,
    `arg_min(CAST(${dialect.quote(target.column.name)} AS VARCHAR), ${ROW}) FILTER (${changes(target)}) AS value${index}`,
    `count(*) FILTER (${changes(target)}) AS count${index}`,
  ])
  const numbered = `SELECT *, row_number() OVER () AS ${ROW} FROM (${select})`
  const [row = {}] = await (
    await connection.run(`SELECT ${aggregates.join(', ')} FROM (${numbered})`)
  ).getRowObjectsJson()
  const inexactColumns = strict.flatMap((target, index) =>
    row[`row${index}`] === null
      ? []
      : [{ target, at: index, row: Number(row[`row${index}`]), count: Number(row[`count${index}`]) }],
  )
  const [first] = inexactColumns.toSorted((one, other) => one.row - other.row)
  if (!first) return
  const value = (row[`value${first.at}`] as string).slice(0, MAX_SHOWN)
  const others = inexactColumns.reduce((sum, { count }) => sum + count, 0) - 1
  throw new ApiError('upload-append-value', {
    args: [value, first.row, first.target.name, first.target.type, others],
  })
}
