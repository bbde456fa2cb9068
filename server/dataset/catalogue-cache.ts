import type { Database } from '#core/entity/database.ts'
import { MemoryCache } from '#server/cache/memory-cache.ts'
import { impersonatedUser } from '#server/engines/engine-caller.ts'
import type { Connection, TableName, TablePage, TableSearch } from '#server/engines/engine.ts'
import { findTables } from '#server/engines/shared/table-page.ts'
import type { Source } from './sources.ts'

/** Seconds after which tables that other programs create or drop are noticed. */
const CACHE_SECONDS = 60
/** Bytes of all cached lists; one list takes at most a fourth. */
const MAX_BYTES = 64 * 1024 * 1024
/** Bytes of a table or a schema in addition to its name. */
const BYTES_PER_NAME = 80

type DatabaseVersion = Pick<Database, 'data_version'>

/**
 * The names of schemas and tables, cached for a short time by open connection, user (where the database impersonates
 * users), and request. A change of the data of a database drops them, and so does opening it again.
 */
export class CatalogueCache {
  readonly #lists: MemoryCache<unknown>
  /** The part of the keys of an open connection; a new one drops all its lists. */
  readonly #prefixes = new WeakMap<Connection, number>()
  #lastPrefix = 0

  constructor(now: () => number = Date.now) {
    this.#lists = new MemoryCache(MAX_BYTES, now)
  }

  /** Drops the cached lists of an open database. */
  drop({ connection }: Source): void {
    this.#prefixes.set(connection, ++this.#lastPrefix)
  }

  schemas(database: DatabaseVersion, source: Source): Promise<readonly string[]> {
    return this.#cached(
      database,
      source,
      ['schemas'],
      () => source.connection.schemas(),
      (names) => names,
    )
  }

  tables(database: DatabaseVersion, source: Source, schema: string): Promise<readonly TableName[]> {
    return this.#cached(
      database,
      source,
      ['tables', schema],
      () => source.connection.tables(schema),
      (tables) => tables.map(({ name }) => name),
    )
  }

  findTables(database: DatabaseVersion, source: Source, schema: string, search: TableSearch): Promise<TablePage> {
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
    source: Source,
    request: readonly (string | number)[],
    read: () => Promise<T>,
    namesOf: (list: T) => readonly string[],
  ): Promise<T> {
    if (!this.#prefixes.has(source.connection)) this.drop(source)
    const prefix = this.#prefixes.get(source.connection)
    const key = JSON.stringify([prefix, version, impersonatedUser() ?? null, ...request])
    const cached = this.#lists.get(key)
    if (cached !== undefined) return cached as T
    const list = await read()
    const bytes = namesOf(list).reduce((sum, name) => sum + name.length + BYTES_PER_NAME, BYTES_PER_NAME)
    this.#lists.set(key, list, CACHE_SECONDS, bytes)
    return list
  }
}
