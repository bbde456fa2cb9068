import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { textLiteral } from '../ansi.ts'
import type { LakeFolder } from './lake-folder.ts'
import { columnsIn, metadataTexts } from './lake-rows.ts'
import { type LakeFile, unreadableTable } from './lake-tables.ts'
import type { OpenFile } from './open-files.ts'

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
export function checkCommit(text: string, table: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines
    .map((line) => {
      const { action, printed } = parseAction(line, table)
      requireInFolder(action, table)
      return `${printed}\n`
    })
    .join('')
}

/** Returns the action of a line, and its text, which cannot be printed if it is nested too deep. */
function parseAction(line: string, table: string): { readonly action: Action; readonly printed: string } {
  try {
    const action: unknown = JSON.parse(line)
    if (action !== null && typeof action === 'object') return { action, printed: JSON.stringify(action) }
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

/** The files of a log in the folder that the extension reads. */
const commitName = (version: bigint): string => `_delta_log/${String(version).padStart(20, '0')}.json`

/** The folder of the links to checkpoints. No file of a table is in it: those whose names begin with `.` are not listed. */
const CHECKPOINTS = '.checkpoint/'

/** The number of the parts of a checkpoint in the names of these. */
const PARTS = /\.checkpoint\.\d{10}\.(\d{10})\.parquet$/

const FILE_OF_VERSION = /^_delta_log\/(\d{20})\./

/**
 * Adds the files of a Delta table to its folder. Checkpoints are linked outside of the log: the extension must not read
 * them, as it reads Parquet files in another way than the engine that checks them. The commits after a checkpoint are
 * numbered from 1 on, and the checkpoint becomes commit 0.
 */
export function addDeltaFiles(folder: LakeFolder, opened: readonly OpenFile<LakeFile>[]): void {
  const versionOf = (name: string): bigint => BigInt(FILE_OF_VERSION.exec(name)?.[1] ?? 0)
  const isCheckpoint = (name: string): boolean => name.startsWith('_delta_log/') && name.endsWith('.parquet')
  const checkpoints = opened.filter(({ file }) => isCheckpoint(file.name))
  const [checkpoint] = checkpoints
  if (checkpoint && checkpoints.length !== Number(PARTS.exec(checkpoint.file.name)?.[1] ?? 1))
    throw new ApiError('data-file-unreadable', { args: [folder.table] })
  const first = checkpoint ? versionOf(checkpoint.file.name) : 0n
  if (checkpoint) folder.addCopy(commitName(0n))
  for (const each of opened) {
    const { name } = each.file
    if (isCheckpoint(name)) linkCheckpoint(folder, each)
    else if (!name.startsWith('_delta_log/')) folder.link(each)
    else if (!checkpoint || versionOf(name) > first) folder.addMetadata(each, commitName(versionOf(name) - first))
  }
}

/** Links a part of a checkpoint. Without one, rows would be missing. */
function linkCheckpoint(folder: LakeFolder, part: OpenFile<LakeFile>): void {
  if (!folder.link(part, part.file.name.replace('_delta_log/', CHECKPOINTS)))
    throw new ApiError('data-file-unreadable', { args: [folder.table] })
}

/**
 * Returns the SELECT over a Delta table. Its log is checked and copied before. Throws the errors of `checkedCommit` and
 * `data-files-many`.
 */
export async function deltaSelect(connection: DuckDBConnection, folder: LakeFolder): Promise<string> {
  const { table, readFolder, linked } = folder
  const checkpoints = linked.filter((name) => name.startsWith(CHECKPOINTS))
  const lines: string[] = []
  for (const name of checkpoints) lines.push(...(await checkpointActions(connection, `${readFolder}/${name}`, table)))
  if (checkpoints.length > 0) folder.write(commitName(0n), checkCommit(lines.join('\n'), table))
  for (const name of folder.metadata) folder.writeCopy(name, checkCommit(folder.read(name).toString(), table))
  return `SELECT * FROM delta_scan(${textLiteral(readFolder)})`
}

/** The actions of a checkpoint that a reader of the current version needs. */
const READ_ACTIONS = ['protocol', 'metaData', 'add', 'sidecar']

/** The fields of an added file; others are for writers, or statistics in another form. */
const ADD_FIELDS = ['path', 'partitionValues', 'size', 'modificationTime', 'dataChange', 'stats', 'deletionVector']

/** Returns the actions of a checkpoint file as the lines of a commit. */
async function checkpointActions(
  connection: DuckDBConnection,
  file: string,
  table: string,
): Promise<readonly string[]> {
  const source = `read_parquet(${textLiteral(file)}, hive_partitioning = false)`
  const columns = await columnsIn(connection, source)
  const lower = READ_ACTIONS.map((name) => name.toLowerCase())
  if (columns.some((name) => lower.includes(name.toLowerCase()) && !READ_ACTIONS.includes(name)))
    throw unreadableTable(table, 'Delta Lake', 'its checkpoint is damaged')
  const found = READ_ACTIONS.filter((name) => columns.includes(name))
  if (found.length === 0) return []
  const struct = found.map((name) => `'${name}': "${name}"`).join(', ')
  const condition = found.map((name) => `"${name}" IS NOT NULL`).join(' OR ')
  const rows = `SELECT to_json({${struct}})::VARCHAR FROM ${source} WHERE ${condition}`
  return (await metadataTexts(connection, rows, table)).map((row) => {
    const { add, ...others } = JSON.parse(row) as Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
    return JSON.stringify({ ...others, add: add && Object.fromEntries(ADD_FIELDS.map((name) => [name, add[name]])) })
  })
}
