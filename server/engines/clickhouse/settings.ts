import type { Setting, Settings } from '../engine.ts'

/** The default ports, without and with encryption. */
const HTTP_PORT = 8123
const HTTPS_PORT = 8443
/** The database of a server that is always there. */
const DEFAULT_DATABASE = 'default'

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
    help: 'Port of the HTTP interface: usually 8123, and 8443 with SSL',
    usual: HTTP_PORT,
  },
  {
    name: 'database',
    label: 'Database name',
    kind: 'text',
    required: true,
    help: 'Name of the database',
    withinServer: true,
    usual: DEFAULT_DATABASE,
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

/** The native protocol, `clickhouse+native`, is not supported. */
const URI =
  /^(?:clickhousedb(?:\+connect)?|clickhouse(?:\+(https?|connect))?):\/\/(?:([^/?#@]*)@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d*))?(?:\/([^?#]*))?(?:\?([^#]*))?/i

/**
 * Returns the settings of a URI such as `clickhousedb://user:password@host:8443/database?secure=true`, or with the scheme
 * `clickhousedb+connect`, `clickhouse`, `clickhouse+http` or `clickhouse+https`.
 */
export function parseUri(uri: string): Settings | undefined {
  const parts = URI.exec(uri)
  if (!parts) return undefined
  const [, scheme = '', login = '', host = '', port, database = '', query = ''] = parts
  const colon = login.indexOf(':')
  const options = new URLSearchParams(query)
  const protocol = options.get('protocol') ?? options.get('interface') ?? scheme
  const isEncrypted = protocol.toLowerCase() === 'https' || isOn(options.get('secure')) || Number(port) === HTTPS_PORT
  return {
    host: decode(host.replace(/^\[|\]$/g, '')) || 'localhost',
    port: port ? Number(port) : isEncrypted ? HTTPS_PORT : HTTP_PORT,
    database: decode(database) || DEFAULT_DATABASE,
    username: decode(colon < 0 ? login : login.slice(0, colon)) || 'default',
    ...(colon < 0 ? {} : { password: decode(login.slice(colon + 1)) }),
    ...(isEncrypted ? { encryption: true } : {}),
    ...(isOff(options.get('verify')) ? { unverified: true } : {}),
  }
}

function isOn(value: string | null): boolean {
  return value !== null && /^(1|true|on|yes)$/i.test(value)
}

function isOff(value: string | null): boolean {
  return value !== null && /^(0|false|off|no)$/i.test(value)
}

/** Returns the URI of the settings. */
export function printUri(connectionSettings: Settings): string {
  const text = (name: string): string => String(connectionSettings[name] ?? '').trim()
  const part = (name: string): string => encodeURIComponent(text(name))
  const password =
    connectionSettings['password'] === undefined || connectionSettings['password'] === ''
      ? ''
      : `:${encodeURIComponent(String(connectionSettings['password']))}`
  const host = text('host').includes(':') ? `[${text('host')}]` : part('host')
  const options = new URLSearchParams({
    ...(connectionSettings['encryption'] === true ? { secure: 'true' } : {}),
    ...(connectionSettings['unverified'] === true ? { verify: 'false' } : {}),
  })
  const query = options.size > 0 ? `?${options.toString()}` : ''
  const port = text('port') || (connectionSettings['encryption'] === true ? HTTPS_PORT : HTTP_PORT)
  return `clickhousedb://${part('username')}${password}@${host}:${port}/${part('database')}${query}`
}

/** The part between user and host may contain a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
