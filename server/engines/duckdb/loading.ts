import type { DuckDBConnection } from '@duckdb/node-api'
import { Fault } from '#core/rest/fault.ts'
import { textLiteral } from '../ansi.ts'
import type { Load } from '../engine.ts'
import { csvSource } from './csv.ts'
import { dialect } from './dialect.ts'
import { CATALOG, type Opened } from './open.ts'

const THERE =
  'SELECT table_name AS name, table_type AS kind FROM information_schema.tables ' +
  `WHERE table_catalog = '${CATALOG}' AND table_schema = 'main' AND lower(table_name) = lower($1)`

/** Loads a file into a table and writes it to the database file before it returns; a failure changes nothing. */
export async function load(opened: Opened, given: Load): Promise<void> {
  const { file, table, existing, select } = given
  const connection = await opened.connect()
  try {
    const there = await tableNamed(connection, table)
    if (there && existing === 'keep') return
    if (there && (existing === 'fail' || there.kind === 'VIEW'))
      throw new Fault('upload-table-exists', { args: [there.name] })
    const source = select?.replace('{file}', textLiteral(file)) ?? (await csvSource(connection, given))
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
