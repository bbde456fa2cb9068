import { ApiError } from '#core/rest/api-error.ts'
import { certificatesIn } from '../certificates.ts'
import type { Engine } from '../engine.ts'
import { socketPathIn } from '../ssh-tunnel.ts'
import { TrinoDatabase } from './connection.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { DEFAULT_PORT, parseUri, printUri, settings } from './settings.ts'

const MAX_PORT = 65_535
const PRINTABLE = /^[\x20-\x7e]*$/

/** Catalogs of Trino servers from version 418. */
export const trino: Engine = {
  name: 'trino',
  label: 'Trino',
  settings,
  dialect,
  parseUri,
  printUri,
  hasPlanCosts: true,
  impersonates: true,
  hasCertificates: true,
  hasTunnels: true,
  placeholder: 'trino://user:password@host:port/catalog/schema[?key=value&key=value...]',
  async connect(connectionSettings) {
    const text = (name: string): string => String(connectionSettings[name] ?? '')
    const port = Number(connectionSettings['port'] ?? DEFAULT_PORT)
    if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) throw new ApiError('connection-port')
    const isSecure = connectionSettings['encryption'] === true
    const certificates = certificatesIn(connectionSettings, isSecure)
    const address = {
      host: text('host'),
      port,
      isSecure,
      acceptsAnyCertificate: connectionSettings['skip_verification'] === true && certificates?.ca === undefined,
      certificates,
      socketPath: socketPathIn(connectionSettings),
      user: text('username'),
      password: text('password'),
      isToken: connectionSettings['is_token'] === true,
      catalog: text('database'),
      schema: text('schema'),
    }
    // The catalog of the server itself has the queries of all users.
    if (
      address.catalog === '' ||
      dialect.fold(address.catalog) === 'system' ||
      dialect.isCatalogue({ schema: dialect.fold(address.schema), name: '' })
    )
      throw new ApiError('connection-database', {
        args: [address.schema ? `${address.catalog}/${address.schema}` : address.catalog],
      })
    if (address.password !== '' && !address.isSecure)
      throw new ApiError('connection-payload', { args: ['A password is only sent with SSL: turn on SSL'] })
    // They are sent as headers.
    if (![address.user, address.catalog, address.schema].every((each) => PRINTABLE.test(each)))
      throw new ApiError('connection-payload', { args: ['User, catalog and schema may contain ASCII characters only'] })
    const database = new TrinoDatabase(address)
    try {
      await database.test()
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  },
  explain,
}
