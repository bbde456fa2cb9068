import type { PoolConfig } from 'pg'
import { Fault } from '#core/rest/fault.ts'
import type { Engine } from '../engine.ts'
import { PostgresDatabase } from './connection.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { Connections } from './pool.ts'
import { parseUri, printUri, settings, sslOf, USUAL_PORT } from './settings.ts'

export { inspectWrite } from './inspect-write.ts'

/** Connections that questions are asked on; the rest wait. */
const MOST_CONNECTIONS = 8
const MOST_PORT = 65_535

/** Databases of PostgreSQL servers, from version 14. */
export const postgresql: Engine = {
  name: 'postgresql',
  label: 'PostgreSQL',
  isPreferred: true,
  settings,
  dialect,
  parseUri,
  printUri,
  placeholder: 'postgresql://user:password@host:port/dbname[?key=value&key=value...]',
  async connect(given) {
    const text = (name: string): string => String(given[name] ?? '')
    const port = Number(given.port ?? USUAL_PORT)
    // The driver would wait for ever.
    if (!Number.isInteger(port) || port < 0 || port > MOST_PORT) throw new Fault('connection-port')
    const address = {
      host: text('host'),
      port,
      database: text('database'),
      user: text('username'),
      // Without one the driver would look into the environment and files of the server's own user.
      password: text('password'),
    }
    const [ssl, otherwise] = sslOf(text('sslmode'))
    const connections = await opened({ ...address, ssl }).catch((error: unknown) => {
      if (otherwise === undefined || !(error instanceof Error) || !/SSL|encryption/.test(error.message)) throw error
      return opened({ ...address, ssl: otherwise })
    })
    return new PostgresDatabase(connections, text('schema'))
  },
  explain,
}

async function opened(config: PoolConfig): Promise<Connections> {
  const connections = await Connections.open(config, MOST_CONNECTIONS)
  try {
    await connections.look('SELECT 1')
    return connections
  } catch (error) {
    await connections.close()
    throw error
  }
}
