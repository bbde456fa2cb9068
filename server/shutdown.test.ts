import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { makeTestApp } from '#testing/app.ts'
import { rawCall } from '#testing/raw-call.ts'
import { ServerProcesses } from '#testing/server-process.ts'
import { OpenCalls } from './http/open-calls.ts'
import { lockHome } from './security/home-lock.ts'

const servers = new ServerProcesses()
afterAll(() => servers.end())

/**
 * Starts a process that holds a home and ends by `makeShutdown`. `step` is the code to close; `atExit` runs in its exit
 * handler.
 */
function program(home: string, step: string, atExit: string) {
  const at = (file: string) => JSON.stringify(join(import.meta.dirname, file))
  const source = `
    import { makeShutdown } from ${at('shutdown.ts')}
    import { lockHome } from ${at('security/home-lock.ts')}
    process.once('exit', lockHome(${JSON.stringify(home)}))
    process.prependOnceListener('exit', () => { ${atExit} })
    const log = { info() {}, warn() {}, error: (text) => console.log(text) }
    const end = makeShutdown({ log, timeoutMs: 300, steps: [async () => { throw new Error('broken') }, ${step}] })
    process.on('SIGTERM', () => { console.log('told to end'); end.begin(3); end.begin(4) })
    setInterval(() => {}, 1000)
    console.log('ready')`
  return servers.watch(
    spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
      env: { PATH: process.env['PATH'], HOME: home },
    }),
  )
}

it('closes all parts, then releases the home', { timeout: 60_000 }, async () => {
  const home = servers.newHome()
  const running = program(home, "async () => console.log('closed')", '')
  await running.until('ready')
  expect(lockHome(home)).toBe(running.child.pid)
  running.child.kill('SIGTERM')
  expect(await running.ended).toBe(3)
  expect(running.printed()).toContain('A resource could not be closed')
  expect(running.printed()).toContain('closed\n')
  expect(existsSync(join(home, 'lock'))).toBe(false)
})

it('a part that cannot be closed is killed, and the home stays locked until then', { timeout: 60_000 }, async () => {
  const home = servers.newHome()
  const running = program(home, '() => new Promise(() => {})', 'for (;;);')
  await running.until('ready')
  running.child.kill('SIGTERM')
  await running.until('told to end')
  while (running.child.exitCode === null && running.child.signalCode === null) {
    const holder = lockHome(home)
    // The process may have died in between. Then this test holds the home and releases it at once.
    if (typeof holder === 'function') {
      holder()
      break
    }
    expect(holder).toBe(running.child.pid)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  expect(await running.ended).toBe('SIGKILL')
  expect(running.printed()).toContain('the process is killed')
  const release = lockHome(home)
  expect(release).toBeTypeOf('function')
  if (typeof release === 'function') release()
})

/** Starts a server with requests that wait until they are released. */
async function busy(calls: number) {
  const fixture = await makeTestApp()
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fixture.app.server.address() as AddressInfo
  let letGo = (): void => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const pinged = vi.spyOn(fixture.context.store, 'ping').mockImplementation(() => gate)
  const requests = Array.from({ length: calls }, () => rawCall(port, 'GET /health'))
  await vi.waitFor(() => expect(pinged).toHaveBeenCalledTimes(calls), { timeout: 10_000 })
  return { fixture, port, requests, letGo }
}

it('completes requests in progress, closes idle connections and rejects new ones', async () => {
  const { fixture, port, requests, letGo } = await busy(20)
  const idle = rawCall(port, 'GET /api/v1/me/')
  expect((await idle.answer()).status).toBe(401)
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  const hungUp = once(silent, 'close')
  const closing = fixture.app.close()
  await idle.closed
  const late = rawCall(port, 'GET /health')
  await late.closed
  expect(late.received()).toBe('')
  expect(requests.map((call) => call.received()).join('')).toBe('')
  letGo()
  for (const call of requests) expect((await call.answer()).body).toBe('OK')
  await Promise.all(requests.map((call) => call.closed))
  await hungUp
  await closing
  await fixture.close().catch(() => {})
})

it('completes requests that arrive during shutdown, and then closes their connections', async () => {
  const { fixture, port, requests, letGo } = await busy(1)
  const calls = Array.from({ length: 10 }, () => rawCall(port, 'GET /api/v1/me/'))
  for (const call of calls) expect((await call.answer()).status).toBe(401)
  const head = 'GET /api/v1/me/ HTTP/1.1\r\nhost: facet.example\r\n'
  const [half, ...others] = calls
  await half?.send(head)
  const closing = fixture.app.close()
  for (const call of others) await call.send(`${head}\r\n`)
  await half?.send('\r\n')
  await Promise.all(calls.map((call) => call.closed))
  for (const call of calls) {
    const answer = call.received().slice(call.received().lastIndexOf('HTTP/1.1'))
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer).toMatch(/^connection: close\r$/im)
  }
  letGo()
  expect((await requests[0]?.answer())?.head).toMatch(/^connection: close\r?$/im)
  await closing
  await fixture.close().catch(() => {})
})

it('aborts a request that does not end', async () => {
  const { fixture, requests } = await busy(1)
  const [call] = requests
  const ended = new OpenCalls(fixture.app.server)
  const another = rawCall((fixture.app.server.address() as AddressInfo).port, 'GET /health')
  await once(fixture.app.server, 'request')
  await ended.end(20)
  await Promise.all([call?.closed, another.closed])
  expect([call?.received(), another.received()]).toEqual(['', ''])
  await fixture.close().catch(() => {})
})
