import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres } from '#testing/postgres.ts'
import { root } from '#testing/tree.ts'
import { ensureBuilt } from '#testing/built-product.ts'

const ends: (() => unknown)[] = []
beforeAll(ensureBuilt, 300_000)
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

type Environment = Readonly<Record<string, string>>

interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

async function outcome(child: ChildProcess): Promise<Ran> {
  let [out, err] = ['', '']
  child.stdout?.on('data', (chunk) => void (out += String(chunk)))
  child.stderr?.on('data', (chunk) => void (err += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

/** Runs `facet` as users do, from another folder. */
function facet(environment: Environment, args: string, input = ''): Promise<Ran> {
  const script = join(root, 'scripts/facet.mjs')
  const child = spawn(process.execPath, [script, ...args.split(' ')], { cwd: tmpdir(), env: environment })
  child.stdin.end(input)
  return outcome(child)
}

async function startServer(environment: Environment): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], { env: environment })
  ends.push(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (said += String(chunk)))
  for (;;) {
    const url = /Facet runs at (http:\/\/\S+)/.exec(said)?.[1]
    if (url) return url
    if (child.exitCode !== null) throw new Error(`The server ended: ${said}`)
    await new Promise((later) => setTimeout(later, 20))
  }
}

async function environmentOf(store: string): Promise<Environment> {
  const home = mkdtempSync(join(tmpdir(), 'facet command '))
  ends.push(() => rmSync(home, { recursive: true, force: true }))
  const own = { PATH: process.env['PATH'] ?? '', HOME: home, FACET_HOME: home, FACET_EXAMPLES: '0', PORT: '0' }
  if (store === 'SQLite') return own
  const server = await startPostgres()
  ends.push(() => server.stop())
  return { ...own, DATABASE_URL: server.url, FACET_SECRET_KEY: 'the secret key of the tests' }
}

describe.each(['SQLite', 'PostgreSQL'])('facet, as built, with a store in %s', (store) => {
  let environment: Environment
  let url: string
  let password: string

  const login = async (given: string) => {
    const answer = await fetch(`${url}/api/v1/security/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ada', password: given }),
    })
    return { status: answer.status, token: ((await answer.json()) as { access_token?: string }).access_token ?? '' }
  }
  const reads = async (token: string) =>
    (await fetch(`${url}/api/v1/me/`, { headers: { authorization: `Bearer ${token}` } })).status

  beforeAll(async () => {
    environment = await environmentOf(store)
  })

  it('adds a user before any server has run, and prints only the password', async () => {
    const { code, out, err } = await facet(environment, 'user add ada --role Gamma --generate')
    expect([code, out]).toEqual([0, expect.stringMatching(/^([a-z0-9]{4}-){4}[a-z0-9]{4}\n$/)])
    expect(err).toContain('Added ada with Gamma, in ')
    password = out.trim()
  })

  it('applies changes to a running server at once', async () => {
    url = await startServer(environment)
    const { status, token } = await login(password)
    expect([status, await reads(token)]).toEqual([200, 200])
    const changed = await facet(environment, 'user password ada --password-stdin', 'another password\n')
    expect([changed.code, changed.out]).toEqual([0, ''])
    expect([await reads(token), (await login(password)).status]).toEqual([401, 401])
    const again = await login('another password')
    expect([again.status, await reads(again.token)]).toEqual([200, 200])
    expect((await facet(environment, 'user deactivate ada')).code).toBe(0)
    expect([await reads(again.token), (await login('another password')).status]).toEqual([401, 401])
  })

  it('rejects the call with a reason and an exit code', async () => {
    expect(await facet(environment, 'user role ada --add Gama')).toEqual({
      code: 1,
      out: '',
      err: 'There is no role Gama; there are Admin, Alpha, Gamma, Public, sql_lab. Name one of these roles.\n',
    })
    expect((await facet(environment, 'user deactivate admin')).err).toMatch(
      /^admin is the last active administrator who can sign in/,
    )
    expect((await facet(environment, 'user add bob --role Gamma')).code).toBe(2)
    const wrong = await facet({ ...environment, PORT: 'abc' }, 'user list')
    expect([wrong.code, wrong.err]).toEqual([1, 'PORT must be a number from 0 to 65535.\n'])
    const listed = JSON.parse((await facet(environment, 'user list --json')).out) as { username: string }[]
    expect(listed.map(({ username }) => username)).toEqual(['ada', 'admin'])
  })
})

it('keeps dashboards as files, and backs up the data of a running server', async () => {
  const environment = await environmentOf('SQLite')
  await startServer(environment)
  const folder = mkdtempSync(join(tmpdir(), 'facet-files-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const [given, own, stored] = ['given', 'own', 'kept'].map((name) => join(folder, name)) as [string, string, string]
  cpSync(join(root, 'testing/bundles/2.0.1/unicode-test'), given, { recursive: true })
  const applied = await facet(environment, `apply ${given}`)
  expect([applied.code, applied.out.split('\n').length]).toEqual([0, 5])
  const exported = await facet(environment, `export ${own}`)
  expect([exported.code, readdirSync(own).toSorted()]).toEqual([
    0,
    ['charts', 'dashboards', 'databases', 'datasets', 'metadata.yaml'],
  ])
  expect(await facet(environment, `apply ${own}`)).toMatchObject({ code: 0, out: '' })
  expect((await facet(environment, `test ${own}`)).err).toMatch(/^There is nothing to test/)
  expect((await facet(environment, `backup ${stored}`)).code).toBe(0)
  expect(readdirSync(stored).toSorted()).toEqual(['databases', 'facet.db', 'home-id', 'secret-key'])
  expect((await facet(environment, `restore ${stored}`)).err).toMatch(/^Facet runs on .* Stop it first\.\n$/)
  expect((await facet(environment, 'doctor')).out).toMatch(/^ok {5}Facet runs as process \d+/m)
  expect((await facet(environment, 'examples')).err).toMatch(/Stop it first/)
})

it('`npm run facet` and the bin of the package start scripts/facet.mjs', () => {
  const { bin, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, object>
  expect(bin).toEqual({ facet: 'scripts/facet.mjs' })
  expect(scripts).toMatchObject({ facet: 'exec node scripts/facet.mjs' })
})
