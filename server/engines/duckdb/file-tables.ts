import { type Dirent, opendirSync, type Stats, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ApiError } from '#core/rest/api-error.ts'
import { dataPath, type FileAccess } from '../shared/data-file.ts'
import { formatAbove, requirePlainTable, type TableFormat, TableFormats } from './table-formats.ts'

/** Files of users as a database: a folder, a file or a pattern with `*`, `?` and `**`, and who may read what. */
export interface FileSource {
  readonly path: string
  readonly access: FileAccess
}

export type DataFileFormat = 'parquet' | 'csv' | 'json'

/** A file below the path of a source. */
export interface ListedFile {
  readonly path: string
  /** The path below the folder of the source, for users. */
  readonly name: string
  readonly format: DataFileFormat
  /** The ending of a compressed file, or ''. */
  readonly compression: string
  /** The table that the file is a part of, and what distinguishes it from others with its name. */
  readonly table: string
  readonly group: string
  /** The folders `key=value` above the file, within its table. */
  readonly partitions: readonly string[]
  /** Differs after a change of the file. */
  readonly version: string
  /** The format of the table that the file is in, if it has one. */
  readonly tableFormat: TableFormat | undefined
}

/** A table and the positions of its files. */
export interface FileTable {
  readonly name: string
  readonly format: DataFileFormat
  readonly files: readonly number[]
  /** True if files or folders of different tables have its name: it cannot be read. */
  readonly isAmbiguous: boolean
  /** The format of one of its files: it cannot be read. */
  readonly tableFormat: TableFormat | undefined
}

/** Maximum number of files and tables of a source. */
export const MAX_DATA_FILES = 5000
export const MAX_DATA_TABLES = 500
/** Maximum number of CSV files of a table: the layout of each is found when it is first used, in 3 ms to 100 ms. */
export const MAX_CSV_FILES = 1000
/** Maximum number of files and folders that are listed in search of them, and maximum depth. */
const MAX_ENTRIES = 100_000
export const MAX_LISTED_DEPTH = 16

const FORMATS: Readonly<Record<string, DataFileFormat>> = {
  parquet: 'parquet',
  parq: 'parquet',
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
}
const ENDING = /\.(?:(parquet|parq)|(csv|tsv|json|jsonl|ndjson)(\.gz|\.zst)?)$/i
/** Returns whether a name is that of a file with rows. */
export const isDataFile = (name: string): boolean => ENDING.test(name)

const PARTITION = /^[\p{L}\p{N}_ -]+=/u

/**
 * Returns the files of a source in order. Throws the errors of `dataPath`, `data-files-missing` if there is none,
 * `data-files-many` if there are too many, and `data-files-format` if the source is in a table with a format. Hidden files, names that begin with `_` and linked folders are skipped.
 */
export function listFiles({ path, access }: FileSource): readonly ListedFile[] {
  const { fixed, pattern } = splitPattern(path)
  const root = dataPath(fixed, access)
  const found = statSync(root, { throwIfNoEntry: false })
  if (!found) throw new ApiError('data-file-missing', { args: [path] })
  const formats = new TableFormats()
  const listed: readonly (readonly [string, Stats])[] = found.isDirectory()
    ? entriesBelow(root, path, formats)
    : [['', found]]
  requirePlainTable(path, formats.own ?? formatAbove(root))
  const files: ListedFile[] = []
  for (const [below, stats] of listed) {
    const parts = below === '' ? [basename(root)] : below.split('/')
    const file = listedFile(basename(root), parts, pattern, {
      path: below === '' ? root : join(root, below),
      version: [stats.dev, stats.ino, stats.size, stats.mtimeMs, formats.of(below) ?? ''].join(' '),
      tableFormat: formats.of(below),
    })
    if (file) files.push(file)
    if (files.length > MAX_DATA_FILES) throw new ApiError('data-files-many', { args: [path, MAX_DATA_FILES, 'files'] })
  }
  if (files.length === 0) throw new ApiError('data-files-missing', { args: [path] })
  return files
}

