import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { textLiteral } from '../ansi.ts'
import { MAX_DATA_FILES } from './file-tables.ts'
import { unreadableTable } from './lake-tables.ts'

/** Where the rows of a file that a table has removed are listed. */
interface DeletionVector {
  readonly storageType?: unknown
  readonly pathOrInlineDv?: unknown
}

/** The actions of a log that name files. */
interface Action {
  readonly add?: { readonly path?: unknown; readonly deletionVector?: DeletionVector | null } | null
  readonly sidecar?: unknown
}

/** The last characters of the name of a file of removed rows; those before are a folder. */
const NAME_LENGTH = 20

/**
 * Returns a commit of the log of a table as the engine reads it. The extension reads logs and lists of removed rows past
 * the allowed paths of DuckDB; therefore all paths must be below the folder. The text is printed again, so that the
 * extension reads what was checked. Throws `lake-file-outside` and `lake-table-unreadable`.
 */
export function checkedCommit(text: string, table: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines
    .map((line) => {
      const action = parsedAction(line, table)
      requireInFolder(action, table)
      return `${JSON.stringify(action)}\n`
    })
    .join('')
}

function parsedAction(line: string, table: string): Action {
  try {
    const action: unknown = JSON.parse(line)
    if (action !== null && typeof action === 'object') return action
  } catch (cause) {
    throw unreadableTable(table, 'Delta Lake', 'its log is damaged', cause)
  }
  throw unreadableTable(table, 'Delta Lake', 'its log is damaged')
}

function requireInFolder({ add, sidecar }: Action, table: string): void {
  if (sidecar) throw unreadableTable(table, 'Delta Lake', 'it has V2 checkpoints')
  if (!add) return
  const { path, deletionVector } = add
  if (typeof path !== 'string' || !isBelowFolder(path)) throw new ApiError('lake-file-outside', { args: [table] })
  if (!deletionVector) return
  const { storageType, pathOrInlineDv } = deletionVector
  const isInline = storageType === 'i'
  const isRelative =
    storageType === 'u' &&
    typeof pathOrInlineDv === 'string' &&
    /^[\w-]*$/.test(pathOrInlineDv.slice(0, -NAME_LENGTH)) &&
    pathOrInlineDv.length >= NAME_LENGTH
  if (!isInline && !isRelative) throw new ApiError('lake-file-outside', { args: [table] })
}

/** Returns whether a path of a log, which is URL encoded, is relative and stays below its folder. */
function isBelowFolder(path: string): boolean {
  let decoded = path
  try {
    decoded = decodeURIComponent(path)
  } catch {
    // A bare `%` is a character of a name.
  }
  return [path, decoded].every(
    (text) => !/^(?:[/\\]|[a-z][a-z0-9+.-]*:)/i.test(text) && !text.split(/[/\\]/).includes('..'),
  )
}

/**
 * Requires that the checkpoints of a log name files below the folder of the table only, as `checkedCommit` does. Throws
 * `data-files-many` too.
 */
export async function requireCheckedCheckpoints(
  connection: Pick<DuckDBConnection, 'run'>,
  files: readonly string[],
  table: string,
): Promise<void> {
  if (files.length === 0) return
  const source = `read_parquet([${files.map(textLiteral).join(', ')}], union_by_name = true, hive_partitioning = false)`
  const described = await (await connection.run(`DESCRIBE SELECT * FROM ${source}`)).getRowObjectsJson()
  const columns = new Set(described.map(({ column_name: name }) => name))
  if (columns.has('sidecar')) await requireNoSidecars(connection, source, table)
  if (!columns.has('add')) return
  const part = (name: string): string => `to_json("add") -> 'deletionVector' ->> '${name}'`
  const found = await connection.run(
    `SELECT to_json("add") ->> 'path' AS path, ${part('storageType')} AS type, ${part('pathOrInlineDv')} AS vector
     FROM ${source} WHERE "add" IS NOT NULL LIMIT ${MAX_DATA_FILES + 1}`,
  )
  const actions = await found.getRowObjectsJson()
  if (actions.length > MAX_DATA_FILES) throw new ApiError('data-files-many', { args: [table, MAX_DATA_FILES, 'files'] })
  for (const { path, type, vector } of actions) {
    const deletionVector = type === null ? null : { storageType: type, pathOrInlineDv: vector }
    requireInFolder({ add: { path, deletionVector } }, table)
  }
}

async function requireNoSidecars(
  connection: Pick<DuckDBConnection, 'run'>,
  source: string,
  table: string,
): Promise<void> {
  const found = await connection.run(`SELECT 1 FROM ${source} WHERE sidecar IS NOT NULL LIMIT 1`)
  if ((await found.getRowObjectsJson()).length > 0) throw unreadableTable(table, 'Delta Lake', 'it has V2 checkpoints')
}
