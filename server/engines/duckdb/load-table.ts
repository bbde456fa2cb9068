import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import type { UploadReport } from '#core/rest/upload.ts'
import { textLiteral } from '../ansi.ts'
import type { Load, OnRows } from '../engine.ts'
import { badCellReport, type PlannedRead, renamedColumns, renamedSource } from './column-plan.ts'
import { columnarReport, plannedSelect, readColumnar, withoutPaths } from './read-columnar.ts'
import { columnarAppend } from './columnar-append.ts'
import type { CsvAccount } from './count-records.ts'
import { typedRead } from './csv.ts'
import { appendStatement, type TableReference } from './csv-append.ts'
import { type CsvLayout, findLayout } from './csv-layout.ts'
import { readCsvOrThrowQuestions } from './csv-ambiguities.ts'
import { dialect } from './dialect.ts'
import { withInterrupt } from './with-interrupt.ts'
import { reportingRows } from './load-progress.ts'
import { CATALOG, type OpenedDatabase } from './open-database.ts'
import { loadInSinglePass } from './single-pass.ts'

const SCHEMA = `SELECT schema_name FROM information_schema.schemata WHERE catalog_name = '${CATALOG}' AND lower(schema_name) = lower($1)`
const THERE =
  'SELECT table_name AS name, table_type AS kind FROM information_schema.tables ' +
  `WHERE table_catalog = '${CATALOG}' AND lower(table_schema) = lower($2) AND lower(table_name) = lower($1)`

/**
 * Loads a file into a table and writes it to the database file before it returns; an error or an abort changes nothing.
 * Returns the report of the file.
 */
export async function load(
  opened: OpenedDatabase,
  given: Load,
  signal: AbortSignal,
  onRows?: OnRows,
): Promise<UploadReport | null> {
  const connection = await opened.connect()
  try {
    return (await withInterrupt(connection, signal, () => loadTable(connection, given, { onRows })))?.report ?? null
  } finally {
    connection.closeSync()
  }
}

/** The report of a file, and the filled columns if rows were appended to a table. */
export interface LoadedTable {
  readonly report: UploadReport
  readonly columns?: readonly string[]
}

interface LoadOptions {
  /** Columns of the table that hold numbers, if rows are appended. */
  readonly numberColumns?: ReadonlySet<string>
  readonly onRows?: OnRows | undefined
}

/** Loads a file into a table. Returns null if nothing was loaded or the SELECT was given. */
export async function loadTable(
  connection: DuckDBConnection,
  given: Load,
  { numberColumns, onRows }: LoadOptions = {},
): Promise<LoadedTable | null> {
  const { file, table, schema = 'main', existing, select } = given
  await requireSchema(connection, schema)
  const there = await tableNamed(connection, table, schema)
  if (there && existing === 'keep') return null
  if (there && (existing === 'fail' || there.kind === 'VIEW'))
    throw new ApiError('upload-table-exists', { args: [there.name] })
  const name = there?.name ?? table
  const sql = `${dialect.quote(schema)}.${dialect.quote(name)}`
  const target: Target = {
    name,
    sql,
    existing: there ? existing : 'none',
    onRows,
    ...(numberColumns && { numberColumns }),
  }
  if (select === undefined && (given.format ?? 'csv') !== 'csv') return loadColumnar(connection, given, target)
  if (select === undefined) return loadCsv(connection, given, target)
  await connection.run(statement(target, select.replace('{file}', textLiteral(file))))
  await connection.run('CHECKPOINT')
  return null
}

interface Target extends TableReference {
  /** The handling of an existing table with that name; `none` if there is none. */
  readonly existing: Load['existing'] | 'none'
  readonly onRows: OnRows | undefined
}

function statement({ sql, existing }: Target, source: string): string {
  if (existing === 'none') return `CREATE TABLE ${sql} AS ${source}`
  if (existing === 'replace') return `CREATE OR REPLACE TABLE ${sql} AS ${source}`
  return `INSERT INTO ${sql} BY NAME ${source}`
}

