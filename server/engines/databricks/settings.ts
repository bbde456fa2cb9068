import type { Setting, Settings } from '../engine.ts'

/** The default port. */
export const DEFAULT_PORT = 443

/** The fields of the connection form. */
export const settings: readonly Setting[] = [
  {
    name: 'host',
    label: 'Host',
    kind: 'text',
    required: true,
    help: 'Server hostname of the SQL warehouse, for example dbc-a1b2345c-d6e7.cloud.databricks.com',
  },
  {
    name: 'port',
    label: 'Port',
    kind: 'number',
    required: true,
    help: '443 unless the workspace says otherwise',
    usual: DEFAULT_PORT,
  },
  {
    name: 'http_path',
    label: 'HTTP path',
    kind: 'text',
    required: true,
    help: 'HTTP path of the SQL warehouse, for example /sql/1.0/warehouses/1234567890abcdef',
  },
  {
    name: 'password',
    label: 'Access token',
    kind: 'password',
    required: false,
    help: 'A token of a user who may read the tables, and nothing else; stored encrypted, and never shown again',
  },
  {
    name: 'catalog',
    label: 'Catalog',
    kind: 'text',
    required: false,
    help: 'Catalog whose tables are read; default is that of the workspace',
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
]

const URI =
  /^databricks(?:\+(?:connector|pyodbc|pyhive))?:\/\/(?:[^/?#@:]*(?::([^/?#@]*))?@)?([^/?#@:]*)(?::(\d*))?(?:\/([^/?#]*))?\/?(?:\?([^#]*))?$/i

/** Parameters that would store a secret in the open, or that need another way to sign in. */
const UNSUPPORTED = ['access_token', 'auth_type', 'oauth_client_id', 'oauth_client_secret', 'client_secret']

/**
 * Returns the settings of a URI such as `databricks://token:TOKEN@host:443?http_path=/sql/1.0/warehouses/1&catalog=main`.
 * The path of `databricks+connector` is a schema.
 */
export function parseUri(uri: string): Settings | undefined {
  const parts = URI.exec(uri)
  if (!parts) return undefined
  const [, password, host = '', port, path = '', query = ''] = parts
  const options = new URLSearchParams(query)
  if (UNSUPPORTED.some((name) => options.has(name))) return undefined
  const found = {
    http_path: options.get('http_path') ?? '',
    catalog: options.get('catalog') ?? '',
    schema: options.get('schema') ?? decode(path),
  }
  return {
    host: decode(host),
    port: port ? Number(port) : DEFAULT_PORT,
    ...(password === undefined ? {} : { password: decode(password) }),
    ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== '')),
  }
}

/** Returns the URI of the settings. */
export function printUri(connectionSettings: Settings): string {
  const text = (name: string): string => String(connectionSettings[name] ?? '').trim()
  const hasToken = connectionSettings['password'] !== undefined && connectionSettings['password'] !== ''
  const token = hasToken ? `token:${encodeURIComponent(String(connectionSettings['password']))}@` : ''
  const chosen = ['http_path', 'catalog', 'schema'].filter((name) => text(name) !== '')
  const options = new URLSearchParams(Object.fromEntries(chosen.map((name) => [name, text(name)])))
  const query = options.size > 0 ? `?${options.toString()}` : ''
  return `databricks://${token}${encodeURIComponent(text('host'))}:${text('port') || DEFAULT_PORT}${query}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
