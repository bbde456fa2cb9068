import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { ansi } from '../ansi.ts'
import { addDeltaFiles, deltaSelect } from './delta-log.ts'
import { attachCatalogue, type CopiedCatalogue, LAKE, openCatalogue } from './ducklake-catalogue.ts'
import { filesOf, type CatalogueLocation } from './ducklake-copy.ts'
import { type Extension, loadExtensions } from './extensions.ts'
import { addIcebergFiles, icebergSelect } from './iceberg-metadata.ts'
import { CopiedBytes, LakeFolder, linkFile, openFolder, requireMetadataSize } from './lake-folder.ts'
import {
  isIcebergMetadata,
  type LakeFormat,
  type LakeSource,
  type LakeTable,
  lakeVersion,
  listLake,
} from './lake-tables.ts'
import type { ListedSchema, ListedTables, ListedView } from './listed-tables.ts'
import { closeAll, DESCRIPTORS, type OpenFile, openFiles } from './open-files.ts'
import { CATALOG } from './open-database.ts'

const EXTENSION_OF: Readonly<Partial<Record<LakeFormat, Extension>>> = {
  'Delta Lake': 'delta',
  'Apache Iceberg': 'iceberg',
  DuckLake: 'ducklake',
}

/** Timeout in milliseconds for copying and attaching the catalogue of a DuckLake. */
const CATALOGUE_MS = 20_000

/** The message of DuckDB about a file that it may not open. */
const OUTSIDE = /^(Permission Error: Cannot access|Missing Extension Error)/
/** Messages of DuckDB and its extensions about metadata and files of tables. */
const UNREADABLE = /DeltaKernel|^(IO|HTTP|Invalid Configuration|Invalid Input) Error/

let lastSet = 0

/** A table that statements of users may name. */
interface ReadTable {
  readonly schema: string
  readonly name: string
  readonly format: LakeFormat
  /** Returns the SELECT over the table. */
  readonly select: (connection: DuckDBConnection) => Promise<string>
  /** Why it cannot be read. */
  problem?: unknown
}

/** The tables of one schema. */
class LakeSchema implements ListedSchema {
  readonly #schema: string
  readonly #tables: ReadonlyMap<string, ReadTable>

  constructor(schema: string, tables: readonly ReadTable[]) {
    this.#schema = schema
    const named = new Map<string, ReadTable>()
    for (const table of tables) {
      const key = table.name.toLowerCase()
      const problem = new ApiError('data-files-ambiguous', { args: [table.name] })
      named.set(key, named.has(key) ? { ...table, problem } : table)
    }
    this.#tables = named
  }

