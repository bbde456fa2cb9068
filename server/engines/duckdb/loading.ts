import type { DuckDBConnection } from '@duckdb/node-api'
import { Fault } from '#core/rest/fault.ts'
import { textLiteral } from '../ansi.ts'
import type { Load } from '../engine.ts'
import { dialect } from './dialect.ts'
import { CATALOG, type Opened } from './open.ts'

const THERE =
  'SELECT table_name AS name, table_type AS kind FROM information_schema.tables ' +
  `WHERE table_catalog = '${CATALOG}' AND table_schema = 'main' AND lower(table_name) = lower($1)`

/** Loads a file into a table and writes it to the database file before it returns; a failure changes nothing. */
export async function load(opened: Opened, { file, table, existing, delimiter, select }: Load): Promise<void> {
  const connection = await opened.connect()
  try {
    const there = await tableNamed(connection, table)
    if (there && existing === 'keep') return
    if (there && (existing === 'fail' || there.kind === 'VIEW'))
      throw new Fault('upload-table-exists', { args: [there.name] })
    if (select === undefined) await requireEven(connection, file, delimiter)
    const source = select?.replace('{file}', textLiteral(file)) ?? readCsv(file, delimiter)
    const name = dialect.quote(there?.name ?? table)
    const begin = !there ? 'CREATE TABLE' : existing === 'replace' ? 'CREATE OR REPLACE TABLE' : undefined
    await connection.run(begin ? `${begin} ${name} AS ${source}` : `INSERT INTO ${name} BY NAME ${source}`)
    await connection.run('CHECKPOINT')
  } finally {
    connection.closeSync()
  }
}

async function tableNamed(connection: DuckDBConnection, table: string) {
  const rows = await (await connection.run(THERE, [table])).getRowObjectsJson()
  return rows[0] as { readonly name: string; readonly kind: string } | undefined
}

/**
 * Refuses a file whose first lines would be passed over although no head is found below them: their fields are not as
 * many as those of the rest, and they would be lost without a word.
 */
async function requireEven(connection: DuckDBConnection, file: string, delimiter: string | undefined): Promise<void> {
  const options = [textLiteral(file), ...(delimiter === undefined ? [] : [`delim = ${textLiteral(delimiter)}`])]
  const found = await connection.run(`SELECT "SkipRows", "HasHeader" FROM sniff_csv(${options.join(', ')})`)
  const [row] = await found.getRowObjectsJson()
  const passedOver = Number(row?.['SkipRows'] ?? 0)
  if (passedOver > 0 && row?.['HasHeader'] !== true)
    throw new Fault('upload-unreadable', {
      args: [`its first ${passedOver} lines have other numbers of fields than those below`],
    })
}

function readCsv(file: string, delimiter: string | undefined): string {
  const options = [textLiteral(file), 'sample_size = -1', 'normalize_names = false']
  if (delimiter !== undefined) options.push(`delim = ${textLiteral(delimiter)}`)
  return `SELECT * FROM read_csv(${options.join(', ')})`
}
