import { isIP } from 'node:net'
import { ApiError } from '#core/rest/api-error.ts'
import { certificatesIn } from '../certificates.ts'
import type { Engine } from '../engine.ts'
import { poolSizeIn } from '../shared/pool-size.ts'
import { socketPathIn } from '../ssh-tunnel.ts'
import { MssqlDatabase } from './connection.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { SYSTEM_DATABASES } from './functions.ts'
import { MssqlSessions } from './sessions.ts'
import { parseUri, portOf, printUri, settings } from './settings.ts'

/** Databases of Microsoft SQL Server from version 2016. */
export const mssql: Engine = {
  name: 'mssql',
  label: 'Microsoft SQL Server',
  settings,
  dialect,
  parseUri,
  printUri,
  hasPlanCosts: true,
  placeholder: 'mssql+pymssql://user:password@host:port/dbname',
  isUnverified: true,
  hasCertificates: true,
  hasTunnels: true,
  hasPool: true,
  async connect(connectionSettings, storage) {
    const text = (name: string): string => String(connectionSettings[name] ?? '')
    const port = portOf(connectionSettings)
    const database = text('database')
    // There, tables without a schema would be those of the server.
    if (database === '' || SYSTEM_DATABASES.has(dialect.fold(database)))
      throw new ApiError('connection-database', { args: [database] })
    const isEncrypted = connectionSettings['encryption'] === true
    const certificates = certificatesIn(connectionSettings, isEncrypted)
    const isVerified = connectionSettings['unverified'] !== true || certificates?.ca !== undefined
    // The driver sends it as the name of the server, which no address may be.
    if (isEncrypted && isVerified && isIP(text('host')))
      throw new ApiError('connection-payload', {
        args: ['Verifying the certificate needs the name of the host, not its IP address'],
      })
    const address = {
      host: text('host'),
      port,
      database,
      username: text('username'),
      password: text('password'),
      isEncrypted,
      isVerified,
      certificates,
      socketPath: socketPathIn(connectionSettings),
    }
    return new MssqlDatabase(await MssqlSessions.open(address, storage, poolSizeIn(connectionSettings)), database)
  },
  explain,
}
