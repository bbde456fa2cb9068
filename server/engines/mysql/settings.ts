import { ApiError } from '#core/rest/api-error.ts'
import { type Certificates, certificatesIn } from '../certificates.ts'
import type { Setting, Settings } from '../engine.ts'

/** The default port. */
export const DEFAULT_PORT = 3306

/** The fields of the connection form. */
export const settings: readonly Setting[] = [
  {
    name: 'host',
    label: 'Host',
    kind: 'text',
    required: true,
    help: 'Name or address of the server, for example 127.0.0.1',
  },
  {
    name: 'port',
    label: 'Port',
    kind: 'number',
    required: true,
    help: '3306 unless the server says otherwise',
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
    help: 'A user who may read the tables, and nothing else',
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
    help: 'Use an encrypted connection to the database',
  },
  {
    name: 'ssl_mode',
    label: 'SSL mode',
    kind: 'text',
    required: false,
    help: 'DISABLED, PREFERRED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY; replaces the choice above',
  },
]

const URI = /^(?:mysql|mariadb)(?:\+\w+)?:\/\/(?:([^/?#@]*)@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d*))?\/([^?#]*)(?:\?([^#]*))?/i

/** Returns the settings of a URI such as `mysql+mysqldb://user:password@host:3306/database?ssl_mode=REQUIRED`. */
export function parseUri(uri: string): Settings | undefined {
  const parts = URI.exec(uri)
  if (!parts) return undefined
  const [, login = '', host = '', port, database = '', query = ''] = parts
  const colon = login.indexOf(':')
  const options = new URLSearchParams(query)
  const mode = options.get('ssl_mode') ?? options.get('ssl-mode')
  return {
    host: decode(host.replace(/^\[|\]$/g, '')) || 'localhost',
    port: port ? Number(port) : DEFAULT_PORT,
    database: decode(database),
    username: decode(colon < 0 ? login : login.slice(0, colon)),
    ...(colon < 0 ? {} : { password: decode(login.slice(colon + 1)) }),
    ...(mode ? { ssl_mode: mode } : {}),
    ...(isOn(options.get('ssl')) ? { encryption: true } : {}),
  }
}

function isOn(value: string | null): boolean {
  return value !== null && /^(1|true|on|yes)$/i.test(value)
}

/** Returns the URI of the settings. */
export function printUri(connectionSettings: Settings): string {
  const text = (name: string): string => String(connectionSettings[name] ?? '').trim()
  const part = (name: string): string => encodeURIComponent(text(name))
  const password =
    connectionSettings.password === undefined || connectionSettings.password === ''
      ? ''
      : `:${encodeURIComponent(String(connectionSettings.password))}`
  const host = text('host').includes(':') ? `[${text('host')}]` : part('host')
  const options = new URLSearchParams({
    ...(text('ssl_mode') ? { ssl_mode: text('ssl_mode') } : {}),
    ...(connectionSettings.encryption === true && !text('ssl_mode') ? { ssl: '1' } : {}),
  })
  const query = options.size > 0 ? `?${options.toString()}` : ''
  return `mysql://${part('username')}${password}@${host}:${text('port') || DEFAULT_PORT}/${part('database')}${query}`
}

/** The part between user and host may contain a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The `ssl` option of the driver; undefined connects without encryption. */
export type SslOptions =
  | (Certificates & { readonly rejectUnauthorized: boolean; readonly verifyIdentity?: boolean })
  | undefined

const UNVERIFIED = { rejectUnauthorized: false }

/**
 * Returns the SSL options of settings, in the order in which they are tried. With certificates there is no fallback;
 * those of authorities also verify the host, unless the mode is `VERIFY_CA`. Throws `uri-wrong` for an unknown mode.
 */
export function sslOptionsOf(connectionSettings: Settings): readonly SslOptions[] {
  const mode = String(connectionSettings['ssl_mode'] ?? '').toUpperCase()
  const options = sslOptionsOfMode(mode, connectionSettings['encryption'] === true)
  const certificates = certificatesIn(connectionSettings, mode !== 'DISABLED')
  if (!certificates) return options
  const [first] =
    certificates.ca === undefined ? options : sslOptionsOfMode(mode === 'VERIFY_CA' ? mode : 'VERIFY_IDENTITY', true)
  return [{ ...(first ?? UNVERIFIED), ...certificates }]
}

/** Returns the SSL options for a mode of MySQL. */
function sslOptionsOfMode(mode: string, encryption: boolean): readonly SslOptions[] {
  switch (mode) {
    case '':
      return encryption ? [UNVERIFIED] : [UNVERIFIED, undefined]
    case 'PREFERRED':
      return [UNVERIFIED, undefined]
    case 'DISABLED':
      return [undefined]
    case 'REQUIRED':
      return [UNVERIFIED]
    case 'VERIFY_CA':
      return [{ rejectUnauthorized: true }]
    case 'VERIFY_IDENTITY':
      return [{ rejectUnauthorized: true, verifyIdentity: true }]
    default:
      throw new ApiError('uri-wrong')
  }
}
