import { createHash } from 'node:crypto'
import type { Database } from '#core/entity/database.ts'
import { passwordMask } from '#core/rest/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { SecretKeys } from '#server/base/secret-keys.ts'
import type { ClientCertificate } from '#server/engines/certificates.ts'
import { destinationOf } from '#server/engines/connection-destination.ts'
import { joinPassword, splitPassword } from './connection-address.ts'
import { encryptSecret, openSecret } from './secret-box.ts'
import {
  maskedTunnel,
  storedTunnel,
  type Tunnel,
  TUNNEL_SECRETS,
  tunnelSecrets,
  type TunnelSecrets,
  tunnelText,
  withoutSecrets,
} from './tunnel-secret.ts'

/** The parts of a connection that decide where its secrets are sent, and how the server proves what it is. */
export type ConnectionAddress = Pick<Database, 'sqlalchemy_uri' | 'server_cert'>

/**
 * A connection as given: the password in the URI or the key of the client may be the mask of the stored one. `client`
 * is undefined to keep the stored certificate, and null to remove it.
 */
export interface ConnectionInput extends ConnectionAddress {
  readonly client?: ClientCertificate | null | undefined
  readonly tunnel?: Tunnel | undefined
}

/** A connection with its secrets. */
export interface ResolvedConnection extends ConnectionAddress {
  readonly client?: ClientCertificate | undefined
  readonly tunnel?: Tunnel | undefined
}

/**
 * A connection URI for storage: its password masked and encrypted separately. `secrets: null` deletes the previous
 * ones.
 */
export interface StoredAddress {
  readonly sqlalchemy_uri: string
  readonly secrets?: string | null
  readonly tunnel: string | null
}

/** The stored parts of a database's connection. */
export type StoredConnection = ConnectionAddress & Pick<Database, 'secrets'> & Partial<Pick<Database, 'tunnel'>>

/** The keys that encrypt passwords. */
interface Key {
  readonly secretKey: SecretKeys
}

/** The secrets of a connection with their allowed destination; older ones lack it, or the certificate. */
interface Secret {
  readonly password?: string
  readonly client?: ClientCertificate
  readonly destination?: string
  /** A hash of the certificates that verify the server. */
  readonly certificate?: string
  readonly tunnel?: TunnelSecrets
  /** The SSH server through which the database is reached. */
  readonly tunnelServer?: string
}

/**
 * Returns a connection for storage in place of a stored one. A masked URI keeps the stored password if it has the same
 * destination and the same protection; a URI without a password removes it. The same applies to the client certificate.
 */
export function connectionToStore(
  connection: ConnectionInput,
  stored: StoredConnection | undefined,
  { secretKey }: Partial<Key>,
): StoredAddress {
  const { masked, password } = splitPassword(connection.sqlalchemy_uri)
  const isMasked = password === passwordMask
  const tunnel = connection.tunnel ? JSON.stringify(maskedTunnel(connection.tunnel)) : null
  const address = { sqlalchemy_uri: masked, tunnel }
  const isUnchanged = isMasked && connection.client === undefined && hasMaskedSecrets(connection.tunnel)
  if (isUnchanged && isSameConnection(connection, stored)) return address
  const known = knownSecrets(connection, stored, secretKey)
  const client = clientOf(connection.client, known)
  const secret: Secret = {
    ...(isMasked ? passwordOf(known) : password === undefined ? {} : { password }),
    ...(client ? { client } : {}),
    ...tunnelPart(connection.tunnel, known),
  }
  if (Object.keys(secret).length === 0) return { ...address, ...(stored?.secrets ? { secrets: null } : {}) }
  if (secretKey === undefined) throw new Error('There is no key to encrypt the password of a database')
  const bound: Secret = {
    ...secret,
    destination: destinationOf(masked),
    certificate: hashOf(connection.server_cert),
    tunnelServer: tunnelText(connection.tunnel),
  }
  return { ...address, secrets: encryptSecret(secretKey, JSON.stringify(bound)) }
}

function tunnelPart(tunnel: Tunnel | undefined, known: Secret): Pick<Secret, 'tunnel'> {
  const secrets = tunnel ? tunnelSecrets(tunnel, known.tunnel) : {}
  return Object.keys(secrets).length > 0 ? { tunnel: secrets } : {}
}

/** True if a tunnel contains no new secret. */
function hasMaskedSecrets(tunnel: Tunnel | undefined): boolean {
  return !tunnel || JSON.stringify(maskedTunnel(tunnel)) === JSON.stringify(tunnel)
}

/** True if the stored secrets may be used for a connection: same destination, same protection, same certificates. */
export function isSameConnection(
  given: ConnectionAddress & Pick<ConnectionInput, 'tunnel'>,
  stored: StoredConnection | undefined,
): boolean {
  return (
    !!stored?.secrets &&
    destinationOf(given.sqlalchemy_uri) === destinationOf(stored.sqlalchemy_uri) &&
    hashOf(given.server_cert) === hashOf(stored.server_cert) &&
    tunnelText(given.tunnel) === tunnelText(storedTunnel(stored.tunnel))
  )
}

