import type { Database } from '#core/entity/database.ts'
import type { BundleSecretField } from '#core/rest/bundle.ts'
import { passwordMask } from '#core/rest/database.ts'
import { isObject } from '#core/rest/json.ts'
import { engines } from '#server/engines/index.ts'
import { isSameConnection } from '#server/security/connection-secret.ts'
import {
  storedTunnel,
  type Tunnel,
  TUNNEL_SECRETS,
  type TunnelSecrets,
  withoutSecrets,
} from '#server/security/tunnel-secret.ts'

const HOST_KEY = /^SHA256:[A-Za-z0-9+/]{43}$/

/**
 * Returns the SSH tunnel of a database's file, without secrets; undefined if there is none, it is incomplete, or the
 * engine of the URI has no tunnels.
 */
export function fileTunnel(file: Readonly<Record<string, unknown>>): Tunnel | undefined {
  const { ssh_tunnel: value, sqlalchemy_uri: uri } = file
  if (!isObject(value) || typeof uri !== 'string') return undefined
  if (!engines.some((engine) => engine.hasTunnels && engine.parseUri(uri) !== undefined)) return undefined
  const { server_address: address, server_port: port, username, host_key: key } = value
  if (typeof address !== 'string' || typeof username !== 'string' || !Number.isInteger(port)) return undefined
  if (address.trim() === '' || username === '') return undefined
  return {
    server_address: address.trim(),
    server_port: Number(port),
    username,
    ...(typeof key === 'string' && HOST_KEY.test(key) ? { host_key: key } : {}),
  }
}

/**
 * Returns the tunnel to import, with the given secrets. Without any, those of the same stored connection are used; a
 * file without a tunnel keeps the stored one.
 */
export function importedTunnel(
  found: Tunnel | undefined,
  secrets: TunnelSecrets,
  address: Pick<Database, 'sqlalchemy_uri' | 'server_cert'>,
  existing: Database | undefined,
): Tunnel | undefined {
  const stored = storedTunnel(existing?.tunnel)
  const tunnel = found ? { ...hostKeyOf(stored), ...found } : stored && withoutSecrets(stored)
  if (!tunnel) return undefined
  if (Object.keys(secrets).length > 0) return { ...tunnel, ...secrets }
  return stored && isSameConnection({ ...address, tunnel }, existing) ? { ...tunnel, ...secretsOf(stored) } : tunnel
}

/** The form fields of an import with the secrets of SSH tunnels, by path. */
export const TUNNEL_SECRET_FIELDS = {
  password: 'ssh_tunnel_passwords',
  private_key: 'ssh_tunnel_private_keys',
  private_key_password: 'ssh_tunnel_private_key_passwords',
} as const

/** Returns the form fields of the secrets that a file masks and the tunnel to import does not have. */
export function missingTunnelSecrets(
  { ssh_tunnel: value }: Readonly<Record<string, unknown>>,
  tunnel: Tunnel | undefined,
): readonly BundleSecretField[] {
  if (!tunnel || !isObject(value)) return []
  const missing = TUNNEL_SECRETS.filter((name) => value[name] === passwordMask && !tunnel[name])
  return missing.map((name) => TUNNEL_SECRET_FIELDS[name])
}

function hostKeyOf(tunnel: Tunnel | undefined): Pick<Tunnel, 'host_key'> {
  return tunnel?.host_key ? { host_key: tunnel.host_key } : {}
}

/** Returns the masks of a stored tunnel. */
function secretsOf(stored: Tunnel): TunnelSecrets {
  return Object.fromEntries(TUNNEL_SECRETS.flatMap((name) => (stored[name] ? [[name, stored[name]]] : [])))
}
