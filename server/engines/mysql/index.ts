import { isIP } from 'node:net'
import { ApiError } from '#core/rest/api-error.ts'
import type { Engine } from '../engine.ts'
import { MysqlDatabase } from './connection.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { isCatalogue } from './functions.ts'
import { MysqlSessions } from './sessions.ts'
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
  placeholder: 'mysql://user:password@host:port/dbname[?key=value&key=value...]',
  async connect(given, place) {
    const text = (name: string): string => String(given[name] ?? '')
    const port = Number(given['port'] ?? DEFAULT_PORT)
    if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) throw new ApiError('connection-port')
    // There, tables without a schema would be those of the server.
    if (isCatalogue({ schema: text('database').toLowerCase(), name: '' }))
      throw new ApiError('connection-database', { args: [text('database')] })
    const address = {
      host: text('host'),
      port,
      database: text('database'),
      user: text('username'),
      password: text('password'),
    }
    // The driver would compare the certificate with the name localhost.
    if (/^verify_identity$/i.test(text('ssl_mode')) && isIP(address.host))
      throw new ApiError('connection-payload', {
        args: ['VERIFY_IDENTITY needs the name of the host, not its IP address'],
      })
    const [ssl, ...fallbacks] = sslOptionsOf(text('ssl_mode'), given['encryption'] === true)
    const pools = await MysqlSessions.open({ ...address, ...(ssl && { ssl }) }, place).catch((error: unknown) => {
      const isUnsupported = (error as { readonly code?: string }).code === 'HANDSHAKE_NO_SSL_SUPPORT'
      if (!isUnsupported || fallbacks.length === 0) throw error
      return MysqlSessions.open(address, place)
    })
    return new MysqlDatabase(pools, address.database)
  },
  explain,
}
