import type { Setting, Settings } from '../engine.ts'

/** The default port, and the one of TLS. */
export const DEFAULT_PORT = 8080
const TLS_PORT = 443

/** The fields of the connection form. */
export const settings: readonly Setting[] = [
  {
    name: 'host',
    label: 'Host',
    kind: 'text',
    required: true,
    help: 'Name or address of the coordinator, for example trino.example.com',
  },
  {
    name: 'port',
    label: 'Port',
    kind: 'number',
    required: true,
    help: '8080 unless the server says otherwise; usually 443 or 8443 with SSL',
    usual: DEFAULT_PORT,
  },
  {
    name: 'database',
    label: 'Catalog',
    kind: 'text',
    required: true,
    help: 'Name of the catalog whose tables are read, for example hive',
    withinServer: true,
  },
  {
    name: 'schema',
    label: 'Schema',
    kind: 'text',
    required: false,
    help: 'Schema of table names without a schema',
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
    label: 'Password or token',
    kind: 'password',
    required: false,
    help: 'Sent only with SSL; stored encrypted, and never shown again',
  },
  {
    name: 'is_token',
    label: 'JSON Web Token',
    kind: 'checkbox',
    required: false,
    help: 'The field above contains a JSON Web Token, not a password',
  },
  {
    name: 'encryption',
    label: 'SSL',
    kind: 'checkbox',
    required: false,
    help: 'Use HTTPS; the certificate of the server is verified',
  },
  {
    name: 'skip_verification',
    label: 'Accept any certificate',
    kind: 'checkbox',
    required: false,
    help: 'Do not verify the certificate: an attacker in the network can then read the password',
  },
]

const URI = /^trino(?:\+\w+)?:\/\/(?:([^/?#]*)@)?(\[[^\]]*\]|[^/?#:@]*)(?::(\d*))?(?:\/([^?#]*))?(?:\?([^#]*))?$/i

/** Parameters that would store a secret in the open, or change where it is sent. */
const UNSUPPORTED = ['access_token', 'cert', 'key', 'extra_credential', 'http_headers', 'externalAuthentication']

/**
 * Returns the settings of a URI such as `trino://user:password@host:443/catalog/schema`. As in SQLAlchemy, a password
 * implies HTTPS unless `http_scheme` says otherwise.
 */
export function parseUri(uri: string): Settings | undefined {
  const parts = URI.exec(uri)
  if (!parts) return undefined
  const [, login = '', host = '', port, path = '', query = ''] = parts
  const options = new URLSearchParams(query)
  if (UNSUPPORTED.some((name) => options.has(name))) return undefined
  const colon = login.indexOf(':')
  const [catalog = '', schema = '', ...rest] = path.split('/')
  if (rest.some((part) => part !== '')) return undefined
  const scheme = options.get('http_scheme')?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return undefined
  const isSecure = scheme === undefined ? colon >= 0 || Number(port) === TLS_PORT : scheme === 'https'
  return {
    host: decode(host.replace(/^\[|\]$/g, '')) || 'localhost',
    port: port ? Number(port) : isSecure ? TLS_PORT : DEFAULT_PORT,
    database: decode(catalog),
    username: decode(colon < 0 ? login : login.slice(0, colon)),
    ...(schema ? { schema: decode(schema) } : {}),
    ...(colon < 0 ? {} : { password: decode(login.slice(colon + 1)) }),
    ...(options.get('auth')?.toLowerCase() === 'jwt' ? { is_token: true } : {}),
    ...(isSecure ? { encryption: true } : {}),
    ...(/^(false|0)$/i.test(options.get('verify') ?? '') ? { skip_verification: true } : {}),
  }
}

/** Returns the URI of the settings. */
export function printUri(connectionSettings: Settings): string {
  const text = (name: string): string => String(connectionSettings[name] ?? '').trim()
  const part = (name: string): string => encodeURIComponent(text(name))
  const hasPassword = connectionSettings.password !== undefined && connectionSettings.password !== ''
  const password = hasPassword ? `:${encodeURIComponent(String(connectionSettings.password))}` : ''
  const host = text('host').includes(':') ? `[${text('host')}]` : part('host')
  const port = text('port') || String(connectionSettings.encryption === true ? TLS_PORT : DEFAULT_PORT)
  const isImplied = hasPassword || Number(port) === TLS_PORT
  const options = new URLSearchParams({
    ...(isImplied === (connectionSettings.encryption === true) ? {} : { http_scheme: isImplied ? 'http' : 'https' }),
    ...(connectionSettings.is_token === true ? { auth: 'jwt' } : {}),
    ...(connectionSettings.skip_verification === true ? { verify: 'false' } : {}),
  })
  const query = options.size > 0 ? `?${options.toString()}` : ''
  const schema = text('schema') ? `/${part('schema')}` : ''
  return `trino://${part('username')}${password}@${host}:${port}/${part('database')}${schema}${query}`
}

/** A login may contain a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
