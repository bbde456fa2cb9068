import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'

/** The account of the operating system that a server runs as. */
export interface ProcessOwner {
  readonly uid: number
  readonly gid: number
}

/**
 * Returns the account for a server that refuses to run as root: `account`, or nobody. Returns undefined if this process
 * does not run as root. Throws if there is neither account.
 */
export function unprivilegedOwner(account: string, server: string): ProcessOwner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = [account, 'nobody'].map((name) => users.find((fields) => fields[0] === name)).find(Boolean)
  if (!user) throw new Error(`Running as root, and there is no user ${account} or nobody to run ${server}`)
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** Returns a loopback port on which nothing listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Returns whether a loopback port accepts connections. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
