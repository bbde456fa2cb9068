import type { SecretKeys } from '#server/base/secret-keys.ts'
import type { Database, DatabaseBody } from '#core/entity/database.ts'
import { passwordMask } from '#core/rest/database.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { areCertificates, type ClientCertificate, isClientCertificate } from '#server/engines/certificates.ts'
import { engineNamed } from '#server/engines/index.ts'
import { bcryptRounds, MAX_KEY_ROUNDS } from '#server/engines/ssh-key.ts'
import { type ConnectionInput, storedConnection } from '#server/security/connection-secret.ts'
import { storedTunnel, type Tunnel, TUNNEL_SECRETS } from '#server/security/tunnel-secret.ts'

/** The fields of a body that describe its certificates and its tunnel. */
export type ConnectionBody = Pick<
  DatabaseBody,
  'server_cert' | 'encrypted_extra' | 'masked_encrypted_extra' | 'ssh_tunnel'
>

interface FieldErrors {
  readonly errors: Readonly<Record<string, readonly string[]>>
}

/** The names of the client certificate and its key in `masked_encrypted_extra`. */
const CERT = 'client_cert'
const KEY = 'client_key'

const REQUIRED = ['server_address', 'server_port', 'username'] as const
const FIELDS: readonly string[] = [...REQUIRED, ...TUNNEL_SECRETS, 'host_key']

/** True if a body changes the certificates or the tunnel of a database. */
export function changesConnection(body: ConnectionBody): boolean {
  return [body.server_cert, body.encrypted_extra, body.masked_encrypted_extra, body.ssh_tunnel].some(
    (each) => each !== undefined,
  )
}

/** Returns the connection of a body with this URI, or the errors of its fields. Absent ones are those of the row. */
export function connectionIn(
  uri: string,
  body: ConnectionBody,
  row: Pick<Database, 'server_cert' | 'tunnel'> | undefined,
  backend: string,
): { readonly ok: ConnectionInput } | FieldErrors {
  const server_cert = body.server_cert === undefined ? (row?.server_cert ?? null) : body.server_cert?.trim() || null
  if (body.server_cert?.trim() && !areCertificates(body.server_cert))
    return { errors: { server_cert: ['Invalid certificate'] } }
  const client = clientIn(body)
  if (client === 'incomplete')
    return { errors: { masked_encrypted_extra: [`A client certificate needs both ${CERT} and ${KEY}`] } }
  if (client && (client.key === passwordMask ? !areCertificates(client.cert) : !isClientCertificate(client)))
    return { errors: { masked_encrypted_extra: ['Invalid client certificate, or not its key'] } }
  const tunnel = tunnelIn(body, row)
  const fault = typeof tunnel === 'string' ? tunnel : tunnel && tunnelError(tunnel, backend)
  if (fault !== undefined) return { errors: { ssh_tunnel: [fault] } }
  const sqlalchemy_uri = withSecretIn(body, uri, backend)
  return { ok: { sqlalchemy_uri, server_cert, client, tunnel: typeof tunnel === 'string' ? undefined : tunnel } }
}

/** Returns a URI with the password in the extra fields of a body, where other tools store keys; unchanged without one. */
function withSecretIn(body: ConnectionBody, uri: string, backend: string): string {
  const engine = engineNamed(backend)
  const password = engine?.passwordIn?.(extraIn(body) ?? {})
  const settings = password === undefined ? undefined : engine?.parseUri(uri)
  return engine && settings && password !== undefined ? engine.printUri({ ...settings, password }) : uri
}

/** Returns the secret fields of a body; undefined if it says nothing about them. */
function extraIn({
  masked_encrypted_extra,
  encrypted_extra,
}: ConnectionBody): Readonly<Record<string, unknown>> | undefined {
  const text = masked_encrypted_extra === undefined ? encrypted_extra : masked_encrypted_extra
  if (text === undefined) return undefined
  const extra: unknown = text === null || text === '' ? {} : parseJson(text)
  return isObject(extra) ? extra : {}
}

/** Returns the tunnel of a body, whose absent fields are those of the row; a text says what is missing. */
function tunnelIn(
  { ssh_tunnel }: ConnectionBody,
  row: Pick<Database, 'tunnel'> | undefined,
): Tunnel | undefined | string {
  const stored = storedTunnel(row?.tunnel)
  if (ssh_tunnel === undefined) return stored
  if (ssh_tunnel === null) return undefined
  const given = Object.entries(ssh_tunnel).filter(([name]) => FIELDS.includes(name))
  const texts = given.map(([name, value]) => {
    if (typeof value !== 'string') return [name, value]
    // A password is used exactly as written, including spaces.
    return [name, (name.endsWith('password') ? value : value.trim()) || undefined]
  })
  const all = { ...stored, ...Object.fromEntries(texts) } as Partial<Tunnel>
  const found = Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = all[name as keyof Tunnel]
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  ) as Partial<Tunnel>
  const missing = REQUIRED.filter((name) => found[name] === undefined)
  return missing.length > 0 ? `Missing data for required field: ${missing.join(', ')}` : (found as Tunnel)
}

/** Returns what prevents a tunnel; undefined for a valid one. */
function tunnelError(
  { password, private_key, private_key_password, host_key }: Tunnel,
  backend: string,
): string | undefined {
  if (!engineNamed(backend)?.hasTunnels) return 'SSH Tunneling is not supported by this database engine.'
  if (password === undefined && private_key === undefined) return 'Must provide credentials for the SSH Tunnel'
  if (password !== undefined && private_key !== undefined) return 'Enter a password or a private key, not both.'
  if (private_key_password !== undefined && private_key === undefined)
    return 'A private key password needs a private key.'
  if (private_key !== undefined && bcryptRounds(private_key) > MAX_KEY_ROUNDS)
    return `The private key is encrypted with more than ${MAX_KEY_ROUNDS} rounds. Enter one with fewer rounds (ssh-keygen -a), or without a passphrase.`
  if (host_key !== undefined && !/^SHA256:[A-Za-z0-9+/]{43}$/.test(host_key))
    return 'The host key is a fingerprint such as SHA256:... (ssh-keygen -l)'
  return undefined
}

/** Returns the tunnel of a database as its clients see it; null without one. */
export function presentTunnel({ id, tunnel }: Pick<Database, 'id' | 'tunnel'>): object | null {
  const stored = storedTunnel(tunnel)
  return stored ? { id, ...stored } : null
}

/** Returns the client certificate of a body: undefined if it says nothing, null if it removes it. */
function clientIn(body: ConnectionBody): ClientCertificate | null | undefined | 'incomplete' {
  const extra = extraIn(body)
  if (extra === undefined) return undefined
  const { [CERT]: cert, [KEY]: key } = extra
  const [hasCert, hasKey] = [cert, key].map((each) => typeof each === 'string' && each.trim() !== '')
  if (!hasCert && !hasKey) return null
  return hasCert && hasKey ? { cert: String(cert).trim(), key: String(key).trim() } : 'incomplete'
}

/** Returns the `masked_encrypted_extra` of a database: its client certificate, with the key masked; null without one. */
export function maskedExtra(database: Database, secretKey: SecretKeys): string | null {
  try {
    const { client } = storedConnection(database, secretKey)
    return client ? JSON.stringify({ [CERT]: client.cert, [KEY]: passwordMask }) : null
  } catch {
    // The secrets belong to another connection, or were encrypted with another key.
    return null
  }
}
