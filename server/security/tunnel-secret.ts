import { passwordMask } from '#core/rest/database.ts'
import { ApiError } from '#core/rest/api-error.ts'

/** The names of the secrets of an SSH tunnel. */
export const TUNNEL_SECRETS = ['password', 'private_key', 'private_key_password'] as const

export type TunnelSecrets = Readonly<Partial<Record<(typeof TUNNEL_SECRETS)[number], string>>>

/** An SSH tunnel of a database, in the names of REST. Its secrets may be masks. */
export interface Tunnel extends TunnelSecrets {
  readonly server_address: string
  readonly server_port: number
  readonly username: string
  /** The fingerprint of the key of the SSH server; absent until it is confirmed. */
  readonly host_key?: string
}

/** Returns the stored tunnel, with masked secrets; undefined if there is none. */
export function storedTunnel(text: string | null | undefined): Tunnel | undefined {
  return text ? (JSON.parse(text) as Tunnel) : undefined
}

/** Returns a tunnel for storage outside of the secrets. */
export function maskedTunnel(tunnel: Tunnel): Tunnel {
  const masks = TUNNEL_SECRETS.filter((name) => tunnel[name]).map((name) => [name, passwordMask])
  return { ...withoutSecrets(tunnel), ...Object.fromEntries(masks) } as Tunnel
}

/** Returns a tunnel without its secrets and their masks. */
export function withoutSecrets({ server_address, server_port, username, host_key }: Tunnel): Tunnel {
  return { server_address, server_port, username, ...(host_key ? { host_key } : {}) }
}

/** Returns a text for the SSH server that secrets are sent to or through; empty without a tunnel. */
export function tunnelText(tunnel: Tunnel | undefined): string {
  return tunnel ? JSON.stringify(withoutSecrets(tunnel)) : ''
}

/** Returns the secrets of a tunnel, with masks replaced by known ones. Throws `connection-secret` for other masks. */
export function tunnelSecrets(tunnel: Tunnel, existing: TunnelSecrets | undefined): TunnelSecrets {
  const found = TUNNEL_SECRETS.flatMap((name) => {
    const given = tunnel[name]
    const secret = given === passwordMask ? existing?.[name] : given
    if (given === passwordMask && secret === undefined)
      throw new ApiError('connection-secret', { extra: { invalid: [`ssh_tunnel.${name}`] } })
    return secret ? [[name, secret] as const] : []
  })
  return Object.fromEntries(found)
}
