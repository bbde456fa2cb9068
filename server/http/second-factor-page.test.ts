import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmSecondFactor, newFactorSecret } from '#server/identity/second-factor.ts'
import { codeOfStep, stepAt } from '#server/identity/one-time-code.ts'
import { decryptSecret } from '#server/security/secret-box.ts'
import { createLinkToken } from '#server/security/first-user.ts'
import { makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let strict: TestApp
beforeAll(async () => {
  fixture = await makeTestApp()
  strict = await makeTestApp({ environment: { FACET_REQUIRE_SECOND_FACTOR: '1' } })
})
afterAll(async () => {
  await fixture.close()
  await strict.close()
})

/** Returns the code that the app of a user shows. */
async function codeOf({ context, now }: TestApp, userId: number): Promise<string> {
  const factor = await context.store.secondFactors.ofUser(userId)
  const secret = Buffer.from(decryptSecret(context.config.secretKey, factor?.secret ?? ''), 'base64url')
  return codeOfStep(secret, stepAt(now))
}

/** A browser that stores cookies and follows no redirects. */
function browser(app: TestApp) {
  const cookies = new Map<string, string>()
  const call = async (method: 'GET' | 'POST', url: string, fields?: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const form = fields && {
      payload: new URLSearchParams(fields).toString(),
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    }
    const answer = await app.app.inject({ method, url, headers: { cookie }, ...form })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    return answer
  }
  const submit = async (url: string, fields: Record<string, string>, page = url) => {
    const { body } = await call('GET', page)
    const token = /name="csrf_token" value="([^"]+)"/.exec(body)?.[1] ?? ''
    return call('POST', url, { ...fields, csrf_token: token })
  }
  const isIn = async () => (await call('GET', '/api/v1/me/')).statusCode === 200
  const post = (url: string, fields: Record<string, string>) => call('POST', url, fields)
  return { cookies, get: (url: string) => call('GET', url), post, submit, isIn }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes base32. */
