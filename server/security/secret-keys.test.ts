import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CurrentUser } from '#core/access/current-user.ts'
import { readSettings } from '#server/base/config.ts'
import { type SecretKeys, secretKeysOf } from '#server/base/secret-keys.ts'
import { decryptTicket, encryptTicket } from '#server/identity/sign-in-ticket.ts'
import { makeTestApp, NOON, type TestApp } from '#testing/app.ts'
import { readChannel, signChannel } from './channel-token.ts'
import { checkCsrf, csrfToken } from './csrf.ts'
import { readGuestToken, signGuestToken } from './guest-token.ts'
import { openSession } from './sessions.ts'
import { readToken, signToken } from './token.ts'

const OLD = 'the key of the year before'
const NEW = 'the key of this whole year'
const BOTH = secretKeysOf(NEW, [OLD])
const user = { userId: 5 } as CurrentUser
const claims = { userId: 5, kind: 'access', fresh: true } as const
const guest = { user: { username: 'visitor' }, resources: [], rls: [] }
const ticket = { begun: NOON, next: '/', step: 'second factor', id: 'x', userId: 5, by: 'password' } as const

/** Each signed or encrypted value: how it is created, and whether keys accept it. */
const signed: readonly (readonly [
  string,
  (keys: SecretKeys) => Promise<string>,
  (keys: SecretKeys, value: string) => Promise<unknown>,
])[] = [
  ['CSRF token', async (keys) => csrfToken(keys, 'x', NOON), async (keys, text) => checkCsrf(keys, 'x', text, NOON)],
  ['bearer token', (keys) => signToken(keys, claims, 'x', NOON), (keys, text) => readToken(keys, text, 'access', NOON)],
  [
    'guest token',
    (keys) => signGuestToken(keys, { ...guest, creator: 5 }, { now: NOON, seconds: 60 }),
    (keys, text) => readGuestToken(keys, text, NOON),
  ],
  [
    'channel of async queries',
    (keys) => signChannel(keys, 'channel', user, NOON),
    (keys, text) => readChannel(keys, text, user, NOON),
  ],
  [
    'sign-in ticket',
    async (keys) => encryptTicket(keys, ticket),
    async (keys, text) => decryptTicket(keys, text, 'second factor', NOON),
  ],
]

it.each(signed)(
  'a %s signed with a previous key is accepted, and new ones are signed with the current key',
  async (_, sign, read) => {
    const accepts = async (keys: SecretKeys, value: string) => Boolean(await read(keys, value).catch(() => false))
    const [old, recent] = [await sign(OLD), await sign(BOTH)]
    expect([await accepts(BOTH, old), await accepts(BOTH, recent)]).toEqual([true, true])
    expect([await accepts(NEW, old), await accepts(NEW, recent), await accepts(OLD, recent)]).toEqual([
      false,
      true,
      false,
    ])
    expect(await accepts(BOTH, `${old.slice(0, -6)}AAAAAA`)).toBe(false)
  },
)

it('an expired token of a previous key is reported as expired', async () => {
  const later = NOON + 3_600_000
  await expect(readToken(BOTH, await signToken(OLD, claims, 'x', NOON), 'access', later)).rejects.toMatchObject({
    code: 'token-expired',
  })
})

it.each([
  ['the key of the year before', ['the key of the year before']],
  ['the key of last year, the key of the year before', ['the key of last year', 'the key of the year before']],
  ['["a key, with a comma"]', ['a key, with a comma']],
])('reads FACET_SECRET_KEY_PREVIOUS %s as a list', (text, keys) => {
  expect(readSettings({ FACET_SECRET_KEY_PREVIOUS: text }, '/')).toMatchObject({ previousSecretKeys: keys })
})

it.each(['short', 'the key of last year,short', '[]', '[1', '["short"]', 'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET'])(
  'rejects FACET_SECRET_KEY_PREVIOUS %s without repeating it',
  (text) => {
    expect(readSettings({ FACET_SECRET_KEY_PREVIOUS: text }, '/')).toEqual({
      problems: [
        'FACET_SECRET_KEY_PREVIOUS must be keys of at least 16 characters that are not from an example, separated by ' +
          'commas or as a JSON list',
      ],
    })
  },
)

describe('servers with the previous key, both keys and the new key', () => {
  let folder: string
  const servers: TestApp[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'facet-keys-'))
    const location = { file: join(folder, 'meta.db') }
    for (const secretKey of [OLD, BOTH, NEW]) servers.push(await makeTestApp({ location, config: { secretKey } }))
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const server = (at: 0 | 1 | 2) => servers[at] ?? expect.fail()

  it('hash masked columns with one key', async () => {
    const stored = await server(0).database()
    const keyAt = (at: 0 | 1) => server(at).context.chartData.sources.use(stored, async ({ guard }) => guard.maskKey)
    expect(await keyAt(1)).toBe(await keyAt(0))
    expect(await keyAt(1)).toMatch(/^mask-key:[0-9a-f]{64}$/)
  })

  it('accept sessions always, and tokens of the previous key while it is set', async () => {
    const ada = await server(0).user('ada', ['Admin'])
    const cookie = await openSession(server(0).context.store, ada.id, NOON)
    const bearer = await signToken(OLD, { ...claims, userId: ada.id }, 'x', NOON)
    const statuses = async (headers: Record<string, string>) =>
      Promise.all(servers.map(async ({ nobody }) => (await nobody.get('/api/v1/me/', { headers })).statusCode))
    expect(await statuses({ cookie: `session=${cookie}` })).toEqual([200, 200, 200])
    expect(await statuses({ authorization: `Bearer ${bearer}` })).toEqual([200, 200, 422])
  })

  it('open a permalink that the previous key signed while it is set', async () => {
    const admin = await server(0).as('Admin')
    const { id } = await server(0).dashboard({ dashboard_title: 'Draft', published: false })
    const { key } = (await admin.post(`/api/v1/dashboard/${id}/permalink`, {})).json()
    const open = async (at: 1 | 2) => {
      const gamma = await server(at).signedIn(await server(0).user(`gamma ${at}`, ['Gamma']))
      return (await gamma.get(`/api/v1/dashboard/permalink/${key}`)).statusCode
    }
    expect([await open(1), await open(2)]).toEqual([200, 403])
  })
})
