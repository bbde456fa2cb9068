import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runProgram } from './start/processes.mjs'
import { connectionsOutside, offline } from './test/network.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** An address reserved for documentation: no host responds there. */
const NOWHERE = '192.0.2.1'

it('rejects every form of connection to another machine, records it, and allows loopback', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'facet network '))
  const refused = join(folder, 'refused')
  const server = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const script = `
    import { lookup } from 'node:dns/promises'
    import net from 'node:net'
    const opened = (...args) => new Promise((resolve) => {
      const socket = net.connect(...args)
      socket.once('error', (error) => resolve(error.message)).once('connect', () => { socket.destroy(); resolve('open') })
    })
    console.log(JSON.stringify([
      await opened(${port}, '127.0.0.1'), await opened({ port: ${port}, host: 'localhost' }),
      await opened(80, '${NOWHERE}'), await opened({ port: 80, host: 'example.invalid' }),
      await fetch('https://${NOWHERE}/').catch((error) => error.cause.message),
      await lookup('example.org').catch((error) => error.message),
    ]))`
  const env = { ...process.env, ...offline(root, refused) }
  const args = ['--input-type=module', '-e', script]
  const { output } = await runProgram(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  server.close()
  const no = `Tests make no connection to ${NOWHERE}`
  const unknown = 'getaddrinfo ENOTFOUND example.org'
  expect(JSON.parse(output)).toEqual(['open', 'open', no, 'Tests make no connection to example.invalid', no, unknown])
  expect(readFileSync(refused, 'utf8').split('\n')).toHaveLength(4)
  rmSync(folder, { recursive: true })
})

it('detects a connection of a child process, and whether it leaves this machine', async () => {
  /** @type {net.Socket[]} */
  const sockets = []
  const server = net.createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const script = `require('node:net').connect(${port}, '127.0.0.1', () => console.log('up'))`
  const child = spawn('sh', ['-c', '"$@"; true', 'sh', process.execPath, '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  expect(connectionsOutside(Number(child.pid))).toEqual([])
  const [seen, ...others] = connectionsOutside(Number(child.pid), /^0+$/)
  expect(others).toEqual([])
  expect(seen?.remote).toBe(address)
  expect(seen?.command).toContain('node:net')
  for (const socket of sockets) socket.destroy()
  server.close()
  await once(child, 'exit')
})