/** Loads all rows of a CSV file in one transaction, which is rolled back unless every record is accounted for. */
async function loadCsv(connection: DuckDBConnection, given: Load, target: Target): Promise<LoadedTable> {
  const layout = await findLayout(given)
  const account = target.existing === 'append' ? undefined : await singlePass(connection, given, layout, target)
  if (account) return { report: account.report }
  const csv = await readCsvOrThrowQuestions(connection, given, layout, target.onRows)
  const { report } = csv.account
  if (target.existing === 'append') {
    const columns = renamedColumns(csv.columns, given.columnPlan, target.name)
    const renamed = { ...csv, columns, source: renamedSource(columns, csv.source) }
    const append = await appendStatement(connection, renamed, target, given)
    await reportingRows(connection, report.rows, target.onRows, () => runCounted(connection, append.sql, report.rows))
    return { report, columns: append.columns }
  }
  const read = await typedRead(connection, csv, given, false)
  const rows = await storeRows(connection, target, read, csv.account)
  return { report: { ...report, rows, ...badCellReport(read) } }
}

function singlePass(connection: DuckDBConnection, given: Load, layout: CsvLayout, target: Target) {
  return loadInSinglePass(connection, given, layout, {
    onRows: target.onRows,
    store: (read, account) => storeRows(connection, target, read, account),
  })
}

/** Stores the rows of a file, unless they are not as many as its records. Returns their number. */
async function storeRows(
  connection: DuckDBConnection,
  target: Target,
  { select, skippedRows }: PlannedRead,
  account: CsvAccount | Promise<CsvAccount>,
): Promise<number> {
  const rowsOf = ({ report }: CsvAccount): number => report.rows - skippedRows
  const rows = account instanceof Promise ? account.then(rowsOf) : rowsOf(account)
  return reportingRows(connection, rows, target.onRows, () => runCounted(connection, statement(target, select), rows))
}

/**
 * Runs a statement in its own transaction, which is rolled back unless it writes the expected number of rows. The number
 * may become known while the statement runs; a rejection interrupts it.
 */
async function runCounted(
  connection: DuckDBConnection,
  sql: string,
  expected?: number | Promise<number>,
): Promise<number> {
  let rows: number
  let isRunning = false
  let isRejected = false
  // An interrupt before or after the statement would end the begin or the rollback of the transaction.
  if (expected instanceof Promise)
    expected.catch(() => {
      isRejected = true
      if (isRunning) connection.interrupt()
    })
  await connection.run('BEGIN')
  try {
    if (isRejected) await expected
    isRunning = true
    const [counted = {}] = await (await connection.run(sql)).getRowObjectsJson()
    isRunning = false
    rows = Number(counted['Count'])
    const wanted = await expected
    if (wanted !== undefined && rows !== wanted) throw new ApiError('upload-account', { args: [wanted, rows] })
    await connection.run('COMMIT')
  } catch (error) {
    isRunning = false
    await rollBack(connection)
    throw error
  }
  await connection.run('CHECKPOINT')
  return rows
}

/** Rolls back a transaction. An interrupt of its statement that comes late ends the first attempt. */
async function rollBack(connection: DuckDBConnection): Promise<void> {
  const attempt = () => connection.run('ROLLBACK')
  await attempt()
    .catch(attempt)
    .catch(() => {})
}

/** Loads all rows of a Parquet or JSON file in one transaction. */
async function loadColumnar(connection: DuckDBConnection, given: Load, target: Target): Promise<LoadedTable> {
  const { onRows } = target
  const columnar = await readColumnar(connection, given, { onRows })
  const append = async () => {
    const columns = renamedColumns(columnar.columns, given.columnPlan, target.name)
    const select = `SELECT * FROM ${renamedSource(columns, `(${columnar.select})`)}`
    const renamed = { ...columnar, columns, select }
    const { sql, columns: filled } = await columnarAppend(connection, renamed, target)
    const rows = await reportingRows(connection, columnar.rows, onRows, () => runCounted(connection, sql))
    return { report: columnarReport(rows), columns: filled }
  }
  const create = async () => {
    const read = await plannedSelect(connection, columnar, given, false)
    const total = columnar.rows - read.skippedRows
    const store = () => runCounted(connection, statement(target, read.select))
    return { report: columnarReport(await reportingRows(connection, total, onRows, store), read) }
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
