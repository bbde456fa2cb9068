import { createPrivateKey } from 'node:crypto'
import type { Setting, Settings } from '../engine.ts'

/** The fields of the connection form. */
export const settings: readonly Setting[] = [
  {
    name: 'account',
    label: 'Account',
    kind: 'text',
    required: true,
    help: 'Identifier of the account, for example myorg-account1 or xy12345.eu-central-1',
  },
  {
    name: 'username',
    label: 'Username',
    kind: 'text',
    required: true,
    help: 'A user whose role may read the tables, and nothing else',
  },
  {
    name: 'password',
    label: 'Password, token or private key',
    kind: 'password',
    required: false,
    help: 'A password, a programmatic access token, or a private key in PEM form without a passphrase; stored encrypted',
  },
  {
    name: 'database',
    label: 'Database name',
    kind: 'text',
    required: true,
    help: 'Name of the database; in double quotes if it has small letters',
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
    name: 'warehouse',
    label: 'Warehouse',
    kind: 'text',
    required: false,
    help: 'Warehouse that runs the queries; default is that of the user',
    withinServer: true,
  },
  {
    name: 'role',
    label: 'Role',
    kind: 'text',
    required: false,
    help: 'Role of the connection; default is that of the user',
    withinServer: true,
  },
]

const URI = /^snowflake:\/\/(?:([^/?#@]*)@)?([^/?#@:]*)(?:\/([^/?#]*))?(?:\/([^/?#]*))?\/?(?:\?([^#]*))?$/i
const HOST = /\.snowflakecomputing\.com$/i
const OPTIONS = ['warehouse', 'role'] as const

/** Parameters that would store a secret in the open, name a file of the server, or change where a secret is sent. */
const UNSUPPORTED = ['authenticator', 'token', 'private_key', 'private_key_path', 'passcode', 'host', 'proxy_host']

/** Returns the settings of a URI such as `snowflake://user:password@account/database/schema?warehouse=w&role=r`. */
export function parseUri(uri: string): Settings | undefined {
  const parts = URI.exec(uri)
  if (!parts) return undefined
  const [, login = '', account = '', database = '', schema = '', query = ''] = parts
  const options = new URLSearchParams(query)
  if (UNSUPPORTED.some((name) => options.has(name))) return undefined
  const colon = login.indexOf(':')
  const given = OPTIONS.map((name) => [name, options.get(name) ?? ''] as const)
  return {
    account: decode(account).replace(HOST, ''),
    username: decode(colon < 0 ? login : login.slice(0, colon)),
    ...(colon < 0 ? {} : { password: decode(login.slice(colon + 1)) }),
    database: decode(database),
    ...(schema ? { schema: decode(schema) } : {}),
    ...Object.fromEntries(given.filter(([, value]) => value !== '')),
  }
}

/** Returns the URI of the settings. */
export function printUri(connectionSettings: Settings): string {
  const text = (name: string): string => String(connectionSettings[name] ?? '').trim()
  const part = (name: string): string => encodeURIComponent(text(name))
  const hasPassword = connectionSettings['password'] !== undefined && connectionSettings['password'] !== ''
  const password = hasPassword ? `:${encodeURIComponent(String(connectionSettings['password']))}` : ''
  const schema = text('schema') ? `/${part('schema')}` : ''
  const chosen = OPTIONS.filter((name) => text(name) !== '')
  const options = new URLSearchParams(Object.fromEntries(chosen.map((name) => [name, text(name)])))
  const query = options.size > 0 ? `?${options.toString()}` : ''
  const account = encodeURIComponent(text('account').replace(HOST, ''))
  return `snowflake://${part('username')}${password}@${account}/${part('database')}${schema}${query}`
}

/** Returns the private key in `encrypted_extra`, as Superset stores it for key pairs; also one with a passphrase. */
export function passwordIn({ auth_method: method, auth_params: params }: Readonly<Record<string, unknown>>) {
  if (method !== 'keypair' || typeof params !== 'object' || params === null) return undefined
  const { privatekey_body: key, privatekey_pass: passphrase } = params as Readonly<Record<string, unknown>>
  return typeof key === 'string'
    ? privateKeyOf(key, typeof passphrase === 'string' ? passphrase : undefined)
    : undefined
}

/** Returns a private key in PEM form; undefined for a text that is none. A form field loses the ends of its lines. */
export function privateKeyOf(text: string, passphrase?: string): string | undefined {
  const [, label = '', body = ''] = /^\s*-----BEGIN ([A-Z ]+)-----([\s\S]*?)-----END \1-----\s*$/.exec(text) ?? []
  const lines = body.replace(/\s+/g, '').match(/.{1,64}/g) ?? []
  const pem = `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase ? { passphrase } : {}) })
    return key.export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch {
    return undefined
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