  /** The names of the tables, sorted. */
  get names(): readonly string[] {
    return [...this.#tables.values()].map(({ name }) => name).toSorted()
  }

  has(table: string): boolean {
    return this.#tables.has(table.toLowerCase())
  }

  view(table: string): ListedView | undefined {
    const listed = this.#tables.get(table.toLowerCase())
    if (!listed) return undefined
    if (listed.problem !== undefined) throw listed.problem
    const { name, select } = listed
    const view = [CATALOG, this.#schema, name].map((part) => ansi.quote(part)).join('.')
    return {
      key: JSON.stringify([this.#schema, name.toLowerCase()]),
      statement: async (connection) => `CREATE VIEW ${view} AS ${await select(connection)}`,
    }
  }

  definition(table: string): string | null {
    const listed = this.#tables.get(table.toLowerCase())
    return listed ? `-- ${listed.format}` : null
  }
}

/**
 * The open files of tables in lakehouse formats. As in a `FileSet`, each file is opened once and then checked, and the
 * extensions read links in a folder of the process. Metadata are copied and checked when a table is first used, because
 * extensions read them past the allowed paths of DuckDB, and they name files.
 */
export class LakeSet implements ListedTables {
  readonly #source: LakeSource
  readonly #listed: readonly LakeTable[]
  readonly #version: string
  readonly #folder: string
  readonly #folderDescriptor: number | undefined
  readonly #copied: CopiedBytes
  #opened: readonly OpenFile<unknown>[] = []
  #tables: readonly ReadTable[] = []
  #main = new LakeSchema('main', [])
  /** The catalogue of a DuckLake. */
  #catalogue: (CatalogueLocation & { readonly copied: CopiedCatalogue; readonly signal: AbortSignal }) | undefined
  otherSchemas: ReadonlyMap<string, ListedSchema> = new Map()
  /** The paths that the engine may read; those of a DuckLake are known when its catalogue is copied. */
  readonly paths: string[] = []

  /** Opens the files; `scratch` is the folder of the process. Throws the errors of `listLake`. */
  constructor(source: LakeSource, scratch: string) {
    this.#source = source
    this.#listed = listLake(source)
    this.#version = lakeVersion(this.#listed)
    this.#copied = new CopiedBytes(basename(source.path))
    this.#folder = join(realpathSync(scratch), `lake-${++lastSet}`)
    mkdirSync(this.#folder)
    try {
      this.#folderDescriptor = openFolder(this.#folder)
      for (const [index, table] of this.#listed.entries()) this.#openTable(table, index)
      this.#list()
    } catch (error) {
      this.close()
      throw error
    }
  }

  /**
   * Loads the extensions before the lock, and copies the catalogue of a DuckLake. Throws the error of the first table if
   * none can be read.
   */
  async attach(connection: DuckDBConnection): Promise<void> {
    const problems = new Map<LakeFormat, unknown>()
    for (const format of new Set(this.#listed.map((table) => table.format))) {
      const extension = EXTENSION_OF[format]
      if (extension)
        await loadExtensions(connection, this.#source.extensions, new Set([extension])).catch((error: unknown) =>
          problems.set(format, error),
        )
    }
    // Persistent secrets of the server's own user are not read.
    await connection.run('SET allow_persistent_secrets=false')
    const [first] = this.#listed
    if (first?.format === 'DuckLake') {
      const problem = problems.get('DuckLake')
      if (problem !== undefined) throw problem
      await this.#openCatalogue(first)
    }
    for (const table of this.#tables) table.problem ??= problems.get(table.format)
    if (this.#tables.length > 0 && this.#tables.every(({ problem }) => problem !== undefined))
      throw this.#tables[0]?.problem
  }

  /** Copies a catalogue. The engine of the tables may read the copy and the files, but not the catalogue. */
  async #openCatalogue({ name, files }: LakeTable): Promise<void> {
    const signal = AbortSignal.timeout(CATALOGUE_MS)
    const [file] = files
    const descriptor = this.#opened[0]?.descriptor
    if (!file || descriptor === undefined) throw new ApiError('data-file-unreadable', { args: [name] })
    const given = { name, folder: this.#folder, readFolder: this.#readFolder, path: file.path, descriptor }
    const copied = await openCatalogue({ ...given, access: this.#source.access }, signal)
    this.#opened = [...this.#opened, ...copied.opened]
    const read = copied.opened.flatMap(({ path }) => path ?? [])
    this.paths.splice(0, Infinity, ...filesOf(join(this.#folder, 'copy')), ...read)
    this.#catalogue = { ...given, copied, signal }
  }

  /** Attaches the copy of the catalogue of a DuckLake: SQL in it could access nothing else. */
  async attachLocked(connection: DuckDBConnection): Promise<void> {
    if (!this.#catalogue) return
    const { copied, signal, ...given } = this.#catalogue
    const tables = await attachCatalogue(connection, given, copied, signal)
    this.#tables = tables.map(({ schema, name: table, isOutside }) => ({
      schema: schema.toLowerCase(),
      name: table,
      format: 'DuckLake',
      select: () => Promise.resolve(`SELECT * FROM ${[LAKE, schema, table].map((part) => ansi.quote(part)).join('.')}`),
      ...(isOutside ? { problem: new ApiError('lake-file-outside', { args: [table] }) } : {}),
    }))
    this.#list()
  }

  #list(): void {
    const inSchema = (schema: string) =>
      new LakeSchema(
        schema,
        this.#tables.filter((table) => table.schema === schema),
      )
    const schemas = new Set(this.#tables.map(({ schema }) => schema).filter((schema) => schema !== 'main'))
    this.#main = inSchema('main')
    this.otherSchemas = new Map([...schemas].toSorted().map((schema) => [schema, inSchema(schema)]))
  }

  #openTable(table: LakeTable, index: number): void {
    const { name, format, files } = table
    const opened = openFiles(files, this.#source.access)
    this.#opened = [...this.#opened, ...opened]
    if (format === 'DuckLake') {
      if (!opened.some(({ descriptor }) => descriptor !== undefined))
        throw new ApiError('data-file-unreadable', { args: [name] })
      requireMetadataSize(name, opened)
      for (const file of opened)
        if (linkFile(file, join(this.#folder, file.file.name))) this.paths.push(file.path ?? '')
      return
    }
    const folder = new LakeFolder({
      folder: join(this.#folder, String(index)),
      readFolder: `${this.#readFolder}/${index}`,
      table: name,
      copied: this.#copied,
    })
    const select = format === 'Delta Lake' ? deltaSelect : icebergSelect
    const read: ReadTable = { schema: 'main', name, format, select: (connection) => select(connection, folder) }
    this.#tables = [...this.#tables, read]
    read.problem = table.problem
    try {
      const isMetadata = (file: string): boolean => file.startsWith('_delta_log/') || isIcebergMetadata(file)
      requireMetadataSize(
        name,
        opened.filter(({ file }) => isMetadata(file.name)),
      )
      if (format === 'Delta Lake') addDeltaFiles(folder, opened)
      else addIcebergFiles(folder, opened)
      this.paths.push(...folder.paths)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      read.problem = error
    }
  }

  /** The folder of the links, as the engine reads it. */
  get #readFolder(): string {
    return this.#folderDescriptor === undefined ? this.#folder : `${DESCRIPTORS}/${this.#folderDescriptor}`
  }

  get names(): readonly string[] {
    return this.#main.names
  }

  has(table: string): boolean {
    return this.#main.has(table)
  }

  view(table: string): ListedView | undefined {
    return this.#main.view(table)
  }

  definition(table: string): string | null {
    return this.#main.definition(table)
  }

  /** Returns whether files have been added, changed or removed since they were opened. */
  isOutdated(): boolean {
    return lakeVersion(listLake(this.#source)) !== this.#version
  }

  explain(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof ApiError) return error
    const { message } = error
    const isOutside = OUTSIDE.test(message)
    const folder = [`${this.#readFolder}/`, `${this.#folder}/`].find((each) => message.includes(each))
    if (!isOutside && folder === undefined && !UNREADABLE.test(message)) return error
    const [, index] = /^(\d+)\//.exec(folder === undefined ? '' : (message.split(folder)[1] ?? '')) ?? []
    const named = index === undefined ? undefined : this.#listed[Number(index)]
    const tables = named ? [named] : this.#listed
    const names = tables.map(({ name }) => name).join(', ')
    if (isOutside) return new ApiError('lake-file-outside', { args: [names], cause: error })
    const formats = [...new Set(tables.map(({ format }) => format))].join(', ')
    const reason = 'a file is damaged, missing, or of a version that is not supported'
    return new ApiError('lake-table-unreadable', { args: [names, formats, reason], cause: error })
  }

  close(): void {
    closeAll([this.#folderDescriptor, ...this.#opened.map(({ descriptor }) => descriptor)])
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
