import type { Setting, Settings } from '../engine.ts'

/** The fields of the connection form. */
export const settings: readonly Setting[] = [
  {
    name: 'project',
    label: 'Project',
    kind: 'text',
    required: true,
    help: 'ID of the project that runs and pays for the queries, for example sales-123456',
  },
  {
    name: 'dataset',
    label: 'Dataset',
    kind: 'text',
    required: false,
    help: 'Dataset of table names without a dataset',
    withinServer: true,
  },
  {
    name: 'password',
    label: 'Service account key',
    kind: 'password',
    required: false,
    help: 'The JSON key of an account that may read the tables and run jobs, and nothing else; stored encrypted',
  },
  {
    name: 'location',
    label: 'Location',
    kind: 'text',
    required: false,
    help: 'Location of the datasets, for example EU; needed outside of US and EU',
    withinServer: true,
  },
  {
    name: 'maximum_bytes_billed',
    label: 'Maximum bytes billed',
    kind: 'text',
    required: false,
    help: 'A query that would read more bytes fails without a charge, for example 10000000000',
    withinServer: true,
  },
]

const URI = /^bigquery:\/\/(?:[^/?#@:]*:([^/?#@]*)@)?([^/?#@]*)(?:\/([^/?#]*))?\/?(?:\?([^#]*))?$/i

/** Parameters that would store a secret in the open, or that name a file of the server. */
const UNSUPPORTED = ['credentials_base64', 'credentials_path', 'credentials_info']
const OPTIONS = ['location', 'maximum_bytes_billed'] as const

/** Returns the settings of a URI such as `bigquery://project/dataset?location=EU`. The password is the key as JSON. */
export function parseUri(uri: string): Settings | undefined {
  const parts = URI.exec(uri)
  if (!parts) return undefined
  const [, password, project = '', dataset = '', query = ''] = parts
  const options = new URLSearchParams(query)
  if (UNSUPPORTED.some((name) => options.has(name))) return undefined
  const given = OPTIONS.map((name) => [name, options.get(name) ?? ''] as const)
  return {
    project: decode(project),
    ...(dataset ? { dataset: decode(dataset) } : {}),
    ...(password === undefined ? {} : { password: decode(password) }),
    ...Object.fromEntries(given.filter(([, value]) => value !== '')),
  }
}

/** Returns the URI of the settings. */
export function printUri(connectionSettings: Settings): string {
  const text = (name: string): string => String(connectionSettings[name] ?? '').trim()
  const hasKey = connectionSettings['password'] !== undefined && connectionSettings['password'] !== ''
  const key = hasKey ? `:${encodeURIComponent(String(connectionSettings['password']))}@` : ''
  const dataset = text('dataset') ? `/${encodeURIComponent(text('dataset'))}` : ''
  const chosen = OPTIONS.filter((name) => text(name) !== '')
  const options = new URLSearchParams(Object.fromEntries(chosen.map((name) => [name, text(name)])))
  return `bigquery://${key}${encodeURIComponent(text('project'))}${dataset}${options.size > 0 ? `?${options.toString()}` : ''}`
}

/** Returns the key in `encrypted_extra`, as Superset stores it: `{"credentials_info": {...}}`. */
export function passwordIn({ credentials_info: key }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof key === 'object' && key !== null ? JSON.stringify(key) : undefined
}

/** The parts of the key of a service account that are used. */
export interface ServiceAccount {
  readonly client_email: string
  readonly private_key: string
}

/**
 * Returns the account of a key; undefined for a text that is none. Keys of other types name addresses and programs, and
 * are not accepted.
 */
export function accountOf(key: string): ServiceAccount | undefined {
  try {
    const { type, client_email: email, private_key: secret } = JSON.parse(key) as Readonly<Record<string, unknown>>
    const isAccount = type === 'service_account' && typeof email === 'string' && typeof secret === 'string'
    return isAccount ? { client_email: email, private_key: secret } : undefined
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
