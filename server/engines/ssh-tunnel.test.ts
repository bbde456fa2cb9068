import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { emptyDatabase, type Postgres } from '#testing/postgres.ts'
import { type Sshd, startSshd } from '#testing/sshd.ts'
import type { Connection } from './engine.ts'
import { engineNamed } from './index.ts'
import { createSql } from './sql.ts'
import { MAX_TUNNEL_CONNECTIONS, type SshServer, SshTunnel } from './ssh-tunnel.ts'

const storage = { directory: join(process.env['FACET_TEST_SSH_HOME'] ?? '/nonexistent', 'databases') }

const WAIT = { timeout: 10_000 }

let sshd: Sshd
let postgres: Pick<Postgres, 'url' | 'stop'>
let tunnelTarget: { host: string; port: number }
const tunnels: SshTunnel[] = []
const connections: Connection[] = []

beforeAll(async () => {
  sshd = await startSshd()
  postgres = await emptyDatabase()
  tunnelTarget = { host: '127.0.0.1', port: Number(new URL(postgres.url).port) }
})
afterAll(async () => {
  await postgres.stop()
  await sshd.stop()
})
afterEach(async () => {
  for (const connection of connections.splice(0)) await connection.close()
  for (const tunnel of tunnels.splice(0)) await tunnel.close()
})

const open = async (change: Partial<SshServer> = {}, idleMs?: number, end = tunnelTarget) => {
  const server = {
    host: '127.0.0.1',
    port: sshd.port,
    username: sshd.username,
    privateKey: sshd.key,
    hostKey: sshd.fingerprint,
    ...change,
  }
  const tunnel = await SshTunnel.open(server, end, storage, idleMs)
  tunnels.push(tunnel)
  return tunnel
}
const connectTo = async (tunnel: SshTunnel) => {
  const engine = engineNamed('postgresql')
  const settings = { ...engine?.parseUri(postgres.url), socket_path: tunnel.path }
  const connection = (await engine?.connect(settings, storage)) as Connection
  connections.push(connection)
  return connection
}
const valueOf = async (connection: Connection, text: string, signal = AbortSignal.timeout(20_000)) => {
  const table = await connection.table(createSql(text, [], text), { signal, maxRows: 200_000, labels: ['value'] })
  return [table.rowCount, table.columns[0]?.values[0]]
}

it('reads through the server, with the fingerprint that ssh-keygen prints', async () => {
  const unknown = { code: 'tunnel-host-key-unknown', extra: { host_key: sshd.fingerprint } }
  await expect(open({ hostKey: undefined })).rejects.toMatchObject(unknown)
  const tunnel = await open()
  const connection = await connectTo(tunnel)
  expect(await valueOf(connection, 'SELECT 42')).toEqual([1, 42])
  expect(await valueOf(connection, "SELECT repeat('x', 100) || n FROM generate_series(1, 100000) n")).toEqual([
    100_000,
    `${'x'.repeat(100)}1`,
  ])
  const aborted = valueOf(connection, 'SELECT pg_sleep(20)', AbortSignal.timeout(300))
  await expect(aborted).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(await valueOf(connection, 'SELECT 43')).toEqual([1, 43])
})

it('signs in by a private key with a passphrase', async () => {
  const { lockedKey: privateKey, passphrase } = sshd
  await expect(open({ privateKey, passphrase })).resolves.toMatchObject({ isConnected: true })
  await expect(open({ privateKey, passphrase: 'wrong' })).rejects.toMatchObject({ code: 'tunnel-key' })
  await expect(open({ privateKey: 'no key' })).rejects.toMatchObject({ code: 'tunnel-key' })
  await expect(open({ privateKey: undefined, password: 'wrong' })).rejects.toMatchObject({ code: 'tunnel-denied' })
})

it('a closed port and a missing server are unreachable', async () => {
  await expect(open({}, undefined, { ...tunnelTarget, port: 1 })).rejects.toMatchObject({ code: 'tunnel-far-end' })
  await expect(open({ port: 1 })).rejects.toMatchObject({ code: 'tunnel-unreachable' })
  await expect(open({ host: '169.254.1.1' })).rejects.toMatchObject({ code: 'connection-link-local' })
})

it('connects again to a restarted server, but not to one with another key', async () => {
  const tunnel = await open({ hostKey: sshd.fingerprint })
  const connection = await connectTo(tunnel)
  expect(await valueOf(connection, 'SELECT 1')).toEqual([1, 1])
  await sshd.halt()
  await expect(valueOf(connection, 'SELECT 2')).rejects.toThrow('terminated')
  await sshd.resume()
  expect(await valueOf(connection, 'SELECT 3')).toEqual([1, 3])
  await sshd.halt()
  await sshd.resume(true)
  try {
    // The first statement may still be sent by the lost connection.
    await vi.waitFor(async () => {
      await expect(valueOf(connection, 'SELECT 4')).rejects.toThrow('terminated')
      expect(tunnel.fault).toMatchObject({ code: 'tunnel-host-key' })
    }, WAIT)
    await expect(open({ hostKey: sshd.fingerprint })).rejects.toMatchObject({ code: 'tunnel-host-key' })
  } finally {
    await sshd.halt()
    await sshd.resume()
  }
})

it('ends the connection to the server when it is unused, and its socket when it is closed', async () => {
  const tunnel = await open({}, 100)
  const isUnused = () => vi.waitFor(() => expect(tunnel.isConnected).toBe(false), WAIT)
  await isUnused()
  const connection = await connectTo(tunnel)
  expect(await valueOf(connection, 'SELECT 1')).toEqual([1, 1])
  expect(tunnel.isConnected).toBe(true)
  await connections.pop()?.close()
  await isUnused()
  const { path } = tunnel
  await tunnel.close()
  expect(existsSync(path)).toBe(false)
})

it('limits the connections through one tunnel', async () => {
  const tunnel = await open()
  const states = { closed: 0 }
  const sockets = Array.from({ length: MAX_TUNNEL_CONNECTIONS + 3 }, () =>
    connect(tunnel.path)
      .on('close', () => states.closed++)
      .on('error', () => {}),
  )
  await vi.waitFor(() => expect(states.closed).toBe(3), WAIT)
  expect(sockets.slice(0, MAX_TUNNEL_CONNECTIONS).some(({ destroyed }) => destroyed)).toBe(false)
  for (const socket of sockets) socket.destroy()
})
