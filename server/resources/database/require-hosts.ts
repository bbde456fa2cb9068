import { isIP } from 'node:net'
import { ApiError } from '#core/rest/api-error.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { ResolvedConnection } from '#server/security/connection-secret.ts'
import { lookUpHost } from './connection-attempts.ts'

/**
 * Looks up the host that a connection names, within the limits of `lookUpHost`: that of its SSH server, if it has one.
 * Throws `connection-hostname` if the host of the database does not resolve; the SSH client reports its own server.
 */
export async function requireHosts(
  request: Pick<RouteRequest, 'context' | 'user' | 'signal'>,
  backend: string,
  { sqlalchemy_uri: uri, tunnel }: Pick<ResolvedConnection, 'sqlalchemy_uri' | 'tunnel'>,
): Promise<void> {
  const host = tunnel ? tunnel.server_address : engineNamed(backend)?.parseUri(uri)?.['host']
  // A path is the host of a Unix socket.
  if (typeof host !== 'string' || host === '' || host.startsWith('/') || isIP(host) !== 0) return
  const addresses = await lookUpHost(request, host)
  if (request.signal.aborted) throw new ApiError('connection-timeout', { cause: request.signal.reason })
  if (addresses.length === 0 && !tunnel) throw new ApiError('connection-hostname', { extra: { invalid: ['host'] } })
}
