import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOfStep, stepAt } from '#server/identity/one-time-code.ts'
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
  const bits = Array.from(key.replaceAll(' ', ''), (each) => ALPHABET.indexOf(each).toString(2).padStart(5, '0')).join('')
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
  const confirmed = await client.put(URL, { code: code() })
  return { user, client, code, begun, codes: confirmed.json().result.recovery_codes as string[] }
}

const state = async (client: Client) => (await client.get(URL)).json().result
const login = (username: string, code?: string) =>
  fixture.nobody.post('/api/v1/security/login', { username, password: PASSWORD, ...(code === undefined ? {} : { code }) })

describe('the second factor', () => {
  it('is set up by the password and a code, and shown as key and QR code once', async () => {
    const client = await fixture.signedIn(await fixture.user('setting up', ['Gamma']))
    expect(await state(client)).toEqual({ is_set: false, is_required: false, recovery_codes: 0 })
    expect((await client.post(URL, {})).statusCode).toBe(400)
    expect((await client.post(URL, { current_password: 'wrong' })).statusCode).toBe(403)
    const { key, uri, svg } = (await client.post(URL, { current_password: PASSWORD })).json().result
    expect(secretOf(key)).toHaveLength(20)
    expect(uri).toBe(`otpauth://totp/Facet:setting%20up?secret=${key.replaceAll(' ', '')}&issuer=Facet`)
    expect(svg).toMatch(/^<svg /)
    expect((await state(client)).is_set).toBe(false)
    const wrong = await client.put(URL, { code: codeOfStep(secretOf(key), stepAt(fixture.now) + 5) })
    expect([wrong.statusCode, wrong.headers['x-facet-error']]).toEqual([403, 'code-wrong'])
    const confirmed = await client.put(URL, { code: codeOfStep(secretOf(key), stepAt(fixture.now)) })
    expect(confirmed.json().result.recovery_codes).toHaveLength(10)
    expect(await state(client)).toEqual({ is_set: true, is_required: false, recovery_codes: 10 })
    expect((await client.post(URL, { current_password: PASSWORD })).headers['x-facet-error']).toBe('second-factor-set')
  })

  it('is stored encrypted, and recovery codes as hashes', async () => {
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

  it('is removed by its user with a code, and by administrators', async () => {
    const { user, client, code } = await withFactor()
    expect((await client.post(`${URL}/remove`, { code: '000000' })).statusCode).toBe(403)
    expect((await client.post(`${URL}/remove`, { code: code() })).statusCode).toBe(200)
    expect((await login(user.username)).statusCode).toBe(200)
    const other = await withFactor()
    const reset = `/api/v1/security/users/${other.user.id}/second_factor`
    expect((await client.delete(reset)).statusCode).toBe(403)
    const admin = await fixture.as('Admin')
    expect((await admin.delete(reset)).statusCode).toBe(200)
    expect((await admin.delete(reset)).headers['x-facet-error']).toBe('second-factor-none')
    expect((await login(other.user.username)).statusCode).toBe(200)
  })

  it('cannot be changed with an API token or another bearer token', async () => {
    const { user, code } = await withFactor()
    const { access_token } = (await login(user.username, code())).json()
    const headers = { authorization: `Bearer ${access_token}` }
    for (const call of [
      fixture.nobody.get(URL, { headers }),
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

  it('is given to only one of two callers with the same code', async () => {
    const { user, code } = await withFactor()
    const current = code()
    const both = await Promise.all([login(user.username, current), login(user.username, current)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403])
  })

  it('is not given after twenty wrong codes in ten minutes', async () => {
    const { user, code } = await withFactor()
    const statuses: number[] = []
    for (let count = 0; count < 21; count++) statuses.push((await login(user.username, '000000')).statusCode)
    expect([statuses[19], statuses[20]]).toEqual([403, 429])
    expect((await login(user.username, code())).statusCode).toBe(429)
    fixture.now += 10 * 60_000
    expect((await login(user.username, code())).statusCode).toBe(200)
    fixture.now = NOON
  })

  it('needs a second factor where the setting requires one', async () => {
    const app = await makeTestApp({ environment: { FACET_REQUIRE_SECOND_FACTOR: '1' } })
    await app.user('ada', ['Gamma'])
    const answer = await app.nobody.post('/api/v1/security/login', { username: 'ada', password: PASSWORD })
    expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([403, 'second-factor-required'])
    await app.close()
  })
})
