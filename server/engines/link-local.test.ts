import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { engineNamed } from './index.ts'
import { DatabaseSocket } from './link-local.ts'

let folder: string
let path: string
let server: Server
/** The number of connections to the Unix socket. */
let connections = 0
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-socket-'))
  path = join(folder, '.s.PGSQL.5432')
  server = createServer((socket) => {
    connections++
    socket.on('error', () => {}).destroy()
  }).listen(path)
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  connections = 0
})

const connect = (uri: string, more: object = {}) => {
  const engine = engineNamed(uri.replace(/:.*$/s, ''))
  const settings = { ...engine?.parseUri(uri), ...more }
  return engine?.connect(settings, { directory: folder }).catch((error: unknown) => error)
}

it.each([
  ['as a parameter', (host: string) => `postgresql://facet@/facet?host=${host}`],
  ['as an encoded parameter', (host: string) => `postgresql://facet@/facet?host=${encodeURIComponent(host)}`],
  ['as an encoded host', (host: string) => `postgresql://facet@${encodeURIComponent(host)}/facet`],
  ['encoded twice', (host: string) => `postgresql://facet@/facet?host=${encodeURIComponent(encodeURIComponent(host))}`],
  ['first in a list of hosts', (host: string) => `postgresql://facet@/facet?host=${host},db.example`],
  ['last in a list of hosts', (host: string) => `postgresql://facet@/facet?host=db.example,${host}`],
  ['of the abstract namespace', () => 'postgresql://facet@/facet?host=@facet'],
  ['of another engine with this protocol', (host: string) => `cockroachdb://facet@${encodeURIComponent(host)}/facet`],
  ['of MySQL', (host: string) => `mysql://facet@${encodeURIComponent(host)}/facet`],
])('rejects the path of a Unix socket %s, also with a tunnel', async (_, uriOf) => {
  for (const more of [{}, { socket_path: path }])
    expect(await connect(uriOf(folder), more)).toMatchObject({ code: 'connection-socket' })
  expect(connections).toBe(0)
})

it('ignores the parameter unix_socket of MySQL', async () => {
  await connect(`mysql://facet@127.0.0.1:1/facet?unix_socket=${encodeURIComponent(path)}`)
  expect(connections).toBe(0)
})

it.each([
  ['a path', [join(tmpdir(), 'x')]],
  ['an object', [{ path: join(tmpdir(), 'x') }]],
  ['a path as the host', [5432, '/var/run/postgresql']],
  ['only a port', [5432]],
])('a socket of a database does not connect to %s', async (_, given) => {
  const socket = new DatabaseSocket()
  const failed = once(socket, 'error')
  socket.connect(...given)
  expect(await failed).toMatchObject([{ code: 'connection-socket' }])
})

it.each([
  ['fd00:ec2::254'],
  ['fd00:0ec2:0:0:0:0:0:254'],
  ['fd20:ce::254'],
  ['100.100.100.200'],
  ['::ffff:100.100.100.200'],
  ['0x646464c8'],
])('a socket of a database does not connect to the cloud metadata service at %s', async (host) => {
  const socket = new DatabaseSocket()
  const failed = once(socket, 'error')
  socket.connect(5432, host)
  expect(await failed).toMatchObject([{ code: 'connection-link-local' }])
})
