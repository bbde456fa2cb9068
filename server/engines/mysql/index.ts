import { isIP } from 'node:net'
import { ApiError } from '#core/rest/api-error.ts'
import type { Connection, Engine, EngineStorage, Settings } from '../engine.ts'
import { isSocketPath } from '../link-local.ts'
import { poolSizeIn } from '../shared/pool-size.ts'
import { socketPathIn } from '../ssh-tunnel.ts'
import { MysqlDatabase } from './connection.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { type DistributedSql, distributedServer } from './distributed-server.ts'
import { type MysqlServer, mysqlServer } from './server.ts'
import { type MysqlAddress, MysqlSessions } from './sessions.ts'
import { DEFAULT_PORT, parseUri, printUri, settings, sslOptionsOf } from './settings.ts'

const MAX_PORT = 65_535

/** Databases of MySQL servers from version 8, and of MariaDB servers from version 10.5. */
export const mysql: Engine = {
  name: 'mysql',
  label: 'MySQL / MariaDB',
  settings,
  dialect,
  parseUri,
  printUri,
  hasPlanCosts: true,
  hasCertificates: true,
  hasTunnels: true,
  hasPool: true,
  placeholder: 'mysql://user:password@host:port/dbname[?key=value&key=value...]',
  connect: (connectionSettings, storage) => connectTo(connectionSettings, storage, mysqlServer),
  explain,
}

/** Returns an engine that connects like MySQL to a distributed database. */
export function distributedEngine(sql: DistributedSql): Engine {
  const server = distributedServer(sql)
  return {
    ...mysql,
    driverOf: mysql.name,
    dialect: server.dialect,
    connect: (connectionSettings, storage) => connectTo(connectionSettings, storage, server),
  }
}

/** Opens a database of a server. */
export async function connectTo(
  connectionSettings: Settings,
  storage: EngineStorage,
  server: MysqlServer,
): Promise<Connection> {
  const text = (name: string): string => String(connectionSettings[name] ?? '')
  const port = Number(connectionSettings['port'] ?? DEFAULT_PORT)
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) throw new ApiError('connection-port')
  if (isSocketPath(text('host'))) throw new ApiError('connection-socket')
  // There, tables without a schema would be those of the server.
  const schema = server.hasCatalogs ? (text('database').split('.').at(-1) ?? '') : text('database')
  if (server.dialect.isCatalogue({ schema: schema.toLowerCase(), name: '' }))
    throw new ApiError('connection-database', { args: [text('database')] })
  const address = {
    host: text('host'),
    port,
    database: text('database'),
    user: text('username'),
    password: text('password'),
    socketPath: socketPathIn(connectionSettings),
  }
  const [ssl, ...fallbacks] = sslOptionsOf(connectionSettings)
  // The driver would compare the certificate with the name localhost.
  if (ssl?.verifyIdentity && isIP(address.host))
    throw new ApiError('connection-payload', {
      args: ['Verifying the host needs its name, not its IP address; VERIFY_CA verifies the certificate only'],
    })
  const open = (target: MysqlAddress) =>
    MysqlSessions.open(target, storage, { server, max: poolSizeIn(connectionSettings) })
  const pools = await open({ ...address, ...(ssl && { ssl }) }).catch((error: unknown) => {
    const isUnsupported = (error as { readonly code?: string }).code === 'HANDSHAKE_NO_SSL_SUPPORT'
    if (!isUnsupported || fallbacks.length === 0) throw error
    return open(address)
  })
  return new MysqlDatabase(pools, schema, server)
}
