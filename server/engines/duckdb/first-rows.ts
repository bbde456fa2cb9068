import type { DuckDBConnection } from '@duckdb/node-api'
import type { PreviewColumn } from '#core/rest/upload.ts'
import { dialect } from './dialect.ts'

/** Limits of a preview: rows, columns, and characters per cell. */
const MAX_ROWS = 8
const MAX_COLUMNS = 60
const MAX_CHARACTERS = 120

/** Returns the rows of a statement as objects by column. */
export async function statementRows(
  connection: DuckDBConnection,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await connection.run(sql)).getRowObjectsJson()
}

/** The first rows of a result, for a preview. */
export interface FirstRows {
  readonly columns: readonly PreviewColumn[]
  readonly columnNames: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** Returns the first rows and columns of a SELECT as text. `unsure` names columns with ambiguous dates. */
export async function firstRows(
  connection: DuckDBConnection,
  select: string,
  unsure: ReadonlySet<string> = new Set(),
): Promise<FirstRows> {
  const shape = await statementRows(connection, `DESCRIBE ${select}`)
  const columns = shape.slice(0, MAX_COLUMNS).map((each) => {
    const name = String(each['column_name'])
    return { name, type: String(each['column_type']), isEitherOrder: unsure.has(name) }
  })
  const cells = columns.map(
    ({ name }, index) =>
      `left(CAST(${dialect.quote(name)} AS VARCHAR), ${MAX_CHARACTERS}) AS ${dialect.quote(`c${index}`)}`,
  )
  const rows = await statementRows(connection, `SELECT ${cells.join(', ')} FROM (${select}) LIMIT ${MAX_ROWS}`)
  return {
    columns,
    columnNames: shape.map((each) => String(each['column_name'])),
    rows: rows.map((row) => columns.map((_, index) => (row[`c${index}`] ?? null) as string | null)),
  }
}
