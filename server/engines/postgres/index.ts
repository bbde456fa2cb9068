import { ApiError } from '#core/rest/api-error.ts'
import type { Engine, Settings } from '../engine.ts'
import { isSocketPath } from '../link-local.ts'
import { poolSizeIn } from '../shared/pool-size.ts'
import { socketPathIn } from '../ssh-tunnel.ts'
import { changeTables } from './change-tables.ts'
import { CompatibleDatabase, type CompatibleServer } from './compatible-database.ts'
import { PostgresDatabase } from './connection.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { loadTable, readCsvPreview } from './load.ts'
import { type Cancellation, Connections, type TunnelledConfig } from './pool.ts'
import { parseUri, printUri, settings, sslOf, DEFAULT_PORT } from './settings.ts'

export { inspectWrite } from './inspect-write.ts'
export type { CompatibleServer } from './compatible-database.ts'
export { PROCESS_CANCELLATION } from './pool.ts'

const MAX_PORT = 65_535

/** Databases of PostgreSQL servers, from version 14. */
export const postgresql: Engine = {
  name: 'postgresql',
  label: 'PostgreSQL',
  isPreferred: true,
  hasPlanCosts: true,
  hasCertificates: true,
  hasTunnels: true,
  hasPool: true,
  canChangeData: true,
  settings,
  dialect,
  parseUri,
  printUri,
  placeholder: 'postgresql://user:password@host:port/dbname[?key=value&key=value...]',
  async connect(connectionSettings) {
    return new PostgresDatabase(
      await connectionsTo(connectionSettings, poolSizeIn(connectionSettings)),
      String(connectionSettings.schema ?? ''),
    )
  },
  explain,
  async load(given, storage, load, signal = NEVER, onRows = () => {}) {
    signal.throwIfAborted()
    const connections = await connectionsTo(given, 1)
    try {
      return await loadTable(connections, storage, load, { signal, onRows })
    } finally {
      await connections.close()
    }
  },
  async changeTables(given, _, changes) {
    const connections = await connectionsTo(given, 1)
    try {
      await changeTables(connections, changes)
    } finally {
      await connections.close()
    }
  },
  // The file is parsed by the engine that loads files of every format; this database is not needed for that.
  beginning: (_, storage, reading) => readCsvPreview(storage, reading),
}

const NEVER = new AbortController().signal

/** Returns an engine that connects like PostgreSQL to a server with fewer functions: without uploads and changes. */
export function compatibleEngine(server: CompatibleServer): Engine {
  const {
    load: _load,
    changeTables: _changes,
    beginning: _beginning,
    hasPlanCosts: _costs,
    canChangeData: _canChange,
    ...base
  } = postgresql
  return {
    ...base,
    dialect: server.dialect,
    async connect(connectionSettings) {
      const connections = await connectionsTo(connectionSettings, poolSizeIn(connectionSettings), server.cancellation)
      return new CompatibleDatabase(connections, String(connectionSettings.schema ?? ''), server)
    },
  }
}

/**
 * Opens connections to the database of the settings. Throws `connection-port`, `connection-socket` for the path of a
 * Unix socket, and the errors of the driver.
 */
async function connectionsTo(
  connectionSettings: Settings,
  most: number,
  cancellation?: Cancellation,
): Promise<Connections> {
  const text = (name: string): string => String(connectionSettings[name] ?? '')
  const port = Number(connectionSettings.port ?? DEFAULT_PORT)
  // The driver would wait forever.
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) throw new ApiError('connection-port')
  if (isSocketPath(text('host'))) throw new ApiError('connection-socket')
  const address = {
    host: text('host'),
    port,
    database: text('database'),
    user: text('username'),
    // Without a password the driver would look into the environment and files of the server's own user.
    password: text('password'),
    socketPath: socketPathIn(connectionSettings),
  }
  const [ssl, otherwise] = sslOf(connectionSettings)
  return openConnections({ ...address, ssl }, most, cancellation).catch((error: unknown) => {
    if (otherwise === undefined || !(error instanceof Error) || !/SSL|encryption/.test(error.message)) throw error
    return openConnections({ ...address, ssl: otherwise }, most, cancellation)
  })
}

async function openConnections(
  config: TunnelledConfig,
  most: number,
  cancellation?: Cancellation,
): Promise<Connections> {
  const connections = await Connections.open(config, most, cancellation)
  try {
    await connections.look('SELECT 1')
    return connections
  } catch (error) {
    await connections.close()
    throw error
  }
}
