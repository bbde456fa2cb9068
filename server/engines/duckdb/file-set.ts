import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ApiError } from '#core/rest/api-error.ts'
import { ansi, textLiteral } from '../ansi.ts'
import { fileCheck } from '../shared/data-file.ts'
import {
  type DataFileFormat,
  type FileSource,
  type FileTable,
  fileTables,
  type ListedFile,
  listFiles,
  MAX_CSV_FILES,
} from './file-tables.ts'
import { CATALOG } from './open.ts'

/** Linux names an open file by its descriptor, whatever its path leads to later. */
const DESCRIPTORS = '/proc/self/fd'

const READERS: Readonly<Record<DataFileFormat, string>> = {
  parquet: 'read_parquet',
  csv: 'read_csv',
  json: 'read_json',
}

let lastSet = 0

/** Returns a text that identifies the files and their versions. */
const versionOf = (files: readonly ListedFile[]): string =>
  files.map(({ path, version }) => `${path}\0${version}`).join('\n')

/**
 * The open files of a source and their tables. Each file is opened once, and then checked: a link that is changed later
 * has no effect. DuckDB reads them through links in a folder of the process. It names the folder by its descriptor:
 * otherwise, folders above it such as `stage=test` would be partitions, and characters such as `*` patterns.
 */
export class FileSet {
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
  /** The paths that the engine may read. */
  readonly paths: readonly string[]

  /** Opens the files; `scratch` is the folder of the process. Throws the errors of `listFiles`. */
  constructor(source: FileSource, scratch: string) {
    const listed = listFiles(source)
    const opened = openFiles(listed, source)
    this.#source = source
    this.#version = versionOf(listed)
    this.#folder = join(realpathSync(scratch), `files-${++lastSet}`)
    this.#files = opened.map(({ file }) => file)
    this.#descriptors = opened.map(({ descriptor }) => descriptor)
    try {
      mkdirSync(this.#folder)
      this.#folderDescriptor = hasDescriptors ? openSync(this.#folder, constants.O_RDONLY) : undefined
      if (opened.length === 0) throw new ApiError('data-files-missing', { args: [source.path] })
      this.#tables = fileTables(source.path, this.#files)
      const linked = opened.map((file, index) => this.#makeLink(file, index))
      this.#isLinked = linked
      this.paths = opened.flatMap(({ path }, index) => (linked[index] && path ? path : []))
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Makes the link of a file. Returns false if the server may not open the file, or if its encoded path is too long. */
  #makeLink({ descriptor, path }: OpenFile, index: number): boolean {
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
   * Returns the key of a listed table, and what prints the statement that creates its view. Throws `data-files-ambiguous`,
   * `data-files-many` and `data-file-unreadable`.
   */
  view(table: string): { readonly key: string; readonly statement: () => string } | undefined {
    const key = table.toLowerCase()
    const listed = this.#tables.get(key)
    if (!listed) return undefined
    this.#requireReadable(listed)
    return { key, statement: () => this.#view(listed) }
  }

  #requireReadable({ name, format, files, isAmbiguous }: FileTable): void {
    if (isAmbiguous) throw new ApiError('data-files-ambiguous', { args: [name] })
    if (format === 'csv' && files.length > MAX_CSV_FILES) {
      throw new ApiError('data-files-many', { args: [name, MAX_CSV_FILES, 'CSV files'] })
    }
    const unreadable = files.find((index) => this.#isLinked[index] !== true)
    if (unreadable !== undefined) throw new ApiError('data-file-unreadable', { args: [this.#baseName(unreadable)] })
  }

  /** Folders in the name of a file may contain values of rows. */
  #baseName(index: number): string {
    return basename(this.#files[index]?.name ?? '')
  }

  /** Returns the definition of a table for users. */
  definition(table: string): string | null {
    const listed = this.#tables.get(table.toLowerCase())
    const names = listed?.files.map((index) => this.#files[index]?.name ?? '') ?? []
    return listed && !listed.isAmbiguous ? `-- ${listed.format}\n${names.map((name) => `-- ${name}`).join('\n')}` : null
  }

  #view({ name, format, files }: FileTable): string {
    const links = files.map((index) => textLiteral(join(this.#readFolder, this.#link(index))))
    const options = [
      'union_by_name = true',
      `hive_partitioning = ${files.some((index) => (this.#files[index]?.partitions.length ?? 0) > 0)}`,
    ]
    const source = `${READERS[format]}([${links.join(', ')}], ${options.join(', ')})`
    return `CREATE VIEW ${CATALOG}.main.${ansi.quote(name)} AS SELECT * FROM ${source}`
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

const hasDescriptors = existsSync(DESCRIPTORS)

interface OpenFile {
  readonly file: ListedFile
  readonly descriptor?: number
  /** The path of the open file without links. */
  readonly path?: string
}

/**
 * Opens files. Links that lead outside are left out. A file that the server may not open stays in its table, which then
 * cannot be read: numbers without it would be wrong.
 */
function openFiles(listed: readonly ListedFile[], { access }: FileSource): readonly OpenFile[] {
  const mayRead = fileCheck(access)
  const opened: OpenFile[] = []
  let unchecked: number | undefined
  try {
    for (const file of listed) {
      const descriptor = openedFile(file.path)
      if (descriptor === undefined) opened.push({ file })
      if (typeof descriptor !== 'number') continue
      unchecked = descriptor
      const path = hasDescriptors ? readlinkSync(`${DESCRIPTORS}/${descriptor}`) : realpathSync(file.path)
      if (mayRead(path, fstatSync(descriptor))) opened.push({ file, descriptor, path })
      else closeSync(descriptor)
      unchecked = undefined
    }
    return opened
  } catch (error) {
    for (const descriptor of [unchecked, ...opened.map((each) => each.descriptor)]) {
      if (descriptor !== undefined) closeSync(descriptor)
    }
    throw error
  }
}

/** Returns the descriptor of a file; null for a removed file, undefined for one that the server may not open. */
function openedFile(path: string): number | null | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : undefined
  }
}

/** The engine decodes the value, and reads other characters as a pattern. */
function escapedPartition(part: string): string {
  const at = part.indexOf('=') + 1
  const value = decoded(part.slice(at))
  return part.slice(0, at) + encodeURIComponent(value).replace(/[!'()*~.]/g, escaped)
}

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
