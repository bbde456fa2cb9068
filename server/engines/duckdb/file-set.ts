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
import { dirname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
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
} from './file-tables.ts'
import { interruptible } from './interrupt.ts'
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
 * has no effect. DuckDB reads them through links in a folder of the process, whose names contain no path of the server.
 */
export class FileSet {
  readonly #source: FileSource
  readonly #version: string
  readonly #folder: string
  readonly #files: readonly ListedFile[]
  /** By position of the file; undefined for a file that the server may not open. */
  readonly #descriptors: readonly (number | undefined)[]
  readonly #tables: ReadonlyMap<string, FileTable>
  readonly #created = new Set<string>()
  #creating: Promise<void> = Promise.resolve()
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
    this.paths = opened.flatMap(({ path }) => path ?? [])
    try {
      if (opened.length === 0) throw new ApiError('data-files-missing', { args: [source.path] })
      this.#tables = fileTables(source.path, this.#files)
      for (const [index, { descriptor, path }] of opened.entries()) {
        if (descriptor === undefined || path === undefined) continue
        const link = this.#link(index)
        mkdirSync(dirname(link), { recursive: true })
        symlinkSync(hasDescriptors ? `${DESCRIPTORS}/${descriptor}` : path, link)
      }
    } catch (error) {
      this.close()
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

  /** Creates the view of a table unless it exists: its columns are found in the files only when it is used. */
  async create(table: string, connect: () => Promise<DuckDBConnection>, signal: AbortSignal): Promise<void> {
    const key = table.toLowerCase()
    const work = this.#creating.then(async () => {
      const listed = this.#tables.get(key)
      if (!listed || this.#created.has(key)) return
      signal.throwIfAborted()
      const connection = await connect()
      try {
        await interruptible(connection, signal, () => connection.run(this.#view(listed)))
        this.#created.add(key)
      } finally {
        connection.closeSync()
      }
    })
    this.#creating = work.catch(() => {})
    await work
  }

  /** Returns the definition of a table for users. */
  definition(table: string): string | null {
    const listed = this.#tables.get(table.toLowerCase())
    const names = listed?.files.map((index) => this.#files[index]?.name ?? '') ?? []
    return listed ? `-- ${listed.format}\n${names.map((name) => `-- ${name}`).join('\n')}` : null
  }

  #view({ name, format, files }: FileTable): string {
    const links = files.map((index) => textLiteral(this.#link(index)))
    const options = [
      'union_by_name = true',
      `hive_partitioning = ${files.some((index) => (this.#files[index]?.partitions.length ?? 0) > 0)}`,
    ]
    const source = `${READERS[format]}([${links.join(', ')}], ${options.join(', ')})`
    return `CREATE VIEW ${CATALOG}.main.${ansi.quote(name)} AS SELECT * FROM ${source}`
  }

  /** Returns the path by which the engine reads a file. Partitions are parts of it; their values are escaped. */
  #link(index: number): string {
    const { partitions = [], compression = '' } = this.#files[index] ?? {}
    return join(this.#folder, ...partitions.map(escapedPartition), `${index}${compression}`)
  }

  /** Returns the error for users if an error of the engine names a file: neither its path nor its rows are in it. */
  explain(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof ApiError) return error
    const at = error.message.indexOf(this.#folder)
    if (at < 0) return error
    const [, index = ''] =
      /^(?:\/[^/"'\n=]*=[^/"'\n]*)*\/(\d+)/.exec(error.message.slice(at + this.#folder.length)) ?? []
    const isOpen = this.#descriptors[Number(index)] !== undefined
    if (isOpen && error.message.startsWith('Permission Error')) {
      return new ApiError('data-files-changed', { cause: error })
    }
    const name = this.#files[Number(index)]?.name ?? this.names[0] ?? ''
    // After the first paragraph DuckDB prints the statement.
    const [, line] = /\bline:? (\d+)/i.exec(error.message.split('\n\nLINE ')[0] ?? '') ?? []
    return new ApiError('data-file-unreadable', { args: [line ? `${name}, line ${line}` : name], cause: error })
  }

  close(): void {
    for (const descriptor of this.#descriptors) if (descriptor !== undefined) closeSync(descriptor)
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
  return listed.flatMap((file): readonly OpenFile[] => {
    let descriptor: number
    try {
      descriptor = openSync(file.path, constants.O_RDONLY | constants.O_NONBLOCK)
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : [{ file }]
    }
    const path = hasDescriptors ? readlinkSync(`${DESCRIPTORS}/${descriptor}`) : realpathSync(file.path)
    if (mayRead(path, fstatSync(descriptor))) return [{ file, descriptor, path }]
    closeSync(descriptor)
    return []
  })
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
