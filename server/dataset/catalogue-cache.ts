import { LRUCache } from 'lru-cache'
import type { Database } from '#core/entity/database.ts'
import { InFlightRequests } from '#server/cache/in-flight-requests.ts'
import { impersonatedUser } from '#server/engines/engine-caller.ts'
import type { Connection, TableName, TablePage, TableSearch } from '#server/engines/engine.ts'
import { canSearchCatalogue, findTables } from '#server/engines/table-page.ts'
import { TableList } from './table-list.ts'

/** Milliseconds after which tables that other programs create or drop are noticed. */
const CACHE_MS = 60_000
/** Bytes of all cached lists. */
const MAX_BYTES = 64 * 1024 * 1024
/**
 * Bytes of one list: the tables of a schema with a million names of 25 characters, or 300,000 schemas. A longer list is
 * read again for each request that needs it.
 */
const MAX_LIST_BYTES = MAX_BYTES / 2
/** Bytes of a name in a list of single names, in addition to its characters. */
const BYTES_PER_NAME = 80

type DatabaseVersion = Pick<Database, 'data_version'>

/** An open database. */
interface OpenDatabase {
  readonly connection: Connection
}

interface CachedList {
  readonly list: unknown
  /** Epoch milliseconds. */
  readonly until: number
  readonly bytes: number
}

/**
 * The names of schemas and tables, cached for a short time by open connection, user (where the database impersonates
 * users), and request. Equal requests at the same time share one read. A change of the data of a database drops the
 * lists, and so does opening it again.
 */
export class CatalogueCache {
  readonly #lists = new LRUCache<string, CachedList>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_LIST_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes + key.length,
  })
  readonly #inFlight = new InFlightRequests<unknown>()
  readonly #now: () => number
  /** The part of the keys of an open connection; a new one drops all its lists. */
  readonly #prefixes = new WeakMap<Connection, number>()
  #lastPrefix = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Drops the cached lists of an open database. */
  drop({ connection }: OpenDatabase): void {
    this.#prefixes.set(connection, ++this.#lastPrefix)
  }

  schemas(database: DatabaseVersion, source: OpenDatabase): Promise<readonly string[]> {
    return this.#cached(database, source, ['schemas'], () => source.connection.schemas(), bytesOf)
  }

  async tables(database: DatabaseVersion, source: OpenDatabase, schema: string): Promise<readonly TableName[]> {
    return (await this.#tableList(database, source, schema)).tables()
  }

  async findTables(
    database: DatabaseVersion,
    source: OpenDatabase,
    schema: string,
    search: TableSearch,
  ): Promise<TablePage> {
    // Further searches and pages read the same list.
    if (!canSearchCatalogue(source.connection, search))
      return (await this.#tableList(database, source, schema)).page(search)
    const { text, limit, offset } = search
    return this.#cached(
      database,
      source,
      ['page', schema, text.toLowerCase(), limit, offset],
      () => findTables(source.connection, schema, search),
      ({ tables }) => bytesOf(tables.map(({ name }) => name)),
    )
  }

  #tableList(database: DatabaseVersion, source: OpenDatabase, schema: string): Promise<TableList> {
    const read = async () => new TableList(await source.connection.tables(schema))
    return this.#cached(database, source, ['tables', schema], read, ({ bytes }) => bytes)
  }

  async #cached<T>(
    { data_version: version }: DatabaseVersion,
    source: OpenDatabase,
    request: readonly (string | number)[],
    read: () => Promise<T>,
    sizeOf: (list: T) => number,
  ): Promise<T> {
    if (!this.#prefixes.has(source.connection)) this.drop(source)
    const prefix = this.#prefixes.get(source.connection)
    const key = JSON.stringify([prefix, version, impersonatedUser() ?? null, ...request])
    const cached = this.#lists.get(key)
    if (cached && cached.until > this.#now()) return cached.list as T
    // Reads of the catalogue are not aborted, so that no caller leaves early.
    const list = await this.#inFlight.join(key, new AbortController().signal, async () => {
      const found = await read()
      this.#lists.set(key, { list: found, until: this.#now() + CACHE_MS, bytes: sizeOf(found) })
      return found
    })
    return list as T
  }
}

const bytesOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + name.length + BYTES_PER_NAME, BYTES_PER_NAME)
