import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'
import { createLocalSharedState } from '#server/shared/local-shared.ts'
import { backendIn, joinPassword, setPassword, splitPassword } from './connection-address.ts'
import { type Attempt, type Attempts, makeAttempts } from './sign-in-attempts.ts'
import { CSRF_TTL_MS, checkCsrf, csrfToken } from './csrf.ts'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { homeLockHolder, lockHome, processStart } from './home-lock.ts'
import { networkOf } from './address-network.ts'
import { nextPath } from './next-path.ts'
import { clausesFor } from './row-level.ts'
import { newPassword, secretFile } from './secret-file.ts'
import { encryptSecret, decryptSecret } from './secret-box.ts'
import { signIn } from './sign-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'facet-security-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a CSRF token', () => {
  const token = csrfToken('secret', 'session', 1_000_000)

  it('is valid for its session for a week', () => {
    expect(checkCsrf('secret', 'session', token, 1_000_000)).toBe(true)
    expect(checkCsrf('secret', 'session', token, 1_000_000 + CSRF_TTL_MS - 1)).toBe(true)
    expect(checkCsrf('secret', 'session', token, 1_000_000 + CSRF_TTL_MS)).toBe(false)
  })

  it('is invalid for another session, another key or another time', () => {
    expect(checkCsrf('secret', 'other', token, 1_000_000)).toBe(false)
    expect(checkCsrf('other', 'session', token, 1_000_000)).toBe(false)
    const later = `${(2_000_000).toString(36)}.${token.split('.')[1]}`
    expect(checkCsrf('secret', 'session', later, 2_000_000)).toBe(false)
    expect(checkCsrf('secret', 'session', token, 1_000_000 - 60_000)).toBe(true)
    expect(checkCsrf('secret', 'session', token, 1_000_000 - 60_001)).toBe(false)
    for (const wrong of [
      '',
      '.',
      'a',
      'a.b.c',
      `${token}.x`,
      `${token}x`,
      token.slice(0, -1),
      `.${token.split('.')[1]}`,
    ]) {
      expect(checkCsrf('secret', 'session', wrong, 1_000_000)).toBe(false)
    }
  })
})

it.each([
  ['/chart/list?a=b#c', '/chart/list?a=b#c'],
  ['chart/list', '/chart/list'],
  ['https://facet.example/x', '/x'],
  ['https://facet.example:444/x', '/start'],
  ['//evil.example', '/start'],
  ['///evil.example', '/start'],
  ['/..//evil.example', '/start'],
  ['http:evil.example', '/start'],
  ['javascript:alert(1)', '/start'],
  ['data:text/html,x', '/start'],
  ['\u0001/x', '/start'],
  ['/\\evil.example', '/start'],
  ['/\u001fx', '/start'],
  ['/ x', '/%20x'],
  ['ftp://facet.example/x', '/start'],
  ['http://', '/start'],
  ['', '/start'],
])('the target %j redirects to %s after a sign-in', (next, path) => {
  expect(nextPath(next, 'https://facet.example', '/start')).toBe(path)
})

it.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::7', '2001:db8:0::/48'],
  ['2001:0DB8:0001::', '2001:db8:1::/48'],
  ['::7', '0:0:0::/48'],
  // A trailing IPv4 address counts as two groups.
  ['::1:2:3:4:5:192.0.2.1', '0:1:2::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '::1'],
  ['somewhere', undefined],
  ['', undefined],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('encrypted secrets are decrypted with the same key only, and only if unchanged', () => {
  const encrypted = encryptSecret('key', 'open sesame')
  expect(encrypted).not.toContain('sesame')
  expect(decryptSecret('key', encrypted)).toBe('open sesame')
  expect(encryptSecret('key', 'open sesame')).not.toBe(encrypted)
  expect(() => decryptSecret('other', encrypted)).toThrow('was not encrypted with FACET_SECRET_KEY')
  const bytes = Buffer.from(encrypted, 'base64url')
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) ^ 1
  expect(() => decryptSecret('key', bytes.toString('base64url'))).toThrow('was not encrypted with FACET_SECRET_KEY')
})

it('creates a secret file once, readable only by its owner', () => {
  const path = join(folder, 'secret')
  expect(secretFile(path, () => 'first')).toBe('first')
  expect(secretFile(path, () => 'second')).toBe('first')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toBe('first\n')
  expect(readdirSync(folder).filter((name) => name.startsWith('secret'))).toEqual(['secret'])
  expect(() => secretFile(join(folder, 'nowhere', 'secret'), () => 'first')).toThrow('ENOENT')
  expect(() => secretFile(folder, () => 'first')).toThrow('EISDIR')
})

