import { ApiError } from '#core/rest/api-error.ts'
import { certificatesIn } from '../certificates.ts'
import type { Engine } from '../engine.ts'
import { poolSizeIn } from '../shared/pool-size.ts'
import { socketPathIn } from '../ssh-tunnel.ts'
import { ClickHouseDatabase } from './connection.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { isCatalogue } from './functions.ts'
import { ClickHouseSessions } from './sessions.ts'
import { parseUri, printUri, settings } from './settings.ts'

const MAX_PORT = 65_535

/** Databases of ClickHouse servers, by their HTTP interface. */
export const clickhouse: Engine = {
  name: 'clickhouse',
  label: 'ClickHouse',
  settings,
  dialect,
  parseUri,
  printUri,
  placeholder: 'clickhousedb://user:password@host:port/dbname[?secure=true]',
  // The tests run the library of the server, which has neither sessions nor cancellation.
  isUnverified: true,
  hasCertificates: true,
  hasPlanCosts: true,
  hasTunnels: true,
  hasPool: true,
  async connect(connectionSettings, storage) {
    const text = (name: string): string => String(connectionSettings[name] ?? '')
    const port = Number(connectionSettings['port'])
    if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) throw new ApiError('connection-port')
    const database = text('database') || 'default'
    // There, tables without a schema would be those of the server.
    if (isCatalogue({ schema: database, name: '' })) throw new ApiError('connection-database', { args: [database] })
    const isEncrypted = connectionSettings['encryption'] === true
    const certificates = certificatesIn(connectionSettings, isEncrypted)
    const address = {
      host: text('host'),
      port,
      database,
      username: text('username'),
      password: text('password'),
      isEncrypted,
      isVerified: connectionSettings['unverified'] !== true || certificates?.ca !== undefined,
      certificates,
      socketPath: socketPathIn(connectionSettings),
    }
    return new ClickHouseDatabase(
      await ClickHouseSessions.open(address, storage, poolSizeIn(connectionSettings)),
      database,
    )
  },
  explain,
}
