import type { DuckDBConnection } from '@duckdb/node-api'
import { Fault } from '#core/rest/fault.ts'
import type { UploadReport } from '#core/rest/upload.ts'
import { textLiteral } from '../ansi.ts'
import type { Load } from '../engine.ts'
import { readCsv, requireOrders, typedSelect } from './csv.ts'
import { appendStatement } from './csv-append.ts'
import { dialect } from './dialect.ts'
import { CATALOG, type Opened } from './open.ts'

const THERE =
  'SELECT table_name AS name, table_type AS kind FROM information_schema.tables ' +
  `WHERE table_catalog = '${CATALOG}' AND table_schema = 'main' AND lower(table_name) = lower($1)`

/**
 * Loads a file into a table and writes it to the database file before it returns; a failure changes nothing. Returns
 * the account of a CSV file.
 */
export async function load(opened: Opened, given: Load): Promise<UploadReport | null> {
  const { file, table, existing, select } = given
  const connection = await opened.connect()
  try {
    const there = await tableNamed(connection, table)
    if (there && existing === 'keep') return null
    if (there && (existing === 'fail' || there.kind === 'VIEW'))
      throw new Fault('upload-table-exists', { args: [there.name] })
    const name = there?.name ?? table
    const target: Target = { name, existing: there ? existing : 'none' }
    if (select === undefined) return await loadCsv(connection, given, target)
    await connection.run(statement(target, select.replace('{file}', textLiteral(file))))
    await connection.run('CHECKPOINT')
    return null
  } finally {
    connection.closeSync()
  }
}

interface Target {
  readonly name: string
  /** What happens to the table of that name; `none` where there is none. */
  readonly existing: Load['existing'] | 'none'
}

function statement({ name, existing }: Target, source: string): string {
  const quoted = dialect.quote(name)
  if (existing === 'none') return `CREATE TABLE ${quoted} AS ${source}`
  if (existing === 'replace') return `CREATE OR REPLACE TABLE ${quoted} AS ${source}`
  return `INSERT INTO ${quoted} BY NAME ${source}`
}

/** Loads all rows of a CSV file in one transaction, which ends without effect unless every record is accounted for. */
async function loadCsv(connection: DuckDBConnection, given: Load, target: Target): Promise<UploadReport> {
  const csv = await readCsv(connection, given, false)
  const { dateOrder } = given
  if (dateOrder === undefined) await requireOrders(connection, csv)
  const { report } = csv.account
  const sql =
    target.existing === 'append'
      ? await appendStatement(connection, csv, target.name, dateOrder)
      : statement(target, typedSelect(csv, dateOrder))
  await connection.run('BEGIN')
  try {
    const [counted = {}] = await (await connection.run(sql)).getRowObjectsJson()
    const rows = Number(counted['Count'])
    if (rows !== report.rows) throw new Fault('upload-account', { args: [report.rows, rows] })
    await connection.run('COMMIT')
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => {})
    throw error
  }
  await connection.run('CHECKPOINT')
  return report
}

async function tableNamed(connection: DuckDBConnection, table: string) {
  const rows = await (await connection.run(THERE, [table])).getRowObjectsJson()
  return rows[0] as { readonly name: string; readonly kind: string } | undefined
}
