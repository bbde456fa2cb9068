import { ApiError } from '#core/rest/api-error.ts'
import type { Setting, Settings } from '../engine.ts'

/** The default port. */
const DEFAULT_PORT = 1433
/** The driver of Microsoft in a URI of `mssql+pyodbc`. */
const ODBC_DRIVER = 'ODBC Driver 18 for SQL Server'

/** The fields of the connection form. */
export const settings: readonly Setting[] = [
  {
    name: 'host',
    label: 'Host',
    kind: 'text',
    required: true,
    help: 'Name or address of the server, for example sql.example.com',
  },
  {
    name: 'port',
    label: 'Port',
    kind: 'number',
    required: true,
    help: '1433 unless the server says otherwise',
    usual: DEFAULT_PORT,
  },
  {
    name: 'database',
    label: 'Database name',
    kind: 'text',
    required: true,
    help: 'Name of the database',
    withinServer: true,
  },
  {
    name: 'username',
    label: 'Username',
    kind: 'text',
    required: true,
    help: 'A SQL Server login that may read the tables, and nothing else',
  },
  {
    name: 'password',
    label: 'Password',
    kind: 'password',
    required: false,
    help: 'Stored encrypted, and never shown again',
  },
  {
    name: 'encryption',
    label: 'SSL',
    kind: 'checkbox',
    required: false,
    help: 'Use an encrypted connection, and verify the certificate of the server',
  },
  {
    name: 'unverified',
    label: 'Accept any certificate',
    kind: 'checkbox',
    required: false,
    help: 'Does not verify the certificate: another server could read the password',
  },
]

const URI =
  /^mssql(?:\+(pymssql|pyodbc))?:\/\/(?:([^/?#@]*)@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d*))?(?:\/([^?#]*))?(?:\?([^#]*))?$/i

/** Parameters that would store a secret in the open, or that need another way to sign in. */
const UNSUPPORTED = ['trusted_connection', 'authentication', 'uid', 'pwd', 'accesstoken', 'dsn']

/**
 * Returns the settings of a URI such as `mssql+pymssql://user:password@host:1433/database` or
 * `mssql+pyodbc://user:password@host/database?Encrypt=yes`, also with `odbc_connect`. Version 18 of the ODBC driver
 * encrypts unless the URI says otherwise.
 */
export function parseUri(uri: string): Settings | undefined {
  const parts = URI.exec(uri)
  if (!parts) return undefined
  const [, scheme = '', login = '', host = '', port, database = '', query = ''] = parts
  const options = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]))
  const connection = options.get('odbc_connect')
  if (connection !== undefined) return login || host ? undefined : odbcSettings(connection)
  if (UNSUPPORTED.some((name) => options.has(name))) return undefined
  const colon = login.indexOf(':')
  return {
    host: decode(host.replace(/^\[|\]$/g, '')) || 'localhost',
    port: port ? Number(port) : DEFAULT_PORT,
    database: decode(database),
    username: decode(colon < 0 ? login : login.slice(0, colon)),
    ...(colon < 0 ? {} : { password: decode(login.slice(colon + 1)) }),
    ...encryptionOf(options, scheme.toLowerCase() === 'pyodbc'),
  }
}

/** Returns the settings of encryption in the options of a URI or of an ODBC connection. */
function encryptionOf(options: ReadonlyMap<string, string>, isOdbc: boolean): Settings {
  const encrypt = options.get('encrypt') ?? options.get('encryption')
  const isImplied = isOdbc && /ODBC Driver (?:1[89]|[2-9]\d) /i.test(`${options.get('driver') ?? ''} `)
  const isEncrypted = encrypt === undefined ? isImplied : /^(?:yes|true|1|mandatory|strict|require)$/i.test(encrypt)
  const isUnverified = /^(?:yes|true|1)$/i.test(options.get('trustservercertificate') ?? '')
  return { ...(isEncrypted ? { encryption: true } : {}), ...(isEncrypted && isUnverified ? { unverified: true } : {}) }
}

/** Returns the settings of an ODBC connection string, such as `Server=tcp:h,1433;Database=d;UID=u;PWD={p}`. */
function odbcSettings(text: string): Settings | undefined {
  const pairs = [...text.matchAll(/\s*([^=;]+?)\s*=\s*(?:\{((?:[^}]|\}\})*)\}|([^;]*))\s*(?:;|$)/g)]
  const options = new Map(
    pairs.map(([, name = '', quoted, plain = '']) => [name.toLowerCase(), quoted?.replaceAll('}}', '}') ?? plain]),
  )
  if (['trusted_connection', 'authentication', 'dsn'].some((name) => options.has(name))) return undefined
  const [, host, port] = /^(?:tcp:)?([^,\\]+)(?:,\s*(\d+))?$/i.exec(options.get('server') ?? '') ?? []
  if (host === undefined) return undefined
  const password = options.get('pwd')
  return {
    host,
    port: port ? Number(port) : DEFAULT_PORT,
    database: options.get('database') ?? '',
    username: options.get('uid') ?? '',
    ...(password === undefined ? {} : { password }),
    ...encryptionOf(options, true),
  }
}

/** Returns the URI of the settings: of `pymssql`, or of `pyodbc` where the connection is encrypted. */
export function printUri(connectionSettings: Settings): string {
  const text = (name: string): string => String(connectionSettings[name] ?? '').trim()
  const part = (name: string): string => encodeURIComponent(text(name))
  const hasPassword = connectionSettings['password'] !== undefined && connectionSettings['password'] !== ''
  const password = hasPassword ? `:${encodeURIComponent(String(connectionSettings['password']))}` : ''
  const host = text('host').includes(':') ? `[${text('host')}]` : part('host')
  const isEncrypted = connectionSettings['encryption'] === true
  const options = new URLSearchParams({
    driver: ODBC_DRIVER,
    Encrypt: 'yes',
    ...(connectionSettings['unverified'] === true ? { TrustServerCertificate: 'yes' } : {}),
  })
  const address = `${part('username')}${password}@${host}:${text('port') || DEFAULT_PORT}/${part('database')}`
  return isEncrypted ? `mssql+pyodbc://${address}?${options.toString()}` : `mssql+pymssql://${address}`
}

/** Returns a valid port. Throws `connection-port`. */
export function portOf(connectionSettings: Settings): number {
  const port = Number(connectionSettings['port'] ?? DEFAULT_PORT)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new ApiError('connection-port')
  return port
}

/** The part between user and host may contain a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
