import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { ansi } from '../ansi.ts'
import {
  type FileSource,
  type FileTable,
  fileTables,
  type ListedFile,
  listFiles,
  requireOneTable,
  tableDefinition,
  versionOf,
} from './file-tables.ts'
import { CATALOG } from './open-database.ts'
import type { ListedTables, ListedView } from './listed-tables.ts'
import { DESCRIPTORS, hasDescriptors, type OpenFile, openFiles } from './open-files.ts'
import { selectFiles, type TextTables } from './select-files.ts'
import type { TextFile } from './text-tables.ts'

/** Number of bytes at the beginning of a CSV file in which its first line ends, or it is not compared with others. */
const MAX_FIRST_LINE = 16_384

let lastSet = 0

/**
 * The open files of a source and their tables. Each file is opened once, and then checked: a link that is changed later
 * has no effect. DuckDB reads them through links in a folder of the process. It names the folder by its descriptor:
 * otherwise, folders above it such as `stage=test` would be partitions, and characters such as `*` patterns.
 */
export class FileSet implements ListedTables {
  readonly #source: FileSource
  readonly #version: string
  readonly #folder: string
  readonly #folderDescriptor: number | undefined
  readonly #files: readonly ListedFile[]
  /** By position of the file; undefined for a file that the server may not open. */
  readonly #descriptors: readonly (number | undefined)[]
  /** By position of the file: whether the engine can read it. */
  readonly #isLinked: readonly boolean[]
  readonly #tables: ReadonlyMap<string, FileTable>
  readonly #textTables: TextTables
  /** The paths that the engine may read. */
  readonly paths: readonly string[]

