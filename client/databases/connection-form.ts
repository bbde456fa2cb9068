import type { ConnectionResponse, EngineResponse, ParameterSchema } from '#calls/databases.ts'
import type { WireError } from '#core/rest/error-body.ts'
import { readErrorBody } from '#core/rest/read-error.ts'
import { errorMessage } from '#calls/call.ts'
import { isObject } from '#core/rest/json.ts'
import { MAX_POOL_SIZE, poolSizeOf } from '#core/rest/pool-size.ts'
import { t } from '#core/text/t.ts'

type Value = string | number | boolean

/** Names of the switches that allow changes of a database. */
export type ChangeSwitch = 'allow_file_upload' | 'allow_ctas' | 'allow_cvas' | 'allow_dml'

/** Names of the certificates of a connection. */
export type CertificateName = 'server_cert' | 'client_cert' | 'client_key'

/** Names of the fields of an SSH tunnel. */
export type TunnelName =
  | 'server_address'
  | 'server_port'
  | 'username'
  | 'password'
  | 'private_key'
  | 'private_key_password'
  | 'host_key'

/** The fields of an SSH tunnel as texts; stored secrets are masked. */
export type TunnelDraft = Readonly<Partial<Record<TunnelName, string>>>

/** A tunnel through the default port. */
export const newTunnel: TunnelDraft = { server_port: '22' }

/** A database connection being edited. */
export interface ConnectionDraft {
  readonly name: string
  readonly engine: string
  /** True if it is described by a URL instead of parameters. */
  readonly isUri: boolean
  readonly uri: string
  readonly values: Readonly<Record<string, Value>>
  readonly switches: Readonly<Record<ChangeSwitch, boolean>>
  /** True if the SQL editor offers cost estimates. */
  readonly hasCostEstimate: boolean
  /** Maximum number of connections as text; empty for the default. */
  readonly poolSize: string
  /** Stored certificates and those that were edited, in PEM form; a stored key is masked. */
  readonly certificates: Readonly<Partial<Record<CertificateName, string>>>
  /** The SSH tunnel; null removes the stored one. */
  readonly tunnel?: TunnelDraft | null
}

/** One field of an engine's form. */
export interface ConnectionField extends ParameterSchema {
  readonly name: string
  readonly isRequired: boolean
}

/** Returns the fields of an engine's form in the order of the server. */
export function fieldsOf({ parameters }: EngineResponse): readonly ConnectionField[] {
  return Object.entries(parameters?.properties ?? {})
    .filter(([, { type }]) => type !== 'object')
    .map(([name, schema]) => ({ ...schema, name, isRequired: parameters?.required.includes(name) === true }))
}

/** Returns a new connection to a database of this engine. */
export function newDraft(engine: EngineResponse, name = ''): ConnectionDraft {
  const defaultParameters = fieldsOf(engine).flatMap((field) =>
    field.default === undefined ? [] : [[field.name, field.default] as const],
  )
  const isUri = engine.parameters === undefined
  const values = Object.fromEntries(defaultParameters)
  const none = { switches: switchesOf({}), hasCostEstimate: false, poolSize: '', certificates: {} }
  return { name, engine: engine.engine, isUri, uri: '', values, ...none }
}

function switchesOf(given: Partial<ConnectionResponse>): ConnectionDraft['switches'] {
  const { allow_file_upload = false, allow_ctas = false, allow_cvas = false, allow_dml = false } = given
  return { allow_file_upload, allow_ctas, allow_cvas, allow_dml }
}

/** Returns true if a switch has an effect on databases of an engine. */
export function hasSwitch({ engine_information: information = {} }: EngineResponse, name: ChangeSwitch): boolean {
  const { supports_file_upload: hasUploads, supports_data_changes: hasChanges } = information
  return (name === 'allow_file_upload' ? hasUploads : hasChanges) === true
}

