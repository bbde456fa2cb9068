import { type Dirent, opendirSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ApiError } from '#core/rest/api-error.ts'
import { dataPath, type FileAccess } from '../shared/data-file.ts'
import { MAX_DATA_FILES, MAX_DATA_TABLES, MAX_LISTED_DEPTH } from './file-tables.ts'
import { folderFormat, requirePlainTable, type TableFormat } from './table-formats.ts'

/** A folder of tables in lakehouse formats, the folder of one table, or the catalogue file of a DuckLake. */
export interface LakeSource {
  readonly type: 'lake'
  readonly path: string
  readonly access: FileAccess
  /** The folder of the extension files of DuckDB. */
  readonly extensions?: string | undefined
}

export type LakeFormat = TableFormat | 'DuckLake'

/** A file of a table. */
export interface LakeFile {
  readonly path: string
  /** The path below the folder of the table. */
  readonly name: string
  /** Differs after a change of the file. */
  readonly version: string
}

/** A table in a folder of its own, or the catalogue of a DuckLake with its log of changes. */
export interface LakeTable {
  readonly name: string
  readonly format: LakeFormat
  readonly files: readonly LakeFile[]
  /** Why it cannot be read. */
  readonly problem?: unknown
}

/** Maximum number of files and folders of a source that are listed. */
const MAX_ENTRIES = 100_000

/** A file of the log of a Delta table, by its version and type. */
const LOG_FILE = /^_delta_log\/(\d{20})\.(?:(json)|checkpoint\.(?:(\d{10})\.(\d{10})\.)?parquet)$/
/** A checkpoint whose files of actions the log names by path. */
const V2_CHECKPOINT = /^_delta_log\/(\d{20})\.checkpoint\.[0-9a-f-]{36}\.(?:json|parquet)$/
/** A metadata file of Apache Iceberg, by its number. */
const METADATA_FILE = /^metadata\/v?(\d+)(?:-[^/]*)?(?:\.gz)?\.metadata\.json(?:\.gz)?$/

export const isIcebergMetadata = (name: string): boolean => METADATA_FILE.test(name)

/** Returns the error for a table that cannot be read, with the reason. */
export function unreadableTable(name: string, format: LakeFormat, reason: string, cause?: unknown): ApiError {
  return new ApiError('lake-table-unreadable', { args: [name, format, reason], cause })
}

/**
 * Returns the tables of a source, sorted by name. Folders whose names begin with `.` or `_` and linked folders are
 * skipped. Throws the errors of `dataPath`, `lake-tables-missing` and `data-files-many`; errors of one table are its
 * `problem`.
 */
export function listLake({ path, access }: LakeSource): readonly LakeTable[] {
  const root = dataPath(path, access)
  if (statSync(root).isFile()) return [catalogueAt(root)]
  let entries = 0
  const count = (): void => {
    if (++entries > MAX_ENTRIES) throw new ApiError('data-files-many', { args: [path, MAX_ENTRIES, 'entries'] })
  }
  const own = tableAt(root, count)
  const tables = own
    ? [own]
    : readdirSync(root, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !/^[._]/.test(entry.name))
        .flatMap(({ name }) => tableAt(join(root, name), count) ?? [])
        .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  if (tables.length === 0) throw new ApiError('lake-tables-missing', { args: [path] })
  if (tables.length > MAX_DATA_TABLES)
    throw new ApiError('data-files-many', { args: [path, MAX_DATA_TABLES, 'tables'] })
  const files = tables.reduce((sum, table) => sum + table.files.length, 0)
  if (files > MAX_DATA_FILES) throw new ApiError('data-files-many', { args: [path, MAX_DATA_FILES, 'files'] })
  return tables
}

/** Returns a text that identifies tables and the versions of their files. */
export const lakeVersion = (tables: readonly LakeTable[]): string =>
  tables
    .flatMap(({ name, format, files, problem }) => [
      `${name}\0${format}\0${problem instanceof Error ? problem.message : ''}`,
      ...files.map(({ path, version }) => `${path}\0${version}`),
    ])
    .join('\n')

function catalogueAt(path: string): LakeTable {
  const name = basename(path)
  const files = [fileAt(path, 'catalogue'), fileAt(`${path}.wal`, 'catalogue.wal')]
  return { name, format: 'DuckLake', files: files.flatMap((file) => file ?? []) }
}

