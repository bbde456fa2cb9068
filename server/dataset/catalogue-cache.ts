import { LRUCache } from 'lru-cache'
import type { Database } from '#core/entity/database.ts'
import { impersonatedUser } from '#server/engines/engine-caller.ts'
import type { Connection, TableName, TablePage, TableSearch } from '#server/engines/engine.ts'
import { canSearchCatalogue, findTables, tablePage } from '#server/engines/table-page.ts'

/** Milliseconds after which tables that other programs create or drop are noticed. */
const CACHE_MS = 60_000
/** Bytes of all cached lists; one list takes at most a fourth. */
const MAX_BYTES = 64 * 1024 * 1024
/** Bytes of a table or a schema in addition to its name. */
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
 * users), and request. A change of the data of a database drops them, and so does opening it again.
 */
export class CatalogueCache {
  readonly #lists = new LRUCache<string, CachedList>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 4,
    sizeCalculation: ({ bytes }, key) => bytes + key.length,
  })
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
    return this.#cached(
      database,
      source,
      ['schemas'],
      () => source.connection.schemas(),
      (names) => names,
    )
  }

  tables(database: DatabaseVersion, source: OpenDatabase, schema: string): Promise<readonly TableName[]> {
    return this.#cached(
      database,
      source,
      ['tables', schema],
      () => source.connection.tables(schema),
      (tables) => tables.map(({ name }) => name),
    )
  }

  async findTables(
    database: DatabaseVersion,
    source: OpenDatabase,
    schema: string,
    search: TableSearch,
  ): Promise<TablePage> {
    // Further searches and pages read the same list.
    if (!canSearchCatalogue(source.connection, search))
      return tablePage(await this.tables(database, source, schema), search)
    const { text, limit, offset } = search
    return this.#cached(
      database,
      source,
      ['page', schema, text.toLowerCase(), limit, offset],
      () => findTables(source.connection, schema, search),
      ({ tables }) => tables.map(({ name }) => name),
    )
  }

  async #cached<T>(
    { data_version: version }: DatabaseVersion,
    source: OpenDatabase,
    request: readonly (string | number)[],
    read: () => Promise<T>,
    namesOf: (list: T) => readonly string[],
  ): Promise<T> {
    if (!this.#prefixes.has(source.connection)) this.drop(source)
    const prefix = this.#prefixes.get(source.connection)
    const key = JSON.stringify([prefix, version, impersonatedUser() ?? null, ...request])
    const cached = this.#lists.get(key)
    if (cached && cached.until > this.#now()) return cached.list as T
    const list = await read()
    const bytes = namesOf(list).reduce((sum, name) => sum + name.length + BYTES_PER_NAME, BYTES_PER_NAME)
    this.#lists.set(key, { list, until: this.#now() + CACHE_MS, bytes })
    return list
  }
}