/**
 * Returns the connection to open. A mask is replaced by the stored secret only if that belongs to it. Throws
 * `connection-secret` if it does not because the certificates or the SSH servers differ, or the stored secret was
 * encrypted for another connection than the stored one.
 */
export function resolveConnection(
  connection: ConnectionInput,
  stored: StoredConnection | undefined,
  { secretKey }: Key,
): ResolvedConnection {
  const { sqlalchemy_uri, server_cert, tunnel } = connection
  const isMasked = splitPassword(sqlalchemy_uri).password === passwordMask
  const isSame = isSameConnection(connection, stored)
  if (stored?.secrets && isMasked && !isSame && destinationOf(sqlalchemy_uri) === destinationOf(stored.sqlalchemy_uri))
    throw new ApiError('connection-secret', { extra: { invalid: ['password'] } })
  const known = knownSecrets(connection, stored, secretKey)
  const client = clientOf(connection.client, known)
  return {
    sqlalchemy_uri: withPassword(sqlalchemy_uri, known),
    server_cert,
    ...(client ? { client } : {}),
    ...(tunnel ? { tunnel: { ...withoutSecrets(tunnel), ...tunnelSecrets(tunnel, known.tunnel) } } : {}),
  }
}

/**
 * Returns a stored connection with its secrets. Throws `connection-secret` if they were encrypted for another URI or
 * with other certificates, and `connection-secret-unreadable` if no key decrypts them.
 */
export function storedConnection(stored: StoredConnection, key: SecretKeys): ResolvedConnection {
  const { sqlalchemy_uri, server_cert, secrets } = stored
  const tunnel = storedTunnel(stored.tunnel)
  if (!secrets) {
    // A tunnel always has secrets: without them, nothing may be sent around it.
    if (tunnel) throw new ApiError('connection-secret')
    return { sqlalchemy_uri, server_cert }
  }
  const secret = secretsOf({ ...stored, secrets }, key)
  const { client } = secret
  if (tunnel && secret.tunnel === undefined) throw new ApiError('connection-secret')
  return {
    sqlalchemy_uri: withPassword(sqlalchemy_uri, secret),
    server_cert,
    ...(client ? { client } : {}),
    ...(tunnel ? { tunnel: { ...withoutSecrets(tunnel), ...secret.tunnel } } : {}),
  }
}

/**
 * Returns the secrets of a stored connection. Throws `connection-secret` if they were encrypted for another URI, other
 * certificates or another SSH server than the stored ones, and `connection-secret-unreadable` if no key decrypts them.
 */
function secretsOf(stored: StoredConnection & { readonly secrets: string }, key: SecretKeys): Secret {
  const opened = openSecret(key, stored.secrets)
  if (!opened) throw new ApiError('connection-secret-unreadable')
  const secret = JSON.parse(opened.text) as Secret
  const { destination, certificate, tunnelServer = '' } = secret
  const isOther = destination !== undefined && destination !== destinationOf(stored.sqlalchemy_uri)
  const isVerifiedOtherwise = certificate !== undefined && certificate !== hashOf(stored.server_cert)
  const isRouted = tunnelServer === tunnelText(storedTunnel(stored.tunnel))
  if (isOther || isVerifiedOtherwise || !isRouted) throw new ApiError('connection-secret')
  return secret
}

/**
 * Returns the stored secrets that a given connection needs and may use; none if the connections differ, or without a
 * key. With a new secret, stored ones that cannot be used count as none: it replaces them.
 */
function knownSecrets(
  connection: ConnectionInput,
  stored: StoredConnection | undefined,
  key: SecretKeys | undefined,
): Secret {
  if (!stored?.secrets || key === undefined || !isSameConnection(connection, stored)) return {}
  const { password } = splitPassword(connection.sqlalchemy_uri)
  const secrets = [password, connection.client?.key, ...TUNNEL_SECRETS.map((name) => connection.tunnel?.[name])]
  const hasMask = secrets.includes(passwordMask)
  if (!hasMask && connection.client !== undefined) return {}
  try {
    return secretsOf({ ...stored, secrets: stored.secrets }, key)
  } catch (error) {
    const isReplaced = !hasMask && secrets.some(Boolean)
    if (isReplaced && error instanceof ApiError) return {}
    throw error
  }
}

function passwordOf({ password }: Secret): Pick<Secret, 'password'> {
  return password === undefined ? {} : { password }
}

function withPassword(uri: string, { password }: Secret): string {
  return password === undefined ? uri : joinPassword(uri, password)
}

/** Returns the client certificate that is meant by a given one. Throws `connection-secret` for the mask of no key. */
function clientOf(given: ConnectionInput['client'], known: Secret): ClientCertificate | undefined {
  if (given === undefined) return known.client
  if (given?.key !== passwordMask) return given ?? undefined
  if (!known.client) throw new ApiError('connection-secret', { extra: { invalid: ['client_key'] } })
  return { cert: given.cert, key: known.client.key }
}

/** Returns a hash of certificates, whatever their line ends; empty for none. */
function hashOf(certificates: string | null): string {
  const text = (certificates ?? '').replace(/\s+/g, ' ').trim()
  return text === '' ? '' : createHash('sha256').update(text).digest('base64url')
}
