import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '#testing/built-product.ts'
import { isFullSet } from '#testing/case-sample.ts'
import { signInLinkIn, type ServerProcess, ServerProcesses } from '#testing/server-process.ts'
import { submitLinkAt } from '#testing/sign-in-link.ts'
import { processStart } from './security/home-lock.ts'

const servers = new ServerProcesses()
const newHome = () => servers.newHome()
const start = (home: string, environment: Record<string, string> = {}, args: readonly string[] = []) =>
  servers.start(home, { environment, args })
beforeAll(ensureBuilt, 300_000)
afterAll(() => servers.end())

/** Fails in the way the signal selects, without a handler for it. */
const FAILING = `
const later = (fail) => () => setImmediate(fail)
process.on('SIGUSR2', later(() => { throw new Error('out of the blue') }))
process.on('SIGPIPE', later(() => { throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }) }))
process.on('SIGURG', later(() => { throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' }) }))
`

/** Responses of /ping wait until SIGWINCH, which is printed once twenty wait. */
const HELD = `
import { ServerResponse } from 'node:http'
const { end } = ServerResponse.prototype
const held = []
let isOpen = false
ServerResponse.prototype.end = function (...given) {
  if (isOpen || this.req.url !== '/ping') return end.apply(this, given)
  if (held.push(() => end.apply(this, given)) === 20) console.log('twenty wait')
  return this
}
process.on('SIGWINCH', () => { isOpen = true; for (const go of held) go() })
`

/** The home of all tests: the first start fills it. */
const home = newHome()

// In the order of the life of one server.
describe('the first start', () => {
  let server: ServerProcess
  let origin: string
  beforeAll(async () => {
    // The lock of an ended process, whose id another process has.
    writeFileSync(join(home, 'lock'), JSON.stringify({ pid: process.pid, started: `not ${processStart(process.pid)}` }))
    server = servers.start(home, { before: HELD + FAILING })
    await server.until('/login/link/')
    origin = new URL(signInLinkIn(server.printed())).origin
  }, 90_000)

  it('takes over the lock of an ended process, also if another process has its id', () => {
    expect(JSON.parse(readFileSync(join(home, 'lock'), 'utf8')).pid).toBe(server.child.pid)
  })

  it('keeps its secrets out of the output and prints a link that signs in the administrator', async () => {
    for (const file of ['secret-key', 'admin-password']) expect(statSync(join(home, file)).mode & 0o777).toBe(0o600)
    expect(server.printed()).toContain(`The password of admin is in ${join(home, 'admin-password')}`)
    expect(server.printed()).not.toContain(readFileSync(join(home, 'admin-password'), 'utf8').trim())
    const answer = await submitLinkAt(signInLinkIn(server.printed()))
    expect(answer.headers.get('location')).toBe('/')
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] as string
    const me = await fetch(`${origin}/api/v1/me/`, { headers: { cookie } })
    expect(((await me.json()) as { result: { username: string } }).result.username).toBe('admin')
  })

  it('prevents a second one on the same home, and lets a command print another link', async () => {
    const second = start(home)
    const link = start(home, {}, ['--link'])
    expect(await second.ended).toBe(1)
    expect(second.printed()).toBe(`Facet already runs on ${home}, as process ${server.child.pid}.\n`)
    expect(await link.ended).toBe(0)
    expect(link.printed().trim()).toMatch(new RegExp(`^${origin}/login/link/[\\w-]{43}$`))
    expect((await submitLinkAt(link.printed().trim())).status).toBe(302)
  })

  it('continues after a closed connection', async () => {
    server.child.kill('SIGPIPE')
    await server.until('A connection was closed by its peer')
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    server.child.kill('SIGURG')
    await server.until('Error: aborted')
    expect((await fetch(`${origin}/health`)).status).toBe(200)
  })

  it('completes twenty calls in flight after SIGTERM, and accepts no new ones', { timeout: 90_000 }, async () => {
    const answers = Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await fetch(`${origin}/ping`)
        return [answer.status, await answer.text()]
      }),
    )
    await server.until('twenty wait')
    server.child.kill('SIGTERM')
    const isLetIn = () =>
      fetch(`${origin}/health`).then(
        () => true,
        () => false,
      )
    while (await isLetIn()) await new Promise((resolve) => setTimeout(resolve, 20))
    server.child.kill('SIGWINCH')
    expect(await answers).toEqual(Array.from({ length: 20 }, () => [200, 'OK']))
    expect(await server.ended).toBe(0)
    expect(existsSync(join(home, 'lock'))).toBe(false)
  })
})

it('reports in one line why it cannot start', { timeout: 90_000 }, async () => {
  const unused = newHome()
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  const busy = start(unused, { PORT: String(port) })
  const wrong = start(unused, { PORT: 'http' })
  const file = join(unused, 'a file')
  writeFileSync(file, '')
  const unwritable = start(unused, { FACET_HOME: join(file, 'home') })
  expect([await busy.ended, await wrong.ended, await unwritable.ended]).toEqual([1, 1, 1])
  expect(busy.printed()).toBe(`Port ${port} is in use. Choose another with PORT, for example PORT=${port + 1}.\n`)
  expect(wrong.printed()).toBe('PORT must be a number from 0 to 65535.\n')
  expect(unwritable.printed()).toBe(
    `Cannot write ${join(file, 'home')}: a part of the path is a file. Choose another folder with FACET_HOME.\n`,
  )
  taken.close()
})

describe('a later start', () => {
  afterEach(() => servers.kill())

  it('logs an unexpected error and shuts down in order', { timeout: 90_000 }, async () => {
    const server = servers.start(home, { before: FAILING })
    await server.until('/login/link/')
    server.child.kill('SIGUSR2')
    expect(await server.ended).toBe(1)
    expect(server.printed()).toContain('Uncaught exception; the server shuts down')
    expect(server.printed()).toContain('Error: out of the blue')
    expect(existsSync(join(home, 'lock'))).toBe(false)
  })

  it.runIf(isFullSet)(
    'keeps running when the log cannot be written, and drops the lines',
    { timeout: 90_000 },
    async () => {
      const full = openSync('/dev/full', 'w')
      const server = servers.start(home, { before: FAILING, stdio: ['ignore', 'pipe', full] })
      closeSync(full)
      await server.until('/login/link/')
      const { origin } = new URL(signInLinkIn(server.printed()))
      for (let count = 0; count < 3; count++) {
        server.child.kill('SIGPIPE')
        expect((await fetch(`${origin}/health`)).status).toBe(200)
      }
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    },
  )

  it.runIf(isFullSet)('continues after a closed standard output', { timeout: 90_000 }, async () => {
    const server = servers.start(home, { before: FAILING })
    await server.until('/login/link/')
    const { origin } = new URL(signInLinkIn(server.printed()))
    server.child.stderr?.destroy()
    server.child.stdout?.destroy()
    server.child.kill('SIGPIPE')
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(0)
  })
})