it('two processes that create a secret file at once use that of the first one', () => {
  const path = join(folder, 'raced')
  expect(secretFile(path, () => secretFile(path, () => 'inner') && 'outer')).toBe('inner')
})

it('generated passwords have letters that are easy to type, and differ', () => {
  const made = Array.from({ length: 50 }, newPassword)
  for (const password of made) expect(password).toMatch(/^([a-hjkmnp-z2-9]{4}-){4}[a-hjkmnp-z2-9]{4}$/)
  expect(new Set(made).size).toBe(50)
})

it.each([
  ['postgresql://ada:p%40ss@db/x', 'postgresql://ada:XXXXXXXXXX@db/x', 'p@ss'],
  ['postgresql+psycopg2://ada:p%ss@db:5432/x?a=b', 'postgresql+psycopg2://ada:XXXXXXXXXX@db:5432/x?a=b', 'p%ss'],
  ['postgresql://ada@db/x', 'postgresql://ada@db/x', undefined],
  ['duckdb:///a:b@c', 'duckdb:///a:b@c', undefined],
])('stores the URI %s as %s', (uri, masked, password) => {
  expect(splitPassword(uri)).toEqual({ masked, password })
  expect(backendIn(uri)).toBe(/^\w+/.exec(uri)?.[0])
  const again = joinPassword(masked, password ?? '')
  expect(splitPassword(again)).toEqual({ masked, password })
})

it.each([
  ['postgresql://ada:old@db/x', 'postgresql://ada:n%40w@db/x'],
  ['postgresql://ada@db/x', 'postgresql://ada:n%40w@db/x'],
  ['postgresql://ada:@db/x', 'postgresql://ada:n%40w@db/x'],
  ['postgresql://db/x', 'postgresql://db/x'],
  ['postgresql://db/ada:old@x', 'postgresql://db/ada:old@x'],
  ['duckdb:///a.duckdb', 'duckdb:///a.duckdb'],
])('a new password changes %s to %s', (uri, expected) => {
  expect(setPassword(uri, 'n@w')).toBe(expected)
})

it.each([
  ['postgresql+psycopg2://ada@db/x', 'postgresql'],
  ['PostgreSQL://db/x', 'postgresql'],
  ['://db', ''],
  ['', ''],
])('the engine of the URI %j is %j', (uri, engine) => {
  expect(backendIn(uri)).toBe(engine)
})

it('special characters in a password stay unchanged', () => {
  const masked = 'postgresql://ada:XXXXXXXXXX@db/x'
  expect(splitPassword(joinPassword(masked, "$& $1 $' %"))).toEqual({ masked, password: "$& $1 $' %" })
  expect(joinPassword('postgresql://ada:own@db/x', 'other')).toBe('postgresql://ada:own@db/x')
  expect(splitPassword('postgresql://ada:a:b@db/x')).toEqual({ masked, password: 'a:b' })
})

describe('the lock of a home', () => {
  const homeOf = (name: string, lock?: object | string) => {
    const home = join(folder, name)
    mkdirSync(home)
    if (lock !== undefined) writeFileSync(join(home, 'lock'), typeof lock === 'string' ? lock : JSON.stringify(lock))
    return home
  }
  const own = { pid: process.pid, started: processStart(process.pid) }

  it('is held by one process, reported to others, and released', () => {
    const home = homeOf('held')
    expect(homeLockHolder(home)).toBeUndefined()
    const release = lockHome(home)
    expect([homeLockHolder(home), lockHome(home)]).toEqual([process.pid, process.pid])
    expect([readdirSync(home), statSync(join(home, 'lock')).mode & 0o777]).toEqual([['lock'], 0o600])
    expect(JSON.parse(readFileSync(join(home, 'lock'), 'utf8'))).toEqual(own)
    ;(release as () => void)()
    expect([homeLockHolder(home), readdirSync(home)]).toEqual([undefined, []])
  })

  it.each<[string, object | string]>([
    ['a process that has ended', { pid: 2 ** 22 + 7, started: '1@boot' }],
    ['a process whose id another one has now', { ...own, started: 'long ago' }],
    ['a process with an unknown start', { pid: 2 ** 22 + 7, started: '' }],
    ['an incomplete lock', '{"pid":'],
    ['a lock in another format', { pid: String(process.pid), started: own.started }],
    ['a lock without a start', { pid: process.pid }],
  ])('left by %s is replaced', (name, lock) => {
    const home = homeOf(name, lock)
    expect(homeLockHolder(home)).toBeUndefined()
    const release = lockHome(home)
    expect([homeLockHolder(home), readdirSync(home)]).toEqual([process.pid, ['lock']])
    ;(release as () => void)()
    expect(existsSync(join(home, 'lock'))).toBe(false)
  })

  it.runIf(process.platform === 'linux')('is not held by an ended process that was never reaped', async () => {
    // The shell becomes a sleep before its child ends, and a sleep never waits for a child.
    const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const pid = Number(String((await once(parent.stdout, 'data'))[0]).trim())
      await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '))
      expect(processStart(pid)).toBe('')
      expect(processStart(parent.pid ?? 0)).toMatch(/^\d+@[\da-f-]{36}$/)
    } finally {
      parent.kill()
    }
  })

  it('taken by another process is not released', () => {
    const home = homeOf('taken')
    const release = lockHome(home)
    writeFileSync(join(home, 'lock'), JSON.stringify({ pid: 1, started: processStart(1) }))
    ;(release as () => void)()
    expect(homeLockHolder(home)).toBe(1)
    expect(lockHome(home)).toBe(1)
  })

  it('throws for a home that does not exist', () => {
    expect(() => lockHome(join(folder, 'nowhere'))).toThrow('ENOENT')
  })
})

