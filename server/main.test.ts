import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { processStart } from './security/home-lock.ts'

const folders: string[] = []
const running: ChildProcess[] = []

function newHome(): string {
  const folder = mkdtempSync(join(tmpdir(), 'facet-home-'))
  folders.push(folder)
  return folder
}

interface Server {
  readonly child: ChildProcess
  /** Everything it has printed so far. */
  printed(): string
  /** Settles when this was printed, fails when the server ended before. */
  until(text: string): Promise<void>
  readonly ended: Promise<number | null>
}

function start(home: string, environment: Record<string, string> = {}, args: readonly string[] = []): Server {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    PORT: '0',
    FACET_HOME: home,
    FACET_EXAMPLES: '0',
    ...environment,
  }
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts'), ...args], { env })
  running.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => void (text += String(bytes)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const until = async (wanted: string) => {
    while (!text.includes(wanted)) {
      const over = await Promise.race([ended.then(() => true), new Promise((resolve) => setTimeout(resolve, 20))])
      if (over === true && !text.includes(wanted)) throw new Error(`It ended without "${wanted}": ${text}`)
    }
  }
  return { child, printed: () => text, until, ended }
}

const linkIn = (text: string) => /http:\/\/\S+\/login\/link\/\S+/.exec(text)?.[0] as string

afterEach(() => {
  for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

it('A first start keeps its secrets to itself and prints a link that signs in the admin', {
  timeout: 90_000,
}, async () => {
  const home = newHome()
  const server = start(home)
  await server.until('/login/link/')
  for (const file of ['secret-key', 'admin-password']) expect(statSync(join(home, file)).mode & 0o777).toBe(0o600)
  expect(server.printed()).toContain(`The password of admin is in ${join(home, 'admin-password')}`)
  expect(server.printed()).not.toContain(readFileSync(join(home, 'admin-password'), 'utf8').trim())
  const answer = await fetch(linkIn(server.printed()), { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe('/')
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] as string
  const origin = new URL(linkIn(server.printed())).origin
  const me = await fetch(`${origin}/api/v1/me/`, { headers: { cookie } })
  expect(((await me.json()) as { result: { username: string } }).result.username).toBe('admin')

  const second = start(home)
  expect(await second.ended).toBe(1)
  expect(second.printed()).toBe(`Facet already runs on ${home}, as process ${server.child.pid}.\n`)

  const link = start(home, {}, ['--link'])
  expect(await link.ended).toBe(0)
  expect(link.printed().trim()).toMatch(new RegExp(`^${origin}/login/link/[\\w-]{43}$`))
  expect((await fetch(link.printed().trim(), { redirect: 'manual' })).status).toBe(302)

  const before = Date.now()
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(Date.now() - before).toBeLessThan(10_000)
  expect(existsSync(join(home, 'lock'))).toBe(false)
})

it('A lock whose process is gone is taken over, also when its id has been given to another', {
  timeout: 90_000,
}, async () => {
  const home = newHome()
  writeFileSync(join(home, 'lock'), JSON.stringify({ pid: process.pid, started: `not ${processStart(process.pid)}` }))
  const server = start(home)
  await server.until('/login/link/')
  expect(JSON.parse(readFileSync(join(home, 'lock'), 'utf8')).pid).toBe(server.child.pid)
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
})

it('What keeps it from starting is said in one line', { timeout: 90_000 }, async () => {
  const home = newHome()
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  const busy = start(home, { PORT: String(port) })
  const wrong = start(home, { PORT: 'http' })
  const file = join(home, 'a file')
  writeFileSync(file, '')
  const unwritable = start(home, { FACET_HOME: join(file, 'home') })
  expect([await busy.ended, await wrong.ended, await unwritable.ended]).toEqual([1, 1, 1])
  expect(busy.printed()).toBe(`Port ${port} is in use. Choose another with PORT, for example PORT=${port + 1}.\n`)
  expect(wrong.printed()).toBe('PORT must be a number from 0 to 65535.\n')
  expect(unwritable.printed()).toBe(
    `Cannot write ${join(file, 'home')}: a part of the path is a file. Choose another folder with FACET_HOME.\n`,
  )
  taken.close()
})