/** Splits a path into the folder or file before its first wildcard, and the parts of the pattern, if any. */
export function splitPattern(path: string): { readonly fixed: string; readonly pattern?: readonly string[] } {
  const segments = path.split('/')
  const firstWild = segments.findIndex((segment) => /[*?]/.test(segment))
  if (firstWild < 0) return { fixed: path }
  return { fixed: segments.slice(0, firstWild).join('/') || '/', pattern: segments.slice(firstWild) }
}

/** Returns a file by the parts of its path below a folder; undefined unless its type and name are those of a source. */
export function listedFile(
  folder: string,
  parts: readonly string[],
  pattern: readonly string[] | undefined,
  given: Pick<ListedFile, 'path' | 'version' | 'tableFormat'>,
): ListedFile | undefined {
  const name = parts.at(-1) ?? ''
  const ending = ENDING.exec(name)
  if (!ending || (pattern && !matchesPath(pattern, parts))) return undefined
  return {
    ...given,
    name: parts.join('/'),
    format: FORMATS[(ending[1] ?? ending[2] ?? '').toLowerCase()] ?? 'csv',
    compression: (ending[3] ?? '').toLowerCase(),
    ...tableOf(parts, name.slice(0, ending.index), pattern !== undefined, folder),
    partitions: parts.slice(0, -1).filter((part) => PARTITION.test(part)),
  }
}

/** A file directly in the folder is a table, and so is each folder in it; a pattern or a partitioned folder is one. */
function tableOf(
  parts: readonly string[],
  stem: string,
  isPattern: boolean,
  folder: string,
): Pick<ListedFile, 'table' | 'group'> {
  const [first = ''] = parts
  if (isPattern) return { table: folder, group: '' }
  if (parts.length === 1) return { table: stem, group: `${first}:` }
  return PARTITION.test(first) ? { table: folder, group: '' } : { table: first, group: first }
}

/** Returns the files below a folder with their paths from it, sorted; links are followed to files only. Adds formats. */
function entriesBelow(root: string, path: string, formats: TableFormats): readonly (readonly [string, Stats])[] {
  const found: (readonly [string, Stats])[] = []
  let entries = 0
  const count = (): void => {
    if (++entries > MAX_ENTRIES) throw new ApiError('data-files-many', { args: [path, MAX_ENTRIES, 'entries'] })
  }
  const visit = (folder: string, depth: number): void => {
    const listed = entriesOf(root, folder, count).toSorted((one, other) => (one.name < other.name ? -1 : 1))
    for (const entry of listed) {
      const below = folder === '' ? entry.name : `${folder}/${entry.name}`
      formats.add(below)
      if (/^[._]/.test(entry.name)) continue
      if (entry.isDirectory()) {
        if (depth >= MAX_LISTED_DEPTH)
          throw new ApiError('data-files-many', { args: [path, MAX_LISTED_DEPTH, 'levels of folders'] })
        visit(below, depth + 1)
        continue
      }
      const stats = ENDING.test(entry.name) ? statsOf(join(root, below), entry) : undefined
      if (!stats?.isFile()) continue
      if (entry.isSymbolicLink()) formats.addLink(below, join(root, below))
      found.push([below, stats])
    }
  }
  visit('', 1)
  return found
}

/**
 * Returns the state of a file; undefined for a removed file and for a link that leads nowhere. Throws
 * `data-file-unreadable` otherwise: without the file, numbers would be wrong.
 */
