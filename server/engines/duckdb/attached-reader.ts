import { ApiError } from '#core/rest/api-error.ts'
import type { Bytes, Inspection, TableColumn, TableMetadata, TableName } from '../engine.ts'
import { ansi } from '../ansi.ts'
import { attachedError, type AttachedMember, attachedView, tableList } from './attach-databases.ts'
import type { ResultQuery, ScanQuery, Statement } from './calls.ts'
import { dialect } from './dialect.ts'
import type { Macro } from './foreign-calls.ts'
import { isCatalogue, requireHarmless } from './functions.ts'
import { inspectTree } from './inspect.ts'
import { CATALOG, type OpenedDatabase } from './open-database.ts'
import { Reader } from './reader.ts'
import type { Scan } from './scan.ts'
import { TableViews } from './table-views.ts'
import { tablesOf } from './tables.ts'

/** The metadata of tables that other databases have. */
const NO_METADATA: TableMetadata = {
  comment: null,
  columnComments: {},
  columnCollations: {},
  primaryKey: null,
  indexes: [],
  foreignKeys: [],
  partitions: null,
  rowEstimate: null,
  definition: null,
  isDerived: false,
  hasSideEffects: false,
}

/**
 * A reader of attached databases: each is a schema, and its tables are views. The functions of the extensions open
 * other files and servers although external access is off; a statement may therefore call listed functions only, and
 * name only tables of these schemas.
 */
export class AttachedReader extends Reader {
  readonly #members: readonly AttachedMember[]
  readonly #views: TableViews

  constructor(opened: OpenedDatabase, members: readonly AttachedMember[]) {
    super(opened)
    this.#members = members
    this.#views = new TableViews(() => opened.connect())
  }

  override async bytes(question: ResultQuery, signal: AbortSignal): Promise<Bytes> {
    await this.#prepare(question, signal)
    return super.bytes(question, signal)
  }

  override async scan(scan: Scan, question: ScanQuery, signal: AbortSignal): Promise<null> {
    scan.explain = (error) => this.explain(error)
    await this.#prepare(question, signal)
    return super.scan(scan, question, signal)
  }

  override async inspect(text: string, signal: AbortSignal): Promise<Inspection> {
    const tree = await this.serialized(text, signal)
    this.#requireAttached(tree)
    return inspectTree(tree)
  }

  /** The catalogue of functions would connect to each database. */
  override macros(): Promise<readonly Macro[]> {
    return Promise.resolve([])
  }

  override schemas(): Promise<readonly string[]> {
    return Promise.resolve(this.#members.map(({ schema }) => schema))
  }

  override async tables(schema: string, signal?: AbortSignal): Promise<readonly TableName[]> {
    const index = this.#indexOf(schema)
    const member = this.#members[index]
    if (!member) return []
    const rows = await this.rows(tableList(member, index), [], signal)
    return rows.map(({ name, is_view: isView }) => ({ name: String(name), kind: isView === true ? 'view' : 'table' }))
  }

  override async columns(schema: string, table: string, signal: AbortSignal): Promise<readonly TableColumn[]> {
    if (!(await this.#recreate(schema, table, signal))) return []
    const text = `SELECT * FROM ${[CATALOG, dialect.fold(schema), table].map((part) => ansi.quote(part)).join('.')}`
    return super.shape({ text, params: [] }, signal)
  }

  override async tableMetadata(schema: string, table: string, signal: AbortSignal): Promise<TableMetadata | undefined> {
    return (await this.#recreate(schema, table, signal)) ? NO_METADATA : undefined
  }

  override async shape(statement: Statement, signal: AbortSignal): Promise<readonly TableColumn[]> {
    await this.#prepare(statement, signal)
    return super.shape(statement, signal)
  }

  override async plan(statement: Statement, signal: AbortSignal): Promise<string> {
    await this.#prepare(statement, signal)
    const plan = await super.plan(statement, signal)
    // Scans of files have their path.
    return JSON.stringify(JSON.parse(plan), (key, value: unknown) => (key === 'File' ? undefined : value))
  }

  /** Returns the error for users: it contains no address, path or account of the databases. */
  explain(error: unknown): unknown {
    return attachedError(error, this.#members)
  }

  /** Creates the tables that a statement names. Checks it again: the guard runs in another process. */
  async #prepare({ text }: Statement, signal: AbortSignal): Promise<void> {
    const found = requireHarmless(await this.inspect(text, signal))
    for (const { schema, name } of found.tables) await this.#create(schema ?? '', name, signal)
  }

  /** Creates a table again with its present columns. Returns false if it does not exist. */
  async #recreate(schema: string, table: string, signal: AbortSignal): Promise<boolean> {
    this.#views.forget(this.#keyOf(schema, table))
    try {
      await this.#create(schema, table, signal)
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'table-missing') return false
      throw error
    }
  }

  async #create(schema: string, table: string, signal: AbortSignal): Promise<void> {
    const index = this.#indexOf(schema)
    const member = this.#members[index]
    if (!member || isCatalogue({ schema, name: dialect.fold(table) }))
      throw new ApiError('table-missing', { args: [table] })
    const view = () => attachedView(member, index, table)
    await this.#views.create(this.#keyOf(schema, table), view, signal).catch((error: unknown) => {
      const isMissing = error instanceof Error && error.message.startsWith('Catalog Error: Table with name')
      throw isMissing ? new ApiError('table-missing', { args: [table], cause: error }) : error
    })
  }

  #keyOf(schema: string, table: string): string {
    return JSON.stringify([dialect.fold(schema), dialect.fold(table)])
  }

  #indexOf(schema: string): number {
    return this.#members.findIndex((member) => member.schema === dialect.fold(schema))
  }

  /** Requires that every table is in the schema of an attached database, not in the catalog of one. */
  #requireAttached(tree: string): void {
    const { statements = [] } = JSON.parse(tree) as { readonly statements?: unknown }
    for (const { node, schema, name } of tablesOf(statements)) {
      const catalog = typeof node['catalog_name'] === 'string' ? dialect.fold(node['catalog_name']) : ''
      const isOwn = (catalog === '' || catalog === CATALOG) && schema !== null && this.#indexOf(schema) >= 0
      if (!isOwn) throw new ApiError('table-missing', { args: [name] })
    }
  }
}