describe('row rules of a user', () => {
  const rule = (clause: string, roles: number[], more: object = {}) =>
    ({ clause, roles, group_key: null, filter_type: 'Regular', ...more }) as const
  const base = { filter_type: 'Base' }

  it.each([
    ['for no user', [rule('a', [3])], []],
    ['of one of their roles', [rule('a', [3, 1])], [['a']]],
    ['of all but their roles', [rule('a', [3], base)], [['a']]],
    ['of all but one of theirs', [rule('a', [1], base)], []],
    ['of all', [rule('a', [], base)], [['a']]],
    ['that must all match', [rule('a', [1]), rule('b', [2])], [['a'], ['b']]],
    ['with blank groups', [rule('a', [1], { group_key: ' ' }), rule('b', [2], { group_key: '' })], [['a'], ['b']]],
    [
      'of which one in each group must match',
      [
        rule('a', [1], { group_key: 'x' }),
        rule('b', [2], { group_key: 'y' }),
        rule('c', [2], { group_key: ' x ' }),
        rule('d', [3], { group_key: 'x' }),
        rule('e', [1]),
      ],
      [['a', 'c'], ['b'], ['e']],
    ],
    [
      'in a group named as a rule is counted',
      [rule('a', [1]), rule('b', [1], { group_key: 'rule 0' })],
      [['a'], ['b']],
    ],
  ])('are grouped: %s', (_, rules, expected) => {
    expect(clausesFor({ roleIds: [1, 2] }, rules as Parameters<typeof clausesFor>[1])).toEqual(expected)
  })
})

