import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Connection, Engine, EngineStorage, Settings } from '#server/engines/engine.ts'
import { certificateError } from '#server/engines/certificates.ts'
import { withSocketSignal } from '#server/engines/link-local.ts'
import { type SshServer, SshTunnel } from '#server/engines/ssh-tunnel.ts'
import type { ResolvedConnection } from '#server/security/connection-secret.ts'

/**
 * Returns the result of work on a database. When the signal aborts, the sockets that the work opened are closed, and
 * this throws `connection-timeout` without waiting for the driver.
 */
export function runWithSignal<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new ApiError('connection-timeout', { cause: signal.reason }))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    withSocketSignal(signal, work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Returns how to sign in at the SSH server of a connection. */
export function serverOf(tunnel: ResolvedConnection['tunnel']): SshServer | undefined {
  if (!tunnel) return undefined
  const { server_address: host, server_port: port, username, password, host_key: hostKey } = tunnel
  const { private_key: privateKey, private_key_password: passphrase } = tunnel
  return { host, port, username, password, privateKey, passphrase, hostKey }
}

/** Returns settings with the socket of a tunnel. */
export function withTunnelSocket(settings: Settings, tunnel: SshTunnel | undefined): Settings {
  return tunnel ? { ...settings, socket_path: tunnel.path } : settings
}

/** Connects to a database, through an SSH server if there is one. */
export async function connectThrough(
  engine: Engine,
  settings: Settings,
  storage: EngineStorage,
  server: SshServer | undefined,
): Promise<{ readonly connection: Connection; readonly tunnel: SshTunnel | undefined }> {
  if (!server) return { connection: await connect(engine, settings, storage), tunnel: undefined }
  if (!engine.hasTunnels) throw new ApiError('connection-payload', { args: [`${engine.label} has no SSH tunnels`] })
  const tunnel = await SshTunnel.open(
    server,
    { host: String(settings['host']), port: Number(settings['port']) },
    storage,
  )
  try {
    return { connection: await connect(engine, withTunnelSocket(settings, tunnel), storage), tunnel }
  } catch (error) {
    const { fault } = tunnel
    await tunnel.close()
    throw fault ?? error
  }
}

async function connect(engine: Engine, settings: Settings, storage: EngineStorage): Promise<Connection> {
  try {
    return await engine.connect(settings, storage)
  } catch (error) {
    if (error instanceof ApiError) {
      const { code, args, extra, cause } = error
      throw new ApiError(code, { args, cause, extra: { ...extra, ...whereOf(code, engine) } })
    }
    const { code: explained, args, message } = engine.explain(error)
    const code = certificateError(error) ?? explained
    const named = code.startsWith('connection-')
    throw new ApiError(named ? code : 'connection-failed', {
      args: named ? args : [],
      cause: error,
      extra: { message, ...whereOf(code, engine) },
    })
  }
}

/** The connection form fields that an error refers to. */
const addressFields: Readonly<Partial<Record<ErrorCode, readonly string[]>>> = {
  'connection-username': ['username'],
  'connection-password': ['username', 'password'],
  'connection-denied': ['username', 'password'],
  'connection-hostname': ['host'],
  'connection-link-local': ['host'],
  'connection-host-down': ['host'],
  'connection-port': ['port'],
  'connection-port-closed': ['port'],
  'connection-timeout': ['host', 'port'],
  'connection-certificate': ['server_cert'],
  'connection-certificate-self-signed': ['server_cert'],
  'connection-certificate-untrusted': ['server_cert'],
  'connection-certificate-host': ['host'],
  'connection-database': ['database'],
  'connection-permissions': ['username'],
}

function whereOf(code: ErrorCode, engine: Engine): Readonly<Record<string, unknown>> {
  const invalid = addressFields[code]
  return { engine_name: engine.label, ...(invalid ? { invalid } : {}) }
}