function statsOf(path: string, entry: Dirent): Stats | undefined {
  try {
    return statSync(path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Node replaces the bytes of a name that is not UTF-8: such a file exists, but cannot be opened.
    const isRemoved = code === 'ENOENT' && !entry.name.includes('\uFFFD')
    if (isRemoved || (entry.isSymbolicLink() && ['ELOOP', 'ENOTDIR'].includes(code))) return undefined
    throw new ApiError('data-file-unreadable', { args: [entry.name], cause: error })
  }
}

/**
 * Returns the entries of a folder; `count` is called for each before the next is read. Without some of the files,
 * numbers would be wrong: throws `data-file-unreadable`.
 */
function entriesOf(root: string, folder: string, count: () => void): readonly Dirent[] {
  const entries: Dirent[] = []
  try {
    const directory = opendirSync(join(root, folder))
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
    throw new ApiError('data-file-unreadable', { args: [basename(folder) || basename(root)], cause: error })
  }
}

/** Returns whether the parts of a path match the parts of a pattern. `**` matches any number of folders. */
function matchesPath(pattern: readonly string[], parts: readonly string[]): boolean {
  // Reachable positions in the pattern after each part: linear for any number of `**`.
  const skip = (at: number, into: Set<number>): void => {
    into.add(at)
    if (pattern[at] === '**') skip(at + 1, into)
  }
  let reached = new Set<number>()
  skip(0, reached)
  for (const part of parts) {
    const next = new Set<number>()
    for (const at of reached) {
      const segment = pattern[at]
      if (segment === '**') skip(at, next)
      else if (segment !== undefined && matchesName(segment, part)) skip(at + 1, next)
    }
    reached = next
  }
  return reached.has(pattern.length)
}

/** Returns whether a name matches a pattern with `*` and `?`, in time proportional to both lengths. */
function matchesName(pattern: string, name: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0]
  while (from < name.length) {
    if (pattern[at] === '*') {
      star = at++
      mark = from
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[from])) {
      at++
      from++
    } else if (star >= 0) {
      at = star + 1
      from = ++mark
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}

/**
 * Returns the tables of files in order, by name in lower case. Names do not depend on other files, as row rules and
 * masks follow them: if one name has several files, folders or formats, it is one ambiguous table. Throws
 * `data-files-many`.
 */
export function fileTables(path: string, files: readonly ListedFile[]): ReadonlyMap<string, FileTable> {
  const tables = new Map<string, { readonly first: ListedFile; readonly files: number[]; isAmbiguous: boolean }>()
  for (const [index, file] of files.entries()) {
    const key = file.table.toLowerCase()
    const table = tables.get(key) ?? { first: file, files: [], isAmbiguous: false }
    tables.set(key, table)
    table.files.push(index)
    const { first } = table
    table.isAmbiguous ||= file.group !== first.group || file.format !== first.format || file.table !== first.table
  }
  if (tables.size > MAX_DATA_TABLES) throw new ApiError('data-files-many', { args: [path, MAX_DATA_TABLES, 'tables'] })
  return new Map(
    [...tables].map(([key, { first, files: own, isAmbiguous }]) => {
      const tableFormat = own.map((index) => files[index]?.tableFormat).find((format) => format !== undefined)
      return [key, { name: first.table, format: first.format, files: own, isAmbiguous, tableFormat }]
    }),
  )
}

/** Throws `data-files-format`, `data-files-ambiguous` and `data-files-many` for a table that cannot be read. */
export function requireOneTable({ name, format, files, isAmbiguous, tableFormat }: FileTable): void {
  requirePlainTable(name, tableFormat)
  if (isAmbiguous) throw new ApiError('data-files-ambiguous', { args: [name] })
  if (format === 'csv' && files.length > MAX_CSV_FILES)
    throw new ApiError('data-files-many', { args: [name, MAX_CSV_FILES, 'CSV files'] })
}

/** Returns a text that identifies files and their versions. */
export const versionOf = (files: readonly ListedFile[]): string =>
  files.map(({ path, version }) => `${path}\0${version}`).join('\n')

/** Returns the definition of a table for users: the format and the names of its files. */
export function tableDefinition(table: FileTable | undefined, files: readonly ListedFile[]): string | null {
  if (!table || table.isAmbiguous) return null
  return [table.format, ...table.files.map((index) => files[index]?.name ?? '')].map((line) => `-- ${line}`).join('\n')
}
