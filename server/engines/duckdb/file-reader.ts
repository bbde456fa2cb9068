import { ApiError } from '#core/rest/api-error.ts'
import type { Bytes, Inspection, TableColumn, TableMetadata, TableName } from '../engine.ts'
import type { ResultQuery, ScanQuery, Statement } from './calls.ts'
import { dialect } from './dialect.ts'
import { requireHarmless } from './functions.ts'
import { inspectTree } from './inspect.ts'
import type { ListedSchema, ListedTables } from './listed-tables.ts'
import { CATALOG, type OpenedDatabase } from './open-database.ts'
import { Reader } from './reader.ts'
import type { Scan } from './scan.ts'
import { TableViews } from './table-views.ts'
import { tablesOf } from './tables.ts'

/** The default schema. */
const SCHEMA = 'main'

/**
 * A reader of files. DuckDB would read any allowed file by its name, past row rules; a statement may therefore name only
 * listed tables.
 */
export class FileReader extends Reader {
  readonly #listed: ListedTables
  readonly #views: TableViews

  constructor(opened: OpenedDatabase, listed: ListedTables) {
    super(opened)
    this.#listed = listed
    this.#views = new TableViews(() => opened.connect())
  }

  override async bytes(question: ResultQuery, signal: AbortSignal): Promise<Bytes> {
    await this.#prepare(question, signal)
    return super.bytes(question, signal)
  }

  override async scan(scan: Scan, question: ScanQuery, signal: AbortSignal): Promise<null> {
    scan.explain = (error) => this.#listed.explain(error)
    await this.#prepare(question, signal)
    return super.scan(scan, question, signal)
  }

  override async inspect(text: string, signal: AbortSignal): Promise<Inspection> {
    await this.#listed.refresh?.(signal)
    const tree = await this.serialized(text, signal)
    this.#requireListed(tree)
    return inspectTree(tree)
  }

  override schemas(): Promise<readonly string[]> {
    return Promise.resolve([SCHEMA, ...(this.#listed.otherSchemas?.keys() ?? [])])
  }

  override async tables(schema: string, signal = new AbortController().signal): Promise<readonly TableName[]> {
    await this.#listed.refresh?.(signal)
    return this.#schema(schema)?.names.map((name) => ({ name, kind: 'table' })) ?? []
  }

  override async columns(schema: string, table: string, signal: AbortSignal): Promise<readonly TableColumn[]> {
    await this.#listed.refresh?.(signal)
    if (!this.#schema(schema)?.has(table)) return []
    await this.#create(schema, table, signal)
    return super.columns(schemaName(schema), table, signal)
  }

  override async tableMetadata(schema: string, table: string, signal: AbortSignal): Promise<TableMetadata | undefined> {
    await this.#listed.refresh?.(signal)
    const listed = this.#schema(schema)
    if (!listed?.has(table)) return undefined
    await this.#create(schema, table, signal)
    const found = await super.tableMetadata(schemaName(schema), table, signal)
    return found && { ...found, definition: listed.definition(table), isDerived: false }
  }

  override async shape(statement: Statement, signal: AbortSignal): Promise<readonly TableColumn[]> {
    await this.#prepare(statement, signal)
    return super.shape(statement, signal)
  }

  override async plan(statement: Statement, signal: AbortSignal): Promise<string> {
    await this.#prepare(statement, signal)
    const plan = await super.plan(statement, signal)
    // Scans may have the paths of their files.
    return JSON.stringify(JSON.parse(plan), (_, value: unknown) => (isLocation(value) ? undefined : value))
  }

  override close(): void {
    super.close()
    this.#listed.close()
  }

  /** Creates the tables that a statement names. Checks it again: the guard runs in another process. */
  async #prepare({ text }: Statement, signal: AbortSignal): Promise<void> {
    const found = requireHarmless(await this.inspect(text, signal))
    for (const { schema, name } of found.tables) await this.#create(schema ?? SCHEMA, name, signal)
  }

  #schema(schema: string): ListedSchema | undefined {
    return isOwn(schema) ? this.#listed : this.#listed.otherSchemas?.get(dialect.fold(schema))
  }

  async #create(schema: string, table: string, signal: AbortSignal): Promise<void> {
    const view = this.#schema(schema)?.view(table)
    if (view) await this.#views.create(view.key, async (connection) => [await view.statement(connection)], signal)
  }

  /** Names without a dot are never files; the engine says which tables have similar names. */
  #requireListed(tree: string): void {
    const { statements = [] } = JSON.parse(tree) as { readonly statements?: unknown }
    for (const { node, schema, name } of tablesOf(statements)) {
      const catalog = typeof node.catalog_name === 'string' ? dialect.fold(node.catalog_name) : ''
      const isInOwn = catalog === '' || catalog === CATALOG
      const isPlain = schema === null && /^[\p{L}\p{N}_ $-]*$/u.test(name)
      if (!(isInOwn && this.#schema(schema ?? SCHEMA)?.has(name)) && !isPlain)
        throw new ApiError('table-missing', { args: [name] })
    }
  }
}

const isLocation = (value: unknown): boolean =>
  [value].flat().some((each) => typeof each === 'string' && /\bs3:\/\//i.test(each))

const isOwn = (schema: string): boolean => [SCHEMA, CATALOG].includes(dialect.fold(schema))

/** Returns the name of a schema in the catalog. */
const schemaName = (schema: string): string => (isOwn(schema) ? SCHEMA : dialect.fold(schema))
