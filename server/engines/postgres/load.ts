import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { ApiError } from '#core/rest/api-error.ts'
import type { UploadReport } from '#core/rest/upload.ts'
import type { CsvPreview, CsvReading, Load, EngineStorage, OnRows, StagedColumn, StagedRows } from '../engine.ts'
import { copyIn } from './copy-in.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { appendedColumn, newColumnType } from './load-types.ts'
import type { Connections } from './pool.ts'
import { settingFor } from './session.ts'

/** Timeout in seconds of one statement of a load, and of the wait for a locked table. */
const LOAD_SECONDS = 1800
const LOCK_SECONDS = 60
/** Schema of unqualified table names. */
const SCHEMA = 'public'
/** Maximum length of a server error in a message, in characters. */
const MAX_REASON = 200

/** SQLSTATE codes: a name exists, other objects depend on a table, a lock timed out. */
const DUPLICATES = ['42P07', '42710']
const DEPENDENTS = '2BP01'
const LOCKED = '55P03'

export const SETTING = settingFor({ schema: '', seconds: LOAD_SECONDS, lockSeconds: LOCK_SECONDS })

/** Returns the beginning of a file as it would be loaded. */
export function readCsvPreview(storage: EngineStorage, reading: CsvReading): Promise<CsvPreview> {
  const { fileReader } = storage
  if (!fileReader?.beginning) throw new Error('The place names no engine that reads files')
  return fileReader.beginning({ file: 'scratch/uploads' }, storage, reading)
}

interface Target {
  readonly schema: string
  readonly table: string
  /** The existing table with that name. */
  readonly found: FoundTable | undefined
}

