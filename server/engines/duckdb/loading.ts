import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import type { UploadReport } from '#core/rest/upload.ts'
import { textLiteral } from '../ansi.ts'
import type { Load } from '../engine.ts'
import { badCellReport, renamedColumns, renamedSource } from './column-plan.ts'
import { columnarReport, plannedColumnar, readColumnar, withoutPaths } from './columnar.ts'
import { columnarAppend } from './columnar-append.ts'
import { typedRead } from './csv.ts'
import { appendStatement, type TableReference } from './csv-append.ts'
import { readUnambiguousCsv } from './csv-questions.ts'
import { dialect } from './dialect.ts'
import { interruptible } from './interrupt.ts'
import { CATALOG, type Opened } from './open.ts'

const SCHEMA = `SELECT schema_name FROM information_schema.schemata WHERE catalog_name = '${CATALOG}' AND lower(schema_name) = lower($1)`
const THERE =
  'SELECT table_name AS name, table_type AS kind FROM information_schema.tables ' +
  `WHERE table_catalog = '${CATALOG}' AND lower(table_schema) = lower($2) AND lower(table_name) = lower($1)`

/**
 * Loads a file into a table and writes it to the database file before it returns; an error or an abort changes nothing.
 * Returns the report of the file.
 */
export async function load(opened: Opened, given: Load, signal: AbortSignal): Promise<UploadReport | null> {
  const connection = await opened.connect()
  try {
    return (await interruptible(connection, signal, () => loadTable(connection, given)))?.report ?? null
  } finally {
    connection.closeSync()
  }
}

/** The report of a file, and the filled columns if rows were appended to a table. */
export interface LoadedTable {
  readonly report: UploadReport
  readonly columns?: readonly string[]
}

/** Loads a file into a table. Returns null if nothing was loaded or the SELECT was given. */
export async function loadTable(
  connection: DuckDBConnection,
  given: Load,
  numberColumns?: ReadonlySet<string>,
): Promise<LoadedTable | null> {
  const { file, table, schema = 'main', existing, select } = given
  await requireSchema(connection, schema)
  const there = await tableNamed(connection, table, schema)
  if (there && existing === 'keep') return null
  if (there && (existing === 'fail' || there.kind === 'VIEW'))
    throw new ApiError('upload-table-exists', { args: [there.name] })
  const name = there?.name ?? table
  const sql = `${dialect.quote(schema)}.${dialect.quote(name)}`
  const target: Target = { name, sql, existing: there ? existing : 'none', ...(numberColumns && { numberColumns }) }
  if (select === undefined && (given.format ?? 'csv') !== 'csv') return loadColumnar(connection, given, target)
  if (select === undefined) return loadCsv(connection, given, target)
  await connection.run(statement(target, select.replace('{file}', textLiteral(file))))
  await connection.run('CHECKPOINT')
  return null
}

interface Target extends TableReference {
  /** The handling of an existing table with that name; `none` if there is none. */
  readonly existing: Load['existing'] | 'none'
}

function statement({ sql, existing }: Target, source: string): string {
  if (existing === 'none') return `CREATE TABLE ${sql} AS ${source}`
  if (existing === 'replace') return `CREATE OR REPLACE TABLE ${sql} AS ${source}`
  return `INSERT INTO ${sql} BY NAME ${source}`
}

/** Loads all rows of a CSV file in one transaction, which is rolled back unless every record is accounted for. */
async function loadCsv(connection: DuckDBConnection, given: Load, target: Target): Promise<LoadedTable> {
  const csv = await readUnambiguousCsv(connection, given)
  const { dateOrder } = given
  const { report } = csv.account
  if (target.existing === 'append') {
    const columns = renamedColumns(csv.columns, given.columnPlan, target.name)
    const renamed = { ...csv, columns, source: renamedSource(columns, csv.source) }
    const append = await appendStatement(connection, renamed, target, dateOrder)
    await runCounted(connection, append.sql, report.rows)
    return { report, columns: append.columns }
  }
  const read = await typedRead(connection, csv, given, false)
  const rows = report.rows - read.skippedRows
  await runCounted(connection, statement(target, read.select), rows)
  return { report: { ...report, rows, ...badCellReport(read) } }
}

/** Runs a statement in its own transaction, which is rolled back unless it writes the expected number of rows. */
async function runCounted(connection: DuckDBConnection, sql: string, expected?: number): Promise<number> {
  let rows: number
  await connection.run('BEGIN')
  try {
    const [counted = {}] = await (await connection.run(sql)).getRowObjectsJson()
    rows = Number(counted['Count'])
    if (expected !== undefined && rows !== expected) throw new ApiError('upload-account', { args: [expected, rows] })
    await connection.run('COMMIT')
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => {})
    throw error
  }
  await connection.run('CHECKPOINT')
  return rows
}

/** Loads all rows of a Parquet or JSON file in one transaction. */
async function loadColumnar(connection: DuckDBConnection, given: Load, target: Target): Promise<LoadedTable> {
  const columnar = await readColumnar(connection, given)
  const append = async () => {
    const columns = renamedColumns(columnar.columns, given.columnPlan, target.name)
    const renamed = { columns, select: `SELECT * FROM ${renamedSource(columns, `(${columnar.select})`)}` }
    const { sql, columns: filled } = await columnarAppend(connection, renamed, target)
    return { report: columnarReport(await runCounted(connection, sql)), columns: filled }
  }
  const create = async () => {
    const read = await plannedColumnar(connection, columnar, given, false)
    return { report: columnarReport(await runCounted(connection, statement(target, read.select)), read) }
  }
  return withoutPaths(target.existing === 'append' ? append() : create(), given)
}

async function requireSchema(connection: DuckDBConnection, schema: string): Promise<void> {
  const rows = await (await connection.run(SCHEMA, [schema])).getRowObjectsJson()
  if (rows.length === 0) throw new ApiError('upload-schema-missing', { args: [schema] })
}

async function tableNamed(connection: DuckDBConnection, table: string, schema: string) {
  const rows = await (await connection.run(THERE, [table, schema])).getRowObjectsJson()
  return rows[0] as { readonly name: string; readonly kind: string } | undefined
}
