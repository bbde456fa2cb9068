import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { readInteger } from '../bind.ts'

const CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 10_000

const typeParser: pg.CustomTypesConfig['getTypeParser'] = (id, format) =>
  id === pg.types.builtins.INT8 ? readInteger : pg.types.getTypeParser(id, format)

/** Returns the dialect of a PostgreSQL database; int8 is read as a number, for these connections only. */
export function postgresDialect(url: string): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: typeParser },
  })
  // A broken connection leaves the pool, idle or not; its current or next query reports the error.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool })
}