/** Returns the switches of a draft to save. Options that have no effect on the engine are off. */
export function savedSwitches({ switches }: Pick<ConnectionDraft, 'switches'>, engine: EngineResponse) {
  const { allow_file_upload, allow_ctas, allow_cvas, allow_dml } = switches
  const has = (name: ChangeSwitch) => hasSwitch(engine, name)
  return {
    allow_file_upload: allow_file_upload && has('allow_file_upload'),
    allow_ctas: allow_ctas && has('allow_ctas'),
    allow_cvas: allow_cvas && has('allow_cvas'),
    allow_dml: allow_dml && has('allow_dml'),
  }
}

function extraOf({ extra }: Partial<ConnectionResponse>): Readonly<Record<string, unknown>> {
  return objectIn(extra)
}

function objectIn(text: string | null | undefined): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

/** Returns the `extra` of a draft to save; undefined if it is unchanged. Other parts of it stay as they are. */
export function changedExtra(
  { hasCostEstimate, poolSize }: Pick<ConnectionDraft, 'hasCostEstimate' | 'poolSize'>,
  known: Pick<ConnectionResponse, 'extra'> | undefined,
): string | undefined {
  const extra = extraOf(known ?? {})
  const hadCostEstimate = extra['cost_estimate_enabled'] === true
  const size = poolSize.trim() === '' ? undefined : Number(poolSize)
  const isSameSize = poolSizeOf(known?.extra ?? null) === size
  if (hadCostEstimate === hasCostEstimate && isSameSize) return undefined
  const estimate = hadCostEstimate === hasCostEstimate ? {} : { cost_estimate_enabled: hasCostEstimate }
  const { pool_size: _size, max_overflow: _overflow, ...parameters } = objectOf(extra['engine_params'])
  const pool = isSameSize ? {} : { engine_params: { ...parameters, ...(size !== undefined && { pool_size: size }) } }
  return JSON.stringify({ ...extra, ...estimate, ...pool })
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** Returns the initial form of a saved connection. */
export function draftOf(database: ConnectionResponse): ConnectionDraft {
  return {
    name: database.database_name,
    engine: database.backend ?? '',
    isUri: database.configuration_method !== 'dynamic_form',
    uri: database.sqlalchemy_uri ?? '',
    values: database.parameters ?? {},
    switches: switchesOf(database),
    hasCostEstimate: extraOf(database)['cost_estimate_enabled'] === true,
    poolSize: String(poolSizeOf(database.extra ?? null) ?? ''),
    certificates: certificatesOf(database),
    ...(database.ssh_tunnel && { tunnel: tunnelDraftOf(database.ssh_tunnel) }),
  }
}

function certificatesOf({ server_cert, masked_encrypted_extra }: ConnectionResponse): ConnectionDraft['certificates'] {
  const { client_cert, client_key } = objectIn(masked_encrypted_extra)
  return Object.fromEntries(
    Object.entries({ server_cert, client_cert, client_key }).filter(([, text]) => typeof text === 'string'),
  ) as ConnectionDraft['certificates']
}

function tunnelDraftOf(tunnel: NonNullable<ConnectionResponse['ssh_tunnel']>): TunnelDraft {
  return Object.fromEntries(Object.entries(tunnel).map(([name, value]) => [name, String(value ?? '')]))
}

/** Returns the tunnel of a draft for a request: nothing if there never was one. An empty text removes a field. */
function tunnelBody({ tunnel }: ConnectionDraft): { readonly ssh_tunnel?: object | null } {
  if (!tunnel) return tunnel === undefined ? {} : { ssh_tunnel: null }
  const { server_port: port = '', ...texts } = tunnel
  return { ssh_tunnel: { ...texts, server_port: /^\d{1,5}$/.test(port.trim()) ? Number(port) : null } }
}

/** Returns the certificates of a draft for a request; an empty text removes one, and an absent one is not sent. */
function certificateBody({ certificates }: ConnectionDraft): Record<string, string | null> {
  const { server_cert, client_cert, client_key } = certificates
  const client = { ...(client_cert?.trim() && { client_cert }), ...(client_key?.trim() && { client_key }) }
  const extra = Object.keys(client).length > 0 ? JSON.stringify(client) : null
  return {
    ...(server_cert === undefined ? {} : { server_cert: server_cert.trim() || null }),
    ...(client_cert === undefined && client_key === undefined ? {} : { masked_encrypted_extra: extra }),
  }
}

/** Returns the request body that tests a draft. To save, `switches` are added. */
export function connectionBody(draft: ConnectionDraft): Record<string, unknown> {
  const { name, engine, isUri, uri, values } = draft
  const common = { database_name: name.trim(), ...certificateBody(draft), ...tunnelBody(draft) }
  if (isUri) return { ...common, configuration_method: 'sqlalchemy_form', sqlalchemy_uri: uri.trim() }
  return { ...common, configuration_method: 'dynamic_form', engine, parameters: values }
}

/** Messages by field; the key `''` holds those without a field. */
export type FieldProblems = Readonly<Record<string, string>>

const QUIET: readonly string[] = ['CONNECTION_MISSING_PARAMETERS_ERROR', 'CONNECTION_ACCESS_DENIED_ERROR']

function fieldsIn({ extra }: WireError, key: string): readonly string[] {
  const names = extra[key]
  return Array.isArray(names) ? names.map(String) : []
}

/**
 * Returns the server's validation errors by field. While the user fills in the form, missing parameters and denied
 * access are ignored; `isWhole` includes them.
 */
export function connectionProblems(body: unknown, isWhole: boolean): FieldProblems {
  const read = readErrorBody(body)
  const { errors, fields } = read
  const message = errorMessage(read)
  const reported = errors.filter(({ error_type }) => isWhole || !QUIET.includes(error_type))
  const found = reported.flatMap((error): (readonly [string, string])[] => {
    if (error.error_type === 'CONNECTION_MISSING_PARAMETERS_ERROR' && fieldsIn(error, 'missing').length > 0) {
      return fieldsIn(error, 'missing').map((name) => [name, t('This is a required field')])
    }
    const names = fieldsIn(error, 'invalid')
    return (names.length > 0 ? names : ['']).map((name) => [
      name,
      errorMessage(readErrorBody({ errors: [error] })) ?? error.message,
    ])
  })
  const named = Object.entries(fields ?? {}).map(
    ([name, text]) => [name, Array.isArray(text) ? text.join(' ') : JSON.stringify(text)] as const,
  )
  if (errors.length === 0 && named.length === 0 && message !== undefined) return { '': message }
  return Object.fromEntries([...found, ...named].toReversed())
}

/** Returns the fingerprint of an SSH server whose key the user has to confirm; undefined for other errors. */
export function unconfirmedHostKey(body: unknown): string | undefined {
  const keys = readErrorBody(body).errors.map(({ extra }) => extra['host_key'])
  return keys.find((key) => typeof key === 'string')
}

/** Returns the missing and wrong fields that the form itself detects. */
export function missingFields(draft: ConnectionDraft, fields: readonly ConnectionField[]): FieldProblems {
  const isEmpty = (value: Value | undefined) => value === undefined || String(value).trim() === ''
  const required = fields.filter(({ name, isRequired }) => isRequired && isEmpty(draft.values[name]))
  const names = [
    ...(isEmpty(draft.name) ? ['database_name'] : []),
    ...(draft.isUri && isEmpty(draft.uri) ? ['sqlalchemy_uri'] : []),
    ...(draft.isUri ? [] : required.map(({ name }) => name)),
  ]
  return {
    ...Object.fromEntries(names.map((name) => [name, t('This is a required field')])),
    ...(isPoolSize(draft.poolSize) ? {} : { pool_size: t('Enter a whole number from 1 to %s', MAX_POOL_SIZE) }),
  }
}

/** True if a text is empty or a number of connections within the limit. */
function isPoolSize(text: string): boolean {
  const size = Number(text.trim() || 1)
  return Number.isInteger(size) && size >= 1 && size <= MAX_POOL_SIZE
}