function secretOf(key: string): Buffer {
  const bits = Array.from(key.replaceAll(' ', ''), (each) => ALPHABET.indexOf(each).toString(2).padStart(5, '0')).join(
    '',
  )
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

let names = 0
async function userWithFactor() {
  const user = await fixture.user(`second ${++names}`, ['Gamma'])
  const secret = newFactorSecret()
  const typed = { userId: user.id, code: codeOfStep(secret, stepAt(fixture.now)), ip: '' }
  const { codes } = await confirmSecondFactor(fixture.context, typed, secret)
  fixture.now += 30_000
  return { user, codes }
}

describe('a user with a second factor', () => {
  it('enters the code after the password, and reaches the requested page', async () => {
    const { user } = await userWithFactor()
    const page = browser(fixture)
    const credentials = { username: user.username, password: PASSWORD }
    const first = await page.submit('/login/?next=%2Fchart%2Flist', credentials)
    expect([first.headers.location, await page.isIn()]).toEqual(['/login/code/', false])
    const wrong = await page.submit('/login/code/', { code: '000000' })
    expect([wrong.headers.location, await page.isIn()]).toEqual(['/login/code/?problem=code-wrong', false])
    expect((await page.get('/login/code/?problem=code-wrong')).body).toContain('The code is wrong or has been used.')
    const code = await codeOf(fixture, user.id)
    const right = await page.submit('/login/code/', { code })
    expect([right.headers.location, await page.isIn()]).toEqual(['/chart/list', true])
    const { rows } = await fixture.context.store.events.page({ page: 0, pageSize: 1, action: 'sign_in' })
    expect(rows[0]).toMatchObject({ actor: user.id, after: '{"by":"password and code"}' })
    const other = browser(fixture)
    await other.submit('/login/', credentials)
    expect((await other.submit('/login/code/', { code })).headers.location).toBe('/login/code/?problem=code-wrong')
    expect(await other.isIn()).toBe(false)
  })

  it('enters the code after a sign-in link as well', async () => {
    const { user, codes } = await userWithFactor()
    const link = `/login/link/${await createLinkToken(fixture.context.store, user.id, fixture.now)}`
    const page = browser(fixture)
    expect((await page.submit(link, {})).headers.location).toBe('/login/code/')
    expect(await page.isIn()).toBe(false)
    await page.submit('/login/code/', { code: codes[0] ?? '' })
    expect(await page.isIn()).toBe(true)
  })

  it('accepts it with the password, as the dialog of an open page sends it', async () => {
    const { user } = await userWithFactor()
    const page = browser(fixture)
    const credentials = { username: user.username, password: PASSWORD }
    const wrong = await page.submit('/login/', { ...credentials, code: '000000' })
    expect([wrong.headers.location, await page.isIn()]).toEqual(['/login/?problem=code', false])
    await page.submit('/login/', { ...credentials, code: await codeOf(fixture, user.id) })
    expect(await page.isIn()).toBe(true)
  })

  it('records a recovery code in the action log, and uses the ticket of a sign-in once', async () => {
    const { user, codes } = await userWithFactor()
    const page = browser(fixture)
    await page.submit('/login/', { username: user.username, password: PASSWORD })
    const ticket = page.cookies.get('sign_in') ?? ''
    expect((await page.submit('/login/code/', { code: codes[3] ?? '' })).headers.location).toBe('/')
    const { rows } = await fixture.context.store.events.page({ page: 0, pageSize: 1, action: 'sign_in' })
    expect(rows[0]).toMatchObject({ actor: user.id, after: '{"by":"password and recovery code"}' })
    const other = browser(fixture)
    other.cookies.set('sign_in', ticket)
    const used = await other.submit('/login/code/', { code: await codeOf(fixture, user.id) })
    expect([used.headers.location, await other.isIn()]).toEqual(['/login/?problem=sign-in-expired', false])
  })

  it('rejects the ticket of a user who was deactivated, and a form without a CSRF token', async () => {
    const { user } = await userWithFactor()
    const page = browser(fixture)
    await page.submit('/login/', { username: user.username, password: PASSWORD })
    expect((await page.post('/login/code/', { code: await codeOf(fixture, user.id) })).statusCode).toBe(400)
    const token = /name="csrf_token" value="([^"]+)"/.exec((await page.get('/login/code/')).body)?.[1] ?? ''
    await fixture.context.store.users.update(user.id, { active: false }, null)
    const answer = await page.post('/login/code/', { code: await codeOf(fixture, user.id), csrf_token: token })
    expect(answer.headers.location).toBe('/login/?problem=sign-in-expired')
  })

  it('rejects a code without a sign-in, after ten minutes, and after the sessions have ended', async () => {
    const { user } = await userWithFactor()
    const without = browser(fixture)
    expect((await without.get('/login/code/')).headers.location).toBe('/login/?problem=sign-in-expired')
    const page = browser(fixture)
    await page.submit('/login/', { username: user.username, password: PASSWORD })
    const ticket = page.cookies.get('sign_in') ?? ''
    fixture.now += 10 * 60_000
    expect((await page.get('/login/code/')).headers.location).toBe('/login/?problem=sign-in-expired')
    fixture.now -= 10 * 60_000
    page.cookies.set('sign_in', ticket)
    await fixture.context.store.users.endTokens(user.id, fixture.now)
    const ended = await page.submit('/login/code/', { code: await codeOf(fixture, user.id) })
    expect([ended.headers.location, await page.isIn()]).toEqual(['/login/?problem=sign-in-expired', false])
  })
})

describe('a user without a second factor if the setting requires one', () => {
  it('sets it up at the sign-in, and sees the recovery codes once', async () => {
    const user = await strict.user('new', ['Gamma'])
    const page = browser(strict)
    const first = await page.submit('/login/', { username: 'new', password: PASSWORD })
    expect([first.headers.location, await page.isIn()]).toEqual(['/login/code/?step=set-up', false])
    const shown = (await page.get('/login/code/')).body
    const key = /<code>([A-Z2-7 ]+)<\/code>/.exec(shown)?.[1]
    expect(shown).toContain('<svg ')
    await page.submit('/login/code/', { code: '000000' })
    expect((await page.get('/login/code/')).body).toContain(`<code>${key}</code>`)
    expect(await strict.context.store.secondFactors.ofUser(user.id)).toBeUndefined()
    const ticket = page.cookies.get('sign_in') ?? ''
    const done = await page.submit('/login/code/', { code: codeOfStep(secretOf(key ?? ''), stepAt(strict.now)) })
    expect(done.body.match(/<li><code>[a-z2-7-]{19}<\/code>/g)).toHaveLength(10)
    expect(await page.isIn()).toBe(true)
    const again = browser(strict)
    await again.submit('/login/', { username: 'new', password: PASSWORD })
    expect((await again.get('/login/code/')).body).not.toContain('<svg ')
    again.cookies.set('sign_in', ticket)
    expect((await again.get('/login/code/')).body).not.toContain(key)
  })
})