interface FoundTable {
  /** As in `pg_class`: `r` for a plain table. */
  readonly kind: string
  /** True if row security is enabled. */
  readonly isSecured: boolean
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** The end of a load, and its progress callback. */
interface Course {
  readonly signal: AbortSignal
  readonly onRows: OnRows
}

export const quotedTable = (schema: string, table: string): string => `${dialect.quote(schema)}.${dialect.quote(table)}`

/** Runs our own statement and returns its rows. */
export type RunCatalogQuery = (text: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>

/**
 * Loads a file into a table in one transaction: every row, or nothing. The file reader of the place writes its rows to
 * disk, from where they are sent. Returns null if an existing table is kept.
 */
export async function loadTable(
  connections: Connections,
  storage: EngineStorage,
  load: Load,
  course: Course,
): Promise<UploadReport | null> {
  const { signal } = course
  const { table, schema = SCHEMA, existing } = load
  try {
    requireShort(table)
    const found = await findTable((text, values) => connections.look(text, values), schema, table)
    if (found && existing === 'keep') return null
    requireTaking(found, load)
    const target: Target = { schema, table, found }
    const isAppended = found !== undefined && existing === 'append'
    const rows = await createStagingTable(storage, load, isAppended ? heldColumns(found) : undefined, course)
    for (const { name } of rows.columns) requireShort(name)
    await connections.transaction(SETTING, signal, (client) =>
      isAppended ? append(client, target, rows, course) : create(client, target, rows, course),
    )
    return rows.report
  } catch (error) {
    signal.throwIfAborted()
    throw loadError(error, table)
  }
}

/** Throws if the upload must not change an existing table, or if that is not a plain table. */
function requireTaking(found: FoundTable | undefined, { table, existing }: Load): void {
  if (!found) return
  if (existing === 'fail' || found.kind !== 'r') throw new ApiError('upload-table-exists', { args: [table] })
  if (found.isSecured && existing === 'replace')
    throw new ApiError('upload-table-replace', { args: [table, 'it has policies of row security'] })
}

/** Throws `upload-name-long` if the server would truncate a name and refer to another table or column. */
export function requireShort(name: string): void {
  const limit = dialect.identifierLimit
  if (limit !== null && Buffer.byteLength(name) > limit) throw new ApiError('upload-name-long', { args: [name, limit] })
}

/** Returns the table or other relation with this name; the comparison is case-sensitive. */
export async function findTable(
  runQuery: RunCatalogQuery,
  schema: string,
  table: string,
): Promise<FoundTable | undefined> {
  const schemas = await runQuery('SELECT oid::int AS id FROM pg_namespace WHERE nspname = $1', [schema])
  if (schemas.length === 0) throw new ApiError('upload-schema-missing', { args: [schema] })
  const [row] = await runQuery(
    'SELECT oid::int AS id, relkind AS kind, relrowsecurity AS secured FROM pg_class WHERE relnamespace = $1 AND relname = $2',
    [schemas[0]?.['id'], table],
  )
  if (!row) return undefined
  const columns = await runQuery(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [row['id']],
  )
  return {
    kind: String(row['kind']),
    isSecured: row['secured'] === true,
    columns: columns.map(({ name, type }) => ({ name: String(name), type: String(type) })),
  }
}

const heldColumns = ({ columns }: FoundTable): readonly StagedColumn[] =>
  columns.map(({ name, type }) => appendedColumn(name, type))

function createStagingTable(
  storage: EngineStorage,
  load: Load,
  columns: readonly StagedColumn[] | undefined,
  { signal, onRows }: Course,
): Promise<StagedRows> {
  const { fileReader } = storage
  if (!fileReader?.stage) throw new Error('The place names no engine that reads files')
  // The file is read more than once before its rows are sent: none of them is stored yet.
  let read = 0
  return fileReader.stage(storage, load, columns, {
    signal,
    onRows: (rows) => {
      read = Math.max(read, rows)
      onRows(read, null)
    },
  })
}

/** Sends the rows. Throws `upload-account` unless each is stored. */
async function copy(
  client: PoolClient,
  sql: string,
  { file, columns, report }: StagedRows,
  { signal, onRows }: Course,
) {
  const names = columns.map(({ name }) => dialect.quote(name)).join(', ')
  const text = `COPY ${sql} (${names}) FROM STDIN WITH (FORMAT text, ENCODING 'UTF8')`
  const rows = await copyIn(client, text, file, { signal, onRows: (sent) => onRows(sent, report.rows) })
  if (rows !== report.rows) throw new ApiError('upload-account', { args: [report.rows, rows] })
}

async function create(client: PoolClient, { schema, table, found }: Target, staged: StagedRows, course: Course) {
  const name = found ? `facet_upload_${randomUUID()}` : table
  const columns = staged.columns.map((column) => `${dialect.quote(column.name)} ${newColumnType(column.type)}`)
  await client.query(`CREATE TABLE ${quotedTable(schema, name)} (${columns.join(', ')})`)
  await copy(client, quotedTable(schema, name), staged, course)
  if (!found) return
  await client.query(`DROP TABLE ${quotedTable(schema, table)}`)
  await client.query(`ALTER TABLE ${quotedTable(schema, name)} RENAME TO ${dialect.quote(table)}`)
}

/** Appends the rows to the table, which must still have the columns for which the rows were parsed. */
async function append(client: PoolClient, { schema, table, found }: Target, staged: StagedRows, course: Course) {
  await client.query(`LOCK TABLE ${quotedTable(schema, table)} IN ROW EXCLUSIVE MODE`)
  const runQuery: RunCatalogQuery = async (text, values) => (await client.query(text, [...values])).rows
  const now = await findTable(runQuery, schema, table)
  if (JSON.stringify(now) !== JSON.stringify(found)) throw new ApiError('upload-table-changed', { args: [table] })
  await copy(client, quotedTable(schema, table), staged, course)
}

/** Returns the meaning of a server error; an error about a row names the row. */
export function loadError(error: unknown, table: string): unknown {
  if (error instanceof ApiError) return error
  const { code = '', where = '', message } = error as Error & { readonly code?: string; readonly where?: string }
  const reason = message.slice(0, MAX_REASON)
  if (DUPLICATES.includes(code)) return new ApiError('upload-table-exists', { args: [table], cause: error })
  if (code === DEPENDENTS)
    return new ApiError('upload-table-replace', { args: [table, 'other objects depend on it'], cause: error })
  if (code === LOCKED) return new ApiError('upload-table-locked', { args: [table], cause: error })
  const [, line] = /(?:^|\n)COPY [^\n]*?, line (\d+)/.exec(where) ?? []
  if (line !== undefined) return new ApiError('upload-row', { args: [line, reason], cause: error })
  const explained = explain(error)
  return new ApiError(explained.code, { args: explained.args, cause: error })
}
