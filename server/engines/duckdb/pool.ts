import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { LRUCache } from 'lru-cache'
import type { ResultColumn } from '../engine.ts'

/** A prepared statement and its result columns. */
export interface PreparedQuery {
  readonly statement: DuckDBPreparedStatement
  readonly columns: readonly ResultColumn[]
}

/** A connection with its prepared statements. */
export interface PooledConnection {
  readonly connection: DuckDBConnection
  readonly prepared: LRUCache<string, PreparedQuery>
}

const MAX_CACHED_STATEMENTS = 100

/** A pool of connections; it opens a new one if none is free. */
export class Pool {
  readonly #free: PooledConnection[] = []
  readonly #lanes = new Set<PooledConnection>()
  readonly #make: () => Promise<DuckDBConnection>

  constructor(make: () => Promise<DuckDBConnection>) {
    this.#make = make
  }

  async use<T>(work: (lane: PooledConnection) => Promise<T>): Promise<T> {
    const lane = this.#free.pop() ?? (await this.#open())
    try {
      return await work(lane)
    } finally {
      this.#free.push(lane)
    }
  }

  async #open(): Promise<PooledConnection> {
    const prepared = new LRUCache<string, PreparedQuery>({
      max: MAX_CACHED_STATEMENTS,
      dispose: (each) => each.statement.destroySync(),
    })
    const lane: PooledConnection = { connection: await this.#make(), prepared }
    this.#lanes.add(lane)
    return lane
  }

  close(): void {
    for (const lane of this.#lanes) {
      lane.prepared.clear()
      lane.connection.closeSync()
    }
    this.#lanes.clear()
    this.#free.length = 0
  }
}