  /**
   * Opens the files; `scratch` is the folder of the process. `textTables` has the types of unchanged tables of a former
   * set. Throws the errors of `listFiles`.
   */
  constructor(source: FileSource, scratch: string, textTables: TextTables = new Map()) {
    const listed = listFiles(source)
    const opened = openFiles(listed, source.access)
    this.#source = source
    this.#textTables = textTables
    this.#version = versionOf(listed)
    this.#folder = join(realpathSync(scratch), `files-${++lastSet}`)
    this.#files = opened.map(({ file }) => file)
    this.#descriptors = opened.map(({ descriptor }) => descriptor)
    try {
      mkdirSync(this.#folder)
      this.#folderDescriptor = hasDescriptors ? openSync(this.#folder, constants.O_RDONLY) : undefined
      if (opened.length === 0) throw new ApiError('data-files-missing', { args: [source.path] })
      this.#tables = fileTables(source.path, this.#files)
      for (const name of textTables.keys()) if (!this.#tables.has(name)) textTables.delete(name)
      const linked = opened.map((file, index) => this.#makeLink(file, index))
      this.#isLinked = linked
      this.paths = opened.flatMap(({ path }, index) => (linked[index] && path ? path : []))
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Creates the symbolic link to a file. Returns false if the server may not open the file, or if its encoded path is too long. */
  #makeLink({ descriptor, path }: OpenFile<ListedFile>, index: number): boolean {
    if (descriptor === undefined || path === undefined) return false
    const link = join(this.#folder, this.#link(index))
    try {
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(hasDescriptors ? `${DESCRIPTORS}/${descriptor}` : path, link)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') return false
      throw error
    }
  }

  /** The names of the tables, sorted. */
  get names(): readonly string[] {
    return [...this.#tables.values()].map(({ name }) => name).toSorted()
  }

  has(table: string): boolean {
    return this.#tables.has(table.toLowerCase())
  }

  /** Returns whether files have been added, changed or removed since they were opened. */
  isOutdated(): boolean {
    return versionOf(listFiles(this.#source)) !== this.#version
  }

  /**
   * Returns the key of a listed table, and what prints the statement that creates its view. Throws the errors of
   * `requireOneTable`, and `data-file-unreadable`.
   */
  view(table: string): ListedView | undefined {
    const key = table.toLowerCase()
    const listed = this.#tables.get(key)
    if (!listed) return undefined
    this.#requireReadable(listed)
    return { key, statement: (connection) => this.#view(listed, connection) }
  }

  #requireReadable(table: FileTable): void {
    requireOneTable(table)
    const unreadable = table.files.find((index) => this.#isLinked[index] !== true)
    if (unreadable !== undefined) throw new ApiError('data-file-unreadable', { args: [this.#baseName(unreadable)] })
  }

  /** Folders in the name of a file may contain values of rows. */
  #baseName(index: number): string {
    return basename(this.#files[index]?.name ?? '')
  }

  /** Returns the definition of a table for users. */
  definition(table: string): string | null {
    return tableDefinition(this.#tables.get(table.toLowerCase()), this.#files)
  }

  async #view(table: FileTable, connection: DuckDBConnection): Promise<string> {
    const { format, files } = table
    const version = versionOf(files.flatMap((index) => this.#files[index] ?? []))
    const read = files.map((index) =>
      this.#textFile(index, join(this.#readFolder, this.#link(index)), format === 'csv'),
    )
    const hasPartitions = files.some((index) => (this.#files[index]?.partitions.length ?? 0) > 0)
    const select = await selectFiles(connection, { table, version, files: read, hasPartitions }, this.#textTables)
    return `CREATE VIEW ${CATALOG}.main.${ansi.quote(table.name)} AS ${select}`
  }

  #textFile(index: number, link: string, isCsv: boolean): TextFile {
    const descriptor = this.#descriptors[index]
    const isCompressed = (this.#files[index]?.compression ?? '') !== ''
    const size = descriptor === undefined ? 0 : fstatSync(descriptor).size
    const firstLine = descriptor === undefined || !isCsv || isCompressed ? undefined : firstLineOf(descriptor)
    return { link, size, isCompressed, firstLine }
  }

  /** The folder of the links, as the engine reads it. */
  get #readFolder(): string {
    return this.#folderDescriptor === undefined ? this.#folder : `${DESCRIPTORS}/${this.#folderDescriptor}`
  }

  /** Returns the link of a file within the folder. Partitions are parts of it; their values are escaped. */
  #link(index: number): string {
    const { partitions = [], compression = '' } = this.#files[index] ?? {}
    return join(...partitions.map(escapedPartition), `${index}${compression}`)
  }

  /** Returns the error for users if an error of the engine names a file: neither its path nor its rows are in it. */
  explain(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof ApiError) return error
    const folder = [`${this.#readFolder}/`, `${this.#folder}/`].find((each) => error.message.includes(each))
    if (folder === undefined) return error
    const [, index = ''] =
      /^(?:\/[^/"'\n=]*=[^/"'\n]*)*\/(\d+)/.exec(
        error.message.slice(error.message.indexOf(folder) + folder.length - 1),
      ) ?? []
    const isOpen = this.#descriptors[Number(index)] !== undefined
    if (isOpen && error.message.startsWith('Permission Error')) {
      return new ApiError('data-files-changed', { cause: error })
    }
    const name = this.#baseName(Number(index)) || (this.names[0] ?? '')
    // After the first paragraph DuckDB prints the statement.
    const [, line] = /\bline:? (\d+)/i.exec(error.message.split('\n\nLINE ')[0] ?? '') ?? []
    return new ApiError('data-file-unreadable', { args: [line ? `${name}, line ${line}` : name], cause: error })
  }

  close(): void {
    for (const descriptor of [this.#folderDescriptor, ...this.#descriptors])
      if (descriptor !== undefined) closeSync(descriptor)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Returns the bytes of the first line of a file; undefined if it is too long, or if quotes in the beginning may be other ones than in files with equal lines. */
function firstLineOf(descriptor: number): string | undefined {
  const bytes = Buffer.alloc(MAX_FIRST_LINE)
  const text = bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, MAX_FIRST_LINE, 0))
  const end = text.search(/[\r\n]/)
  return end < 0 || /[\r\n,;\t|]'|\\"/.test(text) ? undefined : text.slice(0, end)
}

/** The engine decodes the value, and reads other characters as a pattern. */
function escapedPartition(part: string): string {
  const at = part.indexOf('=') + 1
  const value = decodePath(part.slice(at))
  return part.slice(0, at) + encodeURIComponent(value).replace(/[!'()*~.]/g, escapeCharacter)
}

const escapeCharacter = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

function decodePath(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