describe('sign-in attempts', () => {
  const ada = { name: 'Ada', ip: '192.0.2.1' }
  let now = 0
  let attempts: Attempts
  beforeEach(() => {
    now = 0
    attempts = makeAttempts(createLocalSharedState({ cacheBytes: 1000, now: () => now }))
  })
  const begin = (attempt: Attempt, times: number) =>
    Promise.all(Array.from({ length: times }, () => attempts.begin(attempt)))

  it('attempts for a name from one address are rejected after ten in a minute, in any letter case', async () => {
    expect(await begin(ada, 10)).not.toContain(undefined)
    now = 59_999
    expect(await attempts.begin({ name: 'ADA', ip: ada.ip })).toBeUndefined()
    now = 60_000
    expect(await attempts.begin(ada)).toBe(0)
  })

  it('attempts for a name from other addresses are delayed, twice as long each time up to three seconds', async () => {
    for (let host = 1; host <= 10; host++) await attempts.begin({ name: 'ada', ip: `198.51.100.${host}` })
    const hosts = Array.from({ length: 8 }, (_, host) => ({ name: 'ada', ip: `203.0.113.${host}` }))
    const waits = await Promise.all(hosts.map((each) => attempts.begin(each)))
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3000, 3000, 3000])
    expect(await attempts.begin({ name: 'bob', ip: '203.0.113.1' })).toBe(0)
    now = 60_000
    expect(await attempts.begin({ name: 'ada', ip: '203.0.113.99' })).toBe(0)
  })

  it('rejects attempts from one address after a hundred, for any names', async () => {
    for (let count = 0; count < 100; count++) expect(await attempts.begin({ name: `n${count}`, ip: ada.ip })).toBe(0)
    expect(await attempts.begin({ name: 'bob', ip: ada.ip })).toBeUndefined()
    expect(await attempts.begin({ name: 'bob', ip: '192.0.2.2' })).toBe(0)
  })

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:1:2:3', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::1', '::2', true],
    ['1::2:3:4:5:6:7', '1:0:2:3::', true],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
  ])('attempts from %s and %s have the same address: %s', async (one, other, same) => {
    await begin({ name: 'ada', ip: one }, 10)
    expect((await attempts.begin({ name: 'ada', ip: other })) === undefined).toBe(same)
  })

  it('are not counted if they succeed', async () => {
    for (let count = 0; count < 300; count++) {
      expect(await attempts.begin(ada)).toBe(0)
      await attempts.succeed(ada)
    }
    await begin({ name: 'bob', ip: ada.ip }, 9)
    await attempts.begin(ada)
    await attempts.succeed(ada)
    expect(await begin({ name: 'bob', ip: ada.ip }, 2)).toEqual([0, undefined])
  })

  it('are counted across all servers', async () => {
    const shared = createLocalSharedState({ cacheBytes: 1000, now: () => now })
    const [one, other] = [makeAttempts(shared), makeAttempts(shared)]
    for (let count = 0; count < 5; count++) {
      await one.begin(ada)
      await other.begin(ada)
    }
    expect(await one.begin(ada)).toBeUndefined()
    expect(await other.begin(ada)).toBeUndefined()
  })
})

describe('a concurrency limiter', () => {
  it('runs tasks up to its limit, queues others in order, and rejects those beyond the queue', async () => {
    const gate = new ConcurrencyLimiter(2, 3)
    const begun: number[] = []
    const ends: (() => void)[] = []
    const work = (id: number) =>
      gate.run(() => {
        begun.push(id)
        return new Promise<number>((resolve) => ends.push(() => resolve(id)))
      })
    const all = [1, 2, 3, 4, 5].map(work)
    await expect(work(6)).rejects.toMatchObject({ code: 'too-many-requests' })
    expect(begun).toEqual([1, 2])
    ends[1]?.()
    expect(await all[1]).toBe(2)
    await vi.waitFor(() => expect(begun).toEqual([1, 2, 3]))
    const late = work(7)
    for (let next = 0; next < 6; next++) await vi.waitFor(() => (ends[next] as () => void)())
    expect(await Promise.all([...all, late])).toEqual([1, 2, 3, 4, 5, 7])
    expect(begun).toEqual([1, 2, 3, 4, 5, 7])
  })

  it('runs the next task after one has failed', async () => {
    const gate = new ConcurrencyLimiter(1, 1)
    const failed = gate.run(async () => {
      throw new Error('broken')
    })
    const next = gate.run(async () => 'done')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('done')
    expect(await gate.run(async () => 'again')).toBe('again')
  })
})

it('concurrent sign-ins check at most as many passwords as sequential ones', async () => {
  const looked = vi.fn<() => Promise<undefined>>(async () => undefined)
  const store = { users: { byUsername: looked } } as unknown as Store
  const parts = { store, attempts: makeAttempts(createLocalSharedState({ cacheBytes: 1000, now: () => 0 })) }
  const credentials = { username: 'ada', password: 'wrong', ip: '192.0.2.1' }
  const ends = await Promise.all(
    Array.from({ length: 80 }, () => signIn(parts, credentials).catch((error: ApiError) => error.code)),
  )
  expect(looked).toHaveBeenCalledTimes(10)
  expect(ends.filter((code) => code === 'not-signed-in')).toHaveLength(10)
  expect(ends.filter((code) => code === 'too-many-requests')).toHaveLength(70)
})

it('a delayed sign-in is checked after its delay', async () => {
  const store = { users: { byUsername: async () => undefined } } as unknown as Store
  const waited: number[] = []
  const wait = async (milliseconds: number) => waited.push(milliseconds)
  const parts = { store, attempts: makeAttempts(createLocalSharedState({ cacheBytes: 1000, now: () => 0 })), wait }
  for (let host = 1; host <= 12; host++) {
    const pending = signIn(parts, { username: 'ada', password: 'wrong', ip: `192.0.2.${host}` })
    await expect(pending).rejects.toMatchObject({ code: 'not-signed-in' })
  }
  expect(waited).toEqual([100, 200])
})
