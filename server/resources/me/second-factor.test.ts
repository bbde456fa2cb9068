import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOfStep, stepAt } from '#server/identity/one-time-code.ts'
import { createLinkToken } from '#server/security/first-user.ts'
import { encryptSecret } from '#server/security/secret-box.ts'
import { tokenHash } from '#server/security/sessions.ts'
import { signToken } from '#server/security/token.ts'
import { type Client, makeTestApp, NOON, PASSWORD, type TestApp } from '#testing/app.ts'

const URL = '/api/v1/me/second_factor'

let fixture: TestApp
beforeAll(async () => {
  fixture = await makeTestApp()
})
afterAll(() => fixture.close())

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes base32. */
function secretOf(key: string): Buffer {
  const bits = Array.from(key.replaceAll(' ', ''), (each) => ALPHABET.indexOf(each).toString(2).padStart(5, '0')).join(
    '',
  )
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

let names = 0
/** A user with a second factor; `code` returns the next code that was not used. */
async function withFactor() {
  const user = await fixture.user(`factor ${++names}`, ['Gamma'])
  const client = await fixture.signedIn(user)
  const begun = await client.post(URL, { current_password: PASSWORD })
  const secret = secretOf(begun.json().result.key)
  const code = () => codeOfStep(secret, stepAt((fixture.now += 30_000)))
  const { ticket } = begun.json().result
  const confirmed = await client.put(URL, { ticket, code: code() })
  return { user, client, code, begun, codes: confirmed.json().result.recovery_codes as string[] }
}

const state = async (client: Client) => (await client.get(URL)).json().result
const login = (username: string, code?: string) =>
  fixture.nobody.post('/api/v1/security/login', {
    username,
    password: PASSWORD,
    ...(code === undefined ? {} : { code }),
  })

describe('the second factor', () => {
  it('requires the password and a code to set it up, and shows key and QR code once', async () => {
    const client = await fixture.signedIn(await fixture.user('setting up', ['Gamma']))
    expect(await state(client)).toEqual({ is_set: false, is_required: false, recovery_codes: 0 })
    expect((await client.post(URL, {})).statusCode).toBe(400)
    expect((await client.post(URL, { current_password: 'wrong' })).statusCode).toBe(403)
    const { key, uri, svg, ticket } = (await client.post(URL, { current_password: PASSWORD })).json().result
    expect(secretOf(key)).toHaveLength(20)
    expect(uri).toBe(`otpauth://totp/Facet:setting%20up?secret=${key.replaceAll(' ', '')}&issuer=Facet`)
    expect(svg).toMatch(/^<svg /)
    expect((await state(client)).is_set).toBe(false)
    const wrong = await client.put(URL, { ticket, code: codeOfStep(secretOf(key), stepAt(fixture.now) + 5) })
    expect([wrong.statusCode, wrong.headers['x-facet-error']]).toEqual([403, 'code-wrong'])
    const code = codeOfStep(secretOf(key), stepAt(fixture.now))
    const confirmed = await client.put(URL, { ticket, code })
    expect((await login('setting up', code)).headers['x-facet-error']).toBe('code-wrong')
    expect(confirmed.json().result.recovery_codes).toHaveLength(10)
    expect(await state(client)).toEqual({ is_set: true, is_required: false, recovery_codes: 10 })
    expect((await client.post(URL, { current_password: PASSWORD })).headers['x-facet-error']).toBe('second-factor-set')
  })

  it('stores it encrypted, and recovery codes as hashes', async () => {
    const { user, begun, codes } = await withFactor()
    const stored = await fixture.context.store.secondFactors.ofUser(user.id)
    const key = begun.json().result.key.replaceAll(' ', '')
    expect(stored?.secret).not.toContain(key)
    expect(stored?.secret).not.toContain(secretOf(key).toString('base64url'))
    const { rows } = await fixture.context.store.events.page({ page: 0, pageSize: 20, actor: user.id })
    expect(JSON.stringify(rows)).not.toContain(codes[0])
    expect(rows.map(({ after }) => after)).toContain('{"second_factor":true}')
  })

  it('recovery codes count once each, and are replaced by new ones', async () => {
    const { user, client, code, codes } = await withFactor()
    expect((await login(user.username, codes[0])).statusCode).toBe(200)
    expect((await login(user.username, codes[0])).statusCode).toBe(403)
    expect((await login(user.username, codes[1]?.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(200)
    expect((await state(client)).recovery_codes).toBe(8)
    const renewed = await client.post(`${URL}/recovery_codes`, { code: code() })
    expect(renewed.json().result.recovery_codes).toHaveLength(10)
    expect((await login(user.username, codes[2])).statusCode).toBe(403)
    const other = await withFactor()
    expect((await login(other.user.username, renewed.json().result.recovery_codes[0])).statusCode).toBe(403)
  })

  it('lets its user remove it with the password and a code, and administrators without', async () => {
    const { user, client, code } = await withFactor()
    const remove = (typed: string, password = PASSWORD) =>
      client.post(`${URL}/remove`, { code: typed, current_password: password })
    expect((await client.post(`${URL}/remove`, { code: code() })).statusCode).toBe(400)
    expect((await remove(code(), 'wrong')).headers['x-facet-error']).toBe('password-wrong')
    expect((await remove('000000')).headers['x-facet-error']).toBe('code-wrong')
    expect((await remove(code())).statusCode).toBe(200)
    expect((await login(user.username)).statusCode).toBe(200)
    const other = await withFactor()
    const reset = `/api/v1/security/users/${other.user.id}/second_factor`
    expect((await client.delete(reset)).statusCode).toBe(403)
    const admin = await fixture.as('Admin')
    expect((await admin.delete(reset)).statusCode).toBe(200)
    expect((await admin.delete(reset)).headers['x-facet-error']).toBe('second-factor-none')
    expect((await login(other.user.username)).statusCode).toBe(200)
  })

  it('rejects its removal by its user as an administrator, or with a bearer token', async () => {
    const admin = await fixture.as('Admin')
    const own = await admin.delete(`/api/v1/security/users/${admin.user?.userId}/second_factor`)
    expect([own.statusCode, own.headers['x-facet-error']]).toEqual([422, 'user-self-factor'])
    const { user } = await withFactor()
    const { access_token } = (await login(admin.user?.username ?? '')).json()
    const headers = { authorization: `Bearer ${access_token}` }
    const reset = await fixture.nobody.delete(`/api/v1/security/users/${user.id}/second_factor`, { headers })
    expect(reset.headers['x-facet-error']).toBe('token-account')
    expect(await fixture.context.store.secondFactors.ofUser(user.id)).toBeDefined()
  })

  it('lets a user without a password set it up only within ten minutes of the sign-in', async () => {
    const user = await fixture.user('external', ['Gamma'])
    await fixture.context.store.users.update(user.id, { password: null }, null)
    const client = await fixture.signedIn(user)
    fixture.now += 10 * 60_000 - 1
    expect((await client.post(URL)).statusCode).toBe(201)
    fixture.now += 1
    const late = await client.post(URL)
    expect([late.statusCode, late.headers['x-facet-error']]).toEqual([403, 'second-factor-stale'])
    fixture.now = NOON
  })

  it('lets only the user of its ticket set it up, within ten minutes', async () => {
    const client = await fixture.signedIn(await fixture.user('begins', ['Gamma']))
    const other = await fixture.signedIn(await fixture.user('another', ['Gamma']))
    const [first, second] = [
      (await client.post(URL, { current_password: PASSWORD })).json().result,
      (await client.post(URL, { current_password: PASSWORD })).json().result,
    ]
    expect(second.key).not.toBe(first.key)
    const code = () => codeOfStep(secretOf(second.key), stepAt(fixture.now))
    const confirm = async (by: Client, ticket: string) =>
      (await by.put(URL, { ticket, code: code() })).headers['x-facet-error']
    expect(await confirm(other, second.ticket)).toBe('second-factor-expired')
    expect(await confirm(client, first.ticket)).toBe('code-wrong')
    expect(await confirm(client, `${second.ticket.slice(0, -4)}AAAA`)).toBe('second-factor-expired')
    fixture.now += 10 * 60_000
    expect(await confirm(client, second.ticket)).toBe('second-factor-expired')
    fixture.now -= 10 * 60_000
    expect(await confirm(client, second.ticket)).toBeUndefined()
  })

  it('ends the other sessions, bearer tokens and links of its user when it is turned on or off', async () => {
    const user = await fixture.user('ending', ['Gamma'])
    const { store } = fixture.context
    const open = async (client: Client) => (await client.get('/api/v1/me/')).statusCode
    const client = await fixture.signedIn(user)
    const turns: number[][] = []
    const others = async (change: () => Promise<unknown>, code?: string) => {
      const other = await fixture.signedIn(user)
      const { access_token } = (await login(user.username, code)).json()
      const link = tokenHash(await createLinkToken(store, user.id, fixture.now))
      await change()
      const headers = { authorization: `Bearer ${access_token}` }
      turns.push([
        await open(client),
        await open(other),
        (await fixture.nobody.get('/api/v1/me/', { headers })).statusCode,
      ])
      expect(await store.loginLinks.find(link)).toBeUndefined()
      fixture.now += 1
    }
    const { key, ticket } = (await client.post(URL, { current_password: PASSWORD })).json().result
    const code = () => codeOfStep(secretOf(key), stepAt((fixture.now += 30_000)))
    await others(() => client.put(URL, { ticket, code: code() }))
    const first = code()
    await others(() => client.post(`${URL}/remove`, { code: code(), current_password: PASSWORD }), first)
    expect(turns).toEqual([
      [200, 401, 401],
      [200, 401, 401],
    ])
    fixture.now = NOON
  })

  it('reports that it is unreadable with another secret key', async () => {
    const { user, code } = await withFactor()
    await fixture.context.store.secondFactors.remove(user.id)
    const secret = encryptSecret('another key', 'secret')
    await fixture.context.store.secondFactors.add({ user_id: user.id, secret, last_step: 1 })
    const answer = await login(user.username, code())
    expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([409, 'second-factor-unreadable'])
  })

  it('rejects changes with an API token or another bearer token', async () => {
    const { user, code } = await withFactor()
    const { access_token } = (await login(user.username, code())).json()
    const headers = { authorization: `Bearer ${access_token}` }
    for (const call of [
      fixture.nobody.post(URL, { current_password: PASSWORD }, { headers }),
      fixture.nobody.post(`${URL}/remove`, { code: code() }, { headers }),
    ])
      expect((await call).headers['x-facet-error']).toBe('token-account')
  })
})

describe('a bearer token', () => {
  it('needs a code, which counts once', async () => {
    const { user, code } = await withFactor()
    expect((await login(user.username)).headers['x-facet-error']).toBe('code-required')
    const current = code()
    expect((await login(user.username, current)).statusCode).toBe(200)
    expect((await login(user.username, current)).headers['x-facet-error']).toBe('code-wrong')
  })

  it('returns it to only one of two callers with the same code', async () => {
    const { user, code } = await withFactor()
    const current = code()
    const both = await Promise.all([login(user.username, current), login(user.username, current)])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403])
  })

  it('rejects it after ten wrong codes in ten minutes', async () => {
    const { user, code } = await withFactor()
    const statuses: number[] = []
    for (let count = 0; count < 11; count++) statuses.push((await login(user.username, '000000')).statusCode)
    expect([statuses[9], statuses[10]]).toEqual([403, 429])
    const blocked = await login(user.username, code())
    expect([blocked.statusCode, blocked.headers['x-facet-error']]).toEqual([429, 'code-limit'])
    fixture.now += 10 * 60_000
    expect((await login(user.username, code())).statusCode).toBe(200)
    fixture.now = NOON
  })

  it('returns it after too many wrong codes once an administrator has reset the second factor', async () => {
    const { user } = await withFactor()
    // Attempts from the default address count for other tests too.
    const from = { remoteAddress: '192.0.2.7' }
    const wrong = { username: user.username, password: PASSWORD, code: '000000' }
    for (let count = 0; count < 11; count++) await fixture.nobody.post('/api/v1/security/login', wrong, from)
    const admin = await fixture.as('Admin')
    await admin.delete(`/api/v1/security/users/${user.id}/second_factor`)
    const client = await fixture.signedIn(user)
    const { key, ticket } = (await client.post(URL, { current_password: PASSWORD })).json().result
    const code = () => codeOfStep(secretOf(key), stepAt((fixture.now += 30_000)))
    // Wrong codes of the set-up do not count for the user.
    for (let count = 0; count < 11; count++)
      expect((await client.put(URL, { ticket, code: '000000' }, from)).headers['x-facet-error']).toBe('code-wrong')
    expect((await client.put(URL, { ticket, code: code() })).statusCode).toBe(200)
    expect((await login(user.username, code())).statusCode).toBe(200)
    const counts = [`code user ${user.id}`, `code day ${user.id}`].map((each) => ({ key: each }))
    expect(await fixture.context.store.limitCounts.allow(counts, 24 * 3_600_000)).toEqual([0, 0])
    fixture.now = NOON
  })

  it('rejects it after fifty wrong codes in a day, also after right ones', async () => {
    const { user, code } = await withFactor()
    for (let round = 0; round < 5; round++) {
      for (let count = 0; count < 10; count++) expect((await login(user.username, '000000')).statusCode).toBe(403)
      fixture.now += 10 * 60_000
      if (round < 4) expect((await login(user.username, code())).statusCode).toBe(200)
    }
    expect((await login(user.username, code())).statusCode).toBe(429)
    fixture.now += 24 * 3_600_000
    expect((await login(user.username, code())).statusCode).toBe(200)
    fixture.now = NOON
  })

  it('rejects it after fifty wrong codes of several users from one address in ten minutes', async () => {
    const app = await makeTestApp()
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) {
      const user = await app.user(`victim ${count}`, ['Gamma'])
      await app.context.store.secondFactors.add({
        user_id: user.id,
        secret: encryptSecret(app.context.config.secretKey, 'AAAA'),
        last_step: 1,
      })
      const body = { username: user.username, password: PASSWORD, code: 'no code' }
      for (let times = 0; times < 9; times++)
        statuses.push((await app.nobody.post('/api/v1/security/login', body)).statusCode)
    }
    expect([statuses[49], statuses[50]]).toEqual([403, 429])
    await app.close()
  })

  it('needs a second factor if the setting requires one', async () => {
    const app = await makeTestApp({ environment: { FACET_REQUIRE_SECOND_FACTOR: '1' } })
    await app.user('ada', ['Gamma'])
    const answer = await app.nobody.post('/api/v1/security/login', { username: 'ada', password: PASSWORD })
    expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([403, 'second-factor-required'])
    const { secretKey } = app.context.config
    const user = await app.user('ada', ['Gamma'])
    const claims = { userId: user.id, kind: 'refresh', fresh: true } as const
    const headers = { authorization: `Bearer ${await signToken(secretKey, claims, 'id', app.now)}` }
    const renewed = await app.nobody.post('/api/v1/security/refresh', undefined, { headers })
    expect(renewed.headers['x-facet-error']).toBe('second-factor-required')
    await app.close()
  })
})
