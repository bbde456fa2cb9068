import type { LookupAddress } from 'node:dns'
import { connect } from 'node:net'
import { numberOf } from '#core/rest/json-primitive.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isLinkLocal, lookupHost } from '#server/engines/link-local.ts'
import type { Engine, Settings } from '#server/engines/engine.ts'

/** Milliseconds to wait for a port to respond. */
const PATIENCE = 5000
const MAX_PORT = 65_535

interface ReachOptions {
  readonly signal: AbortSignal
  readonly isTunnelled?: boolean
  /** Returns the addresses of a host; none if it does not resolve in time. */
  readonly lookUp: (host: string) => Promise<readonly LookupAddress[]>
}

/**
 * Returns the errors that prevent a connection with these settings: missing parameters, a host that does not resolve, a
 * port that is invalid or closed. `port` is the value as sent. The host of a tunnelled connection is not looked up
 * here: the SSH server reaches it. Stops once a further check would make no sense. Throws `connection-timeout` when
 * the signal aborts.
 */
export async function checkReachability(
  engine: Engine,
  settings: Settings,
  port: unknown,
  { signal, isTunnelled = false, lookUp }: ReachOptions,
): Promise<readonly ApiError[]> {
  const faults: ApiError[] = []
  const missing = engine.settings
    .filter(({ name, required }) => required && settings[name] === undefined)
    .map(({ name }) => name)
    .toSorted()
  if (missing.length > 0) {
    faults.push(new ApiError('connection-parameters', { args: [missing.join(', ')], extra: { missing } }))
  }
  const { host } = settings
  if (isTunnelled || typeof host !== 'string' || !engine.settings.some(({ name }) => name === 'host')) return faults
  const found = await lookUp(host)
  requireNotAborted(signal)
  const invalid = { extra: { invalid: ['host'] } }
  if (found.length === 0) return [...faults, new ApiError('connection-hostname', invalid)]
  if (found.some(({ address }) => isLinkLocal(address)))
    return [...faults, new ApiError('connection-link-local', { args: [host], ...invalid })]
  if (settings.port === undefined) return faults
  const extra = { invalid: ['port'] }
  const number = numberOf(port)
  if (!Number.isInteger(number)) return [...faults, new ApiError('connection-port-text', { extra })]
  if (number < 0 || number > MAX_PORT) return [...faults, new ApiError('connection-port', { extra })]
  const isReached = await isOpen(host, number, signal)
  requireNotAborted(signal)
  if (!isReached) faults.push(new ApiError('connection-port-closed', { extra }))
  return faults
}

function requireNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ApiError('connection-timeout', { cause: signal.reason })
}

/** Returns whether a port accepts connections; false when the signal aborts. */
function isOpen(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, lookup: lookupHost, signal })
    const settle = (isIt: boolean): void => {
      socket.destroy()
      resolve(isIt)
    }
    socket.setTimeout(PATIENCE, () => settle(false))
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}
