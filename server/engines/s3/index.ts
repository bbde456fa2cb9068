import { passwordMask } from '#core/rest/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { certificatesIn } from '../certificates.ts'
import { duckdb, openBucket } from '../duckdb/index.ts'
import type { Engine, Settings } from '../engine.ts'

/** The region of stores that have none. */
const DEFAULT_REGION = 'us-east-1'
const URI = /^s3:\/\/(?:([^/?#@]*)@)?(\[[^\]/?#]*\]|[^/?#:]*)(?::(\d*))?\/([^?#]+)(?:\?([^#]*))?/i

/** Texts in URIs of other tools may contain a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Separates the secret key from the session token in the password of a URI, which is masked and encrypted as a whole. */
const SEPARATOR = '\n'

function secretsIn(text: string): Settings {
  const [password = '', token] = text.split(SEPARATOR)
  return { password, ...(token === undefined ? {} : { session_token: token }) }
}

/**
 * Returns the password of a URI. Throws `connection-payload` for a session token with a masked secret key: the stored key
 * belongs to another token.
 */
function joinedSecrets(settings: Settings): string {
  const [password, token] = [String(settings['password'] ?? ''), String(settings['session_token'] ?? '')]
  if (token === '') return password
  if (password === '' || password === passwordMask || String(settings['username'] ?? '').trim() === '')
    throw new ApiError('connection-payload', {
      args: ['Enter the access key and the secret key with the session token'],
      extra: { invalid: ['password'] },
    })
  return password + SEPARATOR + token
}

/** Buckets of S3-compatible object stores: their files in Parquet, CSV and JSON as tables, read by DuckDB. */
export const s3: Engine = {
  name: 's3',
  label: 'Object store (S3)',
  settings: [
    {
      name: 'endpoint',
      label: 'Endpoint',
      kind: 'text',
      required: true,
      help: 'URL of the store, one of FACET_S3_ENDPOINTS, such as https://s3.eu-central-1.amazonaws.com',
    },
    {
      name: 'path',
      label: 'Bucket and folder',
      kind: 'text',
      required: true,
      help: 'A bucket, or a folder, file or pattern in it, such as lake/sales/*.parquet',
      withinServer: true,
    },
    {
      name: 'region',
      label: 'Region',
      kind: 'text',
      required: false,
      help: 'Region of the bucket',
      usual: DEFAULT_REGION,
    },
    {
      name: 'username',
      label: 'Access key',
      kind: 'text',
      required: false,
      help: 'An account that may list and read the bucket, and nothing else; empty for a public bucket',
    },
    {
      name: 'password',
      label: 'Secret key',
      kind: 'password',
      required: false,
      help: 'Stored encrypted, and never shown again',
    },
    {
      name: 'session_token',
      label: 'Session token',
      kind: 'password',
      required: false,
      help: 'For temporary credentials; stored encrypted with the secret key. To change one of them, enter both',
    },
  ],
  hasCertificates: 'authorities',
  // Text files have no row count, and counting them reads them.
  dialect: { ...duckdb.dialect, name: 's3', countsAtOnce: false },
  parseUri(uri): Settings | undefined {
    const parts = URI.exec(uri)
    if (!parts?.[2]) return undefined
    const [, login, host = '', port, path = '', query = ''] = parts
    const options = new URLSearchParams(query)
    // It would be stored in the open.
    if (options.has('session_token')) return undefined
    const isPlain = /^(0|false|off|no)$/i.test(options.get('ssl') ?? '')
    const colon = login?.indexOf(':') ?? -1
    const text = `${isPlain ? 'http' : 'https'}://${host}${port ? `:${port}` : ''}`
    return {
      endpoint: URL.canParse(text) ? new URL(text).origin : text,
      path: decode(path),
      region: options.get('region') ?? DEFAULT_REGION,
      ...(login ? { username: decode(colon < 0 ? login : login.slice(0, colon)) } : {}),
      ...(login && colon >= 0 ? secretsIn(decode(login.slice(colon + 1))) : {}),
    }
  },
  printUri(given) {
    const text = (name: string): string => String(given[name] ?? '').trim()
    const endpoint = text('endpoint').includes('://') ? text('endpoint') : `https://${text('endpoint')}`
    const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
    const password = joinedSecrets(given)
    const login =
      text('username') && `${encodeURIComponent(text('username'))}${password && `:${encodeURIComponent(password)}`}@`
    const options = new URLSearchParams({
      ...(text('region') && text('region') !== DEFAULT_REGION ? { region: text('region') } : {}),
      ...(url?.protocol === 'http:' ? { ssl: 'false' } : {}),
    })
    const query = options.size > 0 ? `?${options.toString()}` : ''
    const path = text('path').replace(/^\/+/, '').replace(/[%?#]/g, encodeURIComponent)
    return `s3://${login}${url?.host ?? encodeURIComponent(text('endpoint'))}/${path}${query}`
  },
  placeholder: 's3://key:secret@host/bucket/folder',
  async connect(settings, storage) {
    const endpoint = String(settings['endpoint'] ?? '')
    if (settings['client_cert'] !== undefined)
      throw new ApiError('connection-payload', { args: ['Object stores take no client certificate'] })
    return openBucket(
      {
        endpoint,
        region: String(settings['region'] ?? '') || DEFAULT_REGION,
        path: String(settings['path'] ?? '').replace(/^\/+|\/+$/g, ''),
        accessKey: String(settings['username'] ?? '') || undefined,
        secretKey: String(settings['password'] ?? ''),
        sessionToken: String(settings['session_token'] ?? '') || undefined,
        authorities: certificatesIn(settings, /^https:/i.test(endpoint))?.ca,
      },
      storage,
    )
  },
  explain: (error, sql) => duckdb.explain(error, sql),
}