/** Returns the table in a folder; undefined if the folder is not a table. */
function tableAt(folder: string, count: () => void): LakeTable | undefined {
  const format = folderFormat(folder)
  const name = basename(folder)
  if (format === undefined) return undefined
  const names = namesBelow(folder, name, count)
  try {
    const used = usedFiles(name, format, names)
    return { name, format, files: used.flatMap((each) => fileAt(join(folder, each), each) ?? []) }
  } catch (problem) {
    return { name, format, files: [], problem }
  }
}

function usedFiles(table: string, format: TableFormat, names: readonly string[]): readonly string[] {
  if (format === 'Delta Lake') return deltaFiles(table, names)
  if (format === 'Apache Iceberg') return icebergFiles(table, names)
  requirePlainTable(table, format)
  return []
}

/** Returns the state of a regular file; undefined for a removed file, and for a link that leads nowhere. */
function fileAt(path: string, name: string): LakeFile | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) return undefined
  return { path, name, version: [found.dev, found.ino, found.size, found.mtimeMs].join(' ') }
}

/** Returns the paths of the files below the folder of a table. */
function namesBelow(root: string, table: string, count: () => void): readonly string[] {
  const names: string[] = []
  const visit = (folder: string, depth: number): void => {
    if (depth > MAX_LISTED_DEPTH)
      throw new ApiError('data-files-many', { args: [table, MAX_LISTED_DEPTH, 'levels of folders'] })
    for (const entry of entriesOf(join(root, folder), table, count)) {
      if (entry.name.startsWith('.')) continue
      const below = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) visit(below, depth + 1)
      else if (entry.isFile() || entry.isSymbolicLink()) names.push(below)
    }
  }
  visit('', 1)
  return names.toSorted()
}

function entriesOf(folder: string, table: string, count: () => void): readonly Dirent[] {
  const entries: Dirent[] = []
  try {
    const directory = opendirSync(folder)
    try {
      for (let entry = directory.readSync(); entry; entry = directory.readSync()) {
        count()
        entries.push(entry)
      }
    } finally {
      directory.closeSync()
    }
    return entries
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('data-file-unreadable', { args: [table], cause: error })
  }
}

/**
 * Returns the files of a Delta table: its data, and the log from the last complete checkpoint on. The number of a
 * version has 20 digits, so that numbers are compared as texts.
 */
function deltaFiles(table: string, names: readonly string[]): readonly string[] {
  const log = names.flatMap((name) => {
    const [, version = '', json, part = '1', parts = '1'] = LOG_FILE.exec(name) ?? []
    return version === '' ? [] : [{ name, version, isCommit: json !== undefined, part, parts: Number(parts) }]
  })
  const checkpoint = log.findLast(
    ({ version, isCommit, parts }) =>
      !isCommit &&
      log.filter((each) => each.version === version && !each.isCommit && each.parts === parts).length === parts,
  )
  const commits = log.filter(({ isCommit, version }) => isCommit && (!checkpoint || version > checkpoint.version))
  const first = checkpoint ? BigInt(checkpoint.version) + 1n : 0n
  if (commits.some(({ version }, index) => BigInt(version) !== first + BigInt(index)) || log.length === 0) {
    const hasV2 = names.some((name) => V2_CHECKPOINT.test(name))
    throw unreadableTable(table, 'Delta Lake', hasV2 ? 'it has V2 checkpoints' : 'versions are missing in its log')
  }
  const isUsed = ({ version, isCommit, parts }: (typeof log)[number]): boolean =>
    isCommit ? version >= (checkpoint?.version ?? '') : version === checkpoint?.version && parts === checkpoint.parts
  const used = log.filter(isUsed).map(({ name }) => name)
  return [...used, ...names.filter((name) => !/^(_delta_log|_change_data)\//.test(name))]
}

/** Returns the files of a table of Apache Iceberg: its data, its manifests and the metadata file with the highest number. */
function icebergFiles(table: string, names: readonly string[]): readonly string[] {
  const numbers = names.flatMap((name) => {
    const number = METADATA_FILE.exec(name)?.[1]
    return number === undefined ? [] : [{ name, number: BigInt(number) }]
  })
  const highest = numbers.reduce((last, { number }) => (number > last ? number : last), -1n)
  const [metadata, other] = numbers.filter(({ number }) => number === highest)
  if (!metadata) throw unreadableTable(table, 'Apache Iceberg', 'it has no metadata file')
  if (other) throw unreadableTable(table, 'Apache Iceberg', 'several metadata files have the highest number')
  return names.filter((name) => name === metadata.name || !/\.metadata\.json(?:\.gz)?$/.test(name))
}
