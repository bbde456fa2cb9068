import { ApiError } from '#core/rest/api-error.ts'
import { type Certificates, certificatesIn, identityCheck } from '../certificates.ts'
import type { Setting, Settings } from '../engine.ts'

/** The default port. */
export const DEFAULT_PORT = 5432

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
    help: '5432 by default',
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
    help: 'A user with read access to the tables, and nothing else',
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
    help: 'Use an encrypted connection to the database, or none',
  },
  {
    name: 'sslmode',
    label: 'SSL mode',
    kind: 'text',
    required: false,
    help: 'disable, prefer, require, verify-ca or verify-full; replaces the choice above',
  },
  {
    name: 'schema',
    label: 'Schema',
    kind: 'text',
    required: false,
    help: 'Schemas in which tables without a schema are searched; empty: the default search path',
    withinServer: true,
  },
]

/** Returns the settings of a URI such as `postgresql+psycopg2://user:password@host:5432/database?sslmode=require`. */
export function parseUri(uri: string): Settings | undefined {
  const parts =
    /^postgres(?:ql)?(?:\+\w+)?:\/\/(?:([^/?#@]*)@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d*))?\/([^?#]*)(?:\?([^#]*))?/i.exec(uri)
  if (!parts) return undefined
  const [, login = '', host = '', port, database = '', query = ''] = parts
  const colon = login.indexOf(':')
  const options = new URLSearchParams(query)
  const schema = options.get('schema') ?? /-c\s*search_path=(\S+)/.exec(options.get('options') ?? '')?.[1]
  return {
    host: decode(host.replace(/^\[|\]$/g, '')) || options.get('host') || 'localhost',
    port: port ? Number(port) : DEFAULT_PORT,
    database: decode(database),
    username: decode(colon < 0 ? login : login.slice(0, colon)),
    ...(colon < 0 ? {} : { password: decode(login.slice(colon + 1)) }),
    ...(options.has('sslmode') ? { sslmode: String(options.get('sslmode')) } : {}),
    ...(schema ? { schema } : {}),
  }
}

/** Returns the URI of the settings. An encrypted connection without a mode uses `require`. */
export function printUri(connectionSettings: Settings): string {
  const text = (name: string): string => String(connectionSettings[name] ?? '').trim()
  const part = (name: string): string => encodeURIComponent(text(name))
  const password =
    connectionSettings.password === undefined || connectionSettings.password === '' ? '' : `:${part('password')}`
  const host = text('host').includes(':') ? `[${text('host')}]` : part('host')
  const mode = text('sslmode') || (connectionSettings.encryption === true ? 'require' : '')
  const options = new URLSearchParams({
    ...(mode ? { sslmode: mode } : {}),
    ...(text('schema') ? { schema: text('schema') } : {}),
  })
  const query = options.size > 0 ? `?${options.toString()}` : ''
  return `postgresql://${part('username')}${password}@${host}:${text('port') || DEFAULT_PORT}/${part('database')}${query}`
}

/** The part between user and host may contain a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface SslOptions extends Certificates {
  readonly rejectUnauthorized: boolean
  readonly checkServerIdentity?: ReturnType<typeof identityCheck>
}

type Ssl = false | SslOptions

const UNCHECKED: SslOptions = { rejectUnauthorized: false }

/**
 * Returns the driver's `ssl` option for settings, and the fallback if the server rejects it. With certificates there is
 * no fallback; those of authorities also verify the host, unless the mode is `verify-ca`.
 */
export function sslOf(connectionSettings: Settings): readonly [Ssl, Ssl?] {
  const mode = String(connectionSettings.sslmode ?? '')
  const host = String(connectionSettings.host ?? '')
  const [preferredSsl, fallback] = sslOfMode(mode, host)
  const certificates = certificatesIn(connectionSettings, mode !== 'disable')
  if (!certificates) return fallback === undefined ? [preferredSsl] : [preferredSsl, fallback]
  if (certificates.ca === undefined) return [{ ...(preferredSsl || UNCHECKED), ...certificates }]
  const [verified] = sslOfMode(mode === 'verify-ca' ? mode : 'verify-full', host)
  return [{ ...(verified || UNCHECKED), ...certificates }]
}

/** Returns the option and the fallback for a libpq mode. */
function sslOfMode(mode: string, host: string): readonly [Ssl, Ssl?] {
  switch (mode) {
    case 'disable':
      return [false]
    case 'allow':
      return [false, UNCHECKED]
    case '':
    case 'prefer':
      return [UNCHECKED, false]
    case 'require':
      return [UNCHECKED]
    case 'verify-ca':
      return [{ rejectUnauthorized: true, checkServerIdentity: () => undefined }]
    case 'verify-full':
      return [{ rejectUnauthorized: true, checkServerIdentity: identityCheck(host) }]
    default:
      throw new ApiError('uri-wrong')
  }
}
