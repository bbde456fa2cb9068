import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import {
  encryptedAssertion,
  makeSamlKey,
  type SamlResponse,
  samlAssertion,
  type SamlKey,
  samlResponse,
  signedAssertion,
  withEncryptedNameId,
} from '#testing/saml-provider.ts'

const BASE = 'https://facet.example/login/saml/corp'
const ISSUER = 'https://idp.example.org/metadata'
const MINUTE = 60_000

let key: SamlKey
let otherKey: SamlKey
let fixture: TestApp

const settings = (more: object = {}) => ({
  FACET_PUBLIC_URL: 'https://facet.example',
  FACET_IDENTITY_PROVIDERS: JSON.stringify({
    providers: [
      {
        type: 'saml',
        name: 'corp',
        label: 'Corp',
        issuer: ISSUER,
        entry_point: 'https://idp.example.org/sso?tenant=1',
        certificate_files: [key.certificateFile],
        role_mapping: { analysts: ['Alpha'] },
        group_mapping: { analysts: ['Analysts'] },
        default_roles: ['Gamma'],
        create_users: true,
        email_is_verified: true,
        ...more,
      },
    ],
  }),
})

async function open(more: object = {}): Promise<TestApp> {
  const app = await makeTestApp({ environment: settings(more) })
  // The library reads the clock of the machine.
  app.now = Date.now()
  return app
}

beforeAll(async () => {
  ;[key, otherKey] = await Promise.all([makeSamlKey(), makeSamlKey()])
  fixture = await open()
})
afterAll(async () => {
  await fixture.close()
  key.remove()
  otherKey.remove()
})

const cookieOf = (answer: { readonly headers: Record<string, unknown> }, name: string): string => {
  const lines = [answer.headers['set-cookie'] ?? []].flat().map(String)
  return lines.find((line) => line.startsWith(`${name}=`))?.split(';')[0] ?? ''
}

async function begin(app: TestApp = fixture, query = '') {
  const begun = await app.nobody.get(`/login/saml/corp${query}`)
  const url = new URL(String(begun.headers.location))
  const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  return { url, request, cookie: cookieOf(begun, 'sign_in'), id: / ID="([^"]+)"/.exec(request)?.[1] ?? '' }
}

const answerTo = (inResponseTo: string | undefined, more: Partial<SamlResponse> = {}): SamlResponse => ({
  issuer: ISSUER,
  audience: `${BASE}/metadata`,
  recipient: `${BASE}/callback`,
  inResponseTo,
  nameId: 'subject-of-joan',
  nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  from: Date.now() - MINUTE,
  until: Date.now() + 5 * MINUTE,
  attributes: {
    username: ['joan'],
    firstName: ['Joan'],
    lastName: ['Clarke'],
    email: ['joan@example.org'],
    groups: ['analysts', 'others'],
  },
  sha: 256,
  ...more,
})

const signed = (answer: SamlResponse) => samlResponse(answer, signedAssertion(samlAssertion(answer), key, answer.sha))

/** Another address for each response: their number is limited by address. */
let addresses = 0
const nextAddress = () => `10.0.${++addresses >> 8}.${addresses & 255}`

const post = (response: string, app: TestApp = fixture, more = '', remoteAddress = nextAddress()) =>
  app.nobody.post('/login/saml/corp/callback', `${new URLSearchParams({ SAMLResponse: response }).toString()}${more}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    remoteAddress,
  })

const PROBLEM = '/login/?problem='

/** Posts a response, and follows the redirect with the cookie of the browser. */
async function finish(response: string, cookie: string, app: TestApp = fixture) {
  const received = await post(response, app)
  const location = String(received.headers.location)
  if (location.startsWith(PROBLEM)) return { location, session: '' }
  const finished = await app.nobody.get(location, { headers: { cookie } })
  return { location: String(finished.headers.location), session: cookieOf(finished, 'session') }
}

const requestOf = (xml: string, now: number) => ({
  resource: 'saml_request' as const,
  key: / ID="([^"]+)"/.exec(xml)?.[1] ?? '',
  value: '"corp"',
  user_id: null,
  expires_on: now + MINUTE,
})

describe('a sign-in at a SAML provider', () => {
  it('sends a request, and creates the user with the properties, roles and groups of the assertion', async () => {
    const { url, request, cookie, id } = await begin(fixture, '?next=%2Fchart%2Flist%3Fpage%3D2')
    expect(`${url.origin}${url.pathname}?tenant=${url.searchParams.get('tenant')}`).toBe(
      'https://idp.example.org/sso?tenant=1',
    )
    expect(request).toContain(`AssertionConsumerServiceURL="${BASE}/callback"`)
    const { location, session } = await finish(signed(answerTo(id)), cookie)
    expect(location).toBe('/chart/list?page=2')
    const me = await fixture.nobody.get('/api/v1/me/', { headers: { cookie: session } })
    expect(me.json().result).toMatchObject({ username: 'joan', last_name: 'Clarke', email: 'joan@example.org' })
    const roles = await fixture.nobody.get('/api/v1/me/roles', { headers: { cookie: session } })
    expect(Object.keys(roles.json().result.roles).toSorted()).toEqual(['Alpha', 'Gamma'])
    const identity = await fixture.context.store.externalIdentities.find({
      issuer: `saml:${ISSUER}`,
      subject: 'subject-of-joan',
    })
    expect(identity?.provider).toBe('corp')
    const out = await fixture.nobody.get('/logout/', { headers: { cookie: session, 'sec-fetch-site': 'same-origin' } })
    expect(out.headers.location).toBe('/login/')
  })

  it('shows the button and the metadata', async () => {
    const page = await fixture.nobody.get('/login/')
    expect(page.body).toContain('<a href="/login/saml/corp">Sign in with Corp</a>')
    const metadata = await fixture.nobody.get('/login/saml/corp/metadata')
    expect(metadata.headers['content-type']).toMatch(/^application\/samlmetadata\+xml/)
    expect(metadata.body).toContain(`entityID="${BASE}/metadata"`)
    expect(metadata.body).toContain(`Location="${BASE}/callback"`)
    expect(metadata.body).toContain('WantAssertionsSigned="true"')
    expect((await fixture.nobody.get('/login/saml/other/metadata')).statusCode).toBe(404)
  })

  it.each<[string, Partial<SamlResponse>]>([
    ['for another audience', { audience: 'https://other.example/metadata' }],
    ['for another recipient', { recipient: 'https://other.example/callback' }],
    ['of another issuer', { issuer: 'https://other.example/metadata' }],
    ['that has expired', { from: Date.now() - 9 * MINUTE, until: Date.now() - 2 * MINUTE }],
    ['that is not valid yet', { from: Date.now() + 5 * MINUTE, until: Date.now() + 9 * MINUTE }],
    ['signed with SHA-1', { sha: 1 }],
  ])('rejects an assertion %s', async (_, more) => {
    const { cookie, id } = await begin()
    expect(await finish(signed(answerTo(id, more)), cookie)).toEqual({
      location: `${PROBLEM}provider-response`,
      session: '',
    })
  })

  it.each<[string, Partial<SamlResponse>]>([
    ['within the clock skew', { from: Date.now() - 9 * MINUTE, until: Date.now() - MINUTE / 2 }],
    ['with another name and the same subject', { attributes: { username: ['renamed'] } }],
  ])('accepts an assertion %s', async (_, more) => {
    const { cookie, id } = await begin()
    const { session } = await finish(signed(answerTo(id, more)), cookie)
    const me = await fixture.nobody.get('/api/v1/me/', { headers: { cookie: session } })
    expect(me.json().result.username).toBe('joan')
  })

  it('accepts SHA-1 if the provider needs it', async () => {
    const app = await open({ allow_sha1: true })
    const { cookie, id } = await begin(app)
    expect((await finish(signed(answerTo(id, { sha: 1 })), cookie, app)).location).toBe('/')
    await app.close()
  })

  it('rejects an assertion without a signature, with a wrong one, or with one of another key', async () => {
    const { cookie, id } = await begin()
    const answer = answerTo(id)
    const good = signedAssertion(samlAssertion(answer), key)
    const found = []
    for (const assertion of [
      samlAssertion(answer),
      signedAssertion(samlAssertion(answer), otherKey),
      good.replace('subject-of-joan', 'subject-of-admin'),
    ])
      found.push((await finish(samlResponse(answer, assertion), cookie)).location)
    expect(found).toEqual(Array.from({ length: 3 }, () => `${PROBLEM}provider-response`))
    // The request is still open: nothing that was rejected used it up.
    expect((await finish(samlResponse(answer, good), cookie)).location).toBe('/')
  })

  it('accepts only encrypted assertions if the settings have a key, and checks the decrypted assertion', async () => {
    const encryption = { key_file: otherKey.keyFile, certificate_file: otherKey.certificateFile }
    const app = await open({ encryption })
    const { cookie, id } = await begin(app)
    const answer = answerTo(id)
    const good = signedAssertion(samlAssertion(answer), key)
    const evil = samlAssertion({ ...answer, nameId: 'subject-of-admin' }, '_evil')
    const hiddenName = await withEncryptedNameId(samlAssertion(answer), otherKey)
    const rejected = []
    for (const assertion of [
      good,
      await encryptedAssertion(good, key),
      await encryptedAssertion(samlAssertion(answer), otherKey),
      await encryptedAssertion(good.replace('subject-of-joan', 'subject-of-admin'), otherKey),
      await encryptedAssertion(`${evil}${good}`, otherKey),
      await encryptedAssertion(good.replace('joan@', '<!-- -->joan@'), otherKey),
      `${await encryptedAssertion(good, otherKey)}${evil}`,
      // The answer must not tell that a decrypted text has too many tags.
      await encryptedAssertion(`${good}${'<a/>'.repeat(2600)}`, otherKey),
      await encryptedAssertion(signedAssertion(hiddenName, key), otherKey),
    ])
      rejected.push((await finish(samlResponse(answer, assertion), cookie, app)).location)
    expect(rejected).toEqual(Array.from({ length: 9 }, () => `${PROBLEM}provider-response`))
    expect(app.logged.join('')).toContain('The assertion has an EncryptedID, which Facet does not decrypt')
    const encrypted = samlResponse(answer, await encryptedAssertion(good, otherKey))
    expect((await finish(encrypted, cookie, app)).location).toBe('/')
    const certificate = otherKey.certificate.split('\n').slice(1, -2).join('')
    const metadata = (await app.nobody.get('/login/saml/corp/metadata')).body.replaceAll(/\s/g, '')
    expect(metadata).toContain('use="encryption"')
    expect(metadata).toContain(certificate)
    expect((await fixture.nobody.get('/login/saml/corp/metadata')).body).not.toContain('use="encryption"')
    await app.close()
  })

  it('names an encrypted NameID as the reason on the sign-in page and in the log', async () => {
    const { cookie, id } = await begin()
    const answer = answerTo(id)
    const hiddenName = await withEncryptedNameId(samlAssertion(answer), otherKey)
    const { location } = await finish(samlResponse(answer, signedAssertion(hiddenName, key)), cookie)
    expect(location).toBe(`${PROBLEM}identity-encrypted`)
    expect(fixture.logged.join('')).toContain('The assertion has an EncryptedID, which Facet does not decrypt')
    expect((await fixture.nobody.get(location)).body).toContain('The identity provider encrypts parts of the assertion')
  })

  it('rejects signed assertions that are wrapped with others', async () => {
    const { cookie, id } = await begin()
    const answer = answerTo(id)
    const good = signedAssertion(samlAssertion(answer), key)
    const evil = samlAssertion({ ...answer, nameId: 'subject-of-admin' }, '_evil')
    const sameId = samlAssertion({ ...answer, nameId: 'subject-of-admin' })
    const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(good)?.[0] ?? ''
    const found = []
    for (const assertions of [
      `${evil}${good}`,
      `${good}${evil}`,
      `${sameId}${good}`,
      evil.replace('</saml:Issuer>', `</saml:Issuer>${good}`),
      evil.replace('</saml:Assertion>', `${good}</saml:Assertion>`),
      evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`),
      sameId.replace('</saml:Issuer>', `</saml:Issuer>${signature}`),
      sameId.replace(
        '</saml:Issuer>',
        `</saml:Issuer>${signature.replace('</ds:Signature>', `<ds:Object>${samlAssertion(answer)}</ds:Object></ds:Signature>`)}`,
      ),
      `<samlp:Extensions>${good}</samlp:Extensions>${evil}`,
    ])
      found.push((await finish(samlResponse(answer, assertions), cookie)).location)
    expect(found).toEqual(Array.from({ length: found.length }, () => `${PROBLEM}provider-response`))
  })

  it('rejects comments, document types and CDATA, which parsers read differently', async () => {
    const { cookie, id } = await begin()
    const answer = answerTo(id)
    const good = signedAssertion(samlAssertion(answer), key)
    const found = []
    for (const assertion of [
      good.replace('subject-of-joan', 'subject-of<!-- -->-joan'),
      good.replace('subject-of-joan', '<![CDATA[subject-of-joan]]>'),
      good.replace('subject-of-joan', 'subject-of-joan<?x?>'),
    ])
      found.push((await finish(samlResponse(answer, assertion), cookie)).location)
    const xml = Buffer.from(samlResponse(answer, good), 'base64').toString()
    const typed = Buffer.from(`<!DOCTYPE x [<!ENTITY e "x">]>${xml}`).toString('base64')
    found.push((await finish(typed, cookie)).location, (await finish('bm90IHhtbA==', cookie)).location)
    expect(found).toEqual(Array.from({ length: 5 }, () => `${PROBLEM}provider-response`))
  })

  it('counts a response once, in all processes of a store', async () => {
    const { cookie, id } = await begin()
    const response = signed(answerTo(id))
    const both = await Promise.all([post(response), post(response)])
    const locations = both.map(({ headers }) => String(headers.location)).toSorted()
    expect(locations).toEqual([
      expect.stringMatching(/^\/login\/\?problem=sign-in-expired$/),
      expect.stringMatching(/^\/login\/saml\/corp\/finish\?code=/),
    ])
    const follow = () => fixture.nobody.get(locations[1] ?? '', { headers: { cookie } })
    expect((await follow()).headers.location).toBe('/')
    expect((await follow()).headers.location).toBe(`${PROBLEM}sign-in-expired`)
    expect((await post(response)).headers.location).toBe(`${PROBLEM}sign-in-expired`)
  })

  it('needs a request of the same browser', async () => {
    const [mine, other] = [await begin(), await begin()]
    const found = []
    for (const [id, cookie] of [
      [undefined, mine.cookie],
      ['_unknown', mine.cookie],
      [mine.id, other.cookie],
      [other.id, ''],
    ] as const)
      found.push((await finish(signed(answerTo(id)), cookie)).location)
    expect(found).toEqual(
      ['provider-response', 'sign-in-expired', 'sign-in-expired', 'sign-in-expired'].map((each) => `${PROBLEM}${each}`),
    )
    const late = await begin()
    fixture.now += 10 * MINUTE
    const expired = await finish(signed(answerTo(late.id, { until: Date.now() + 30 * MINUTE })), late.cookie)
    fixture.now -= 10 * MINUTE
    expect(expired.location).toBe(`${PROBLEM}sign-in-expired`)
  })

  it('requires an open request, which is checked before the response is parsed', async () => {
    const received = await post(samlResponse(answerTo(`_${'0'.repeat(40)}`), '<unclosed>'))
    expect(received.headers.location).toBe(`${PROBLEM}sign-in-expired`)
  })

  it('accepts 20 responses of an address in a minute', async () => {
    const found = []
    for (let count = 0; count < 21; count++)
      found.push((await post('bm90IHhtbA==', fixture, '', '203.0.113.7')).headers)
    expect(found.map(({ location }) => location).slice(19)).toEqual([`${PROBLEM}provider-response`, `${PROBLEM}wait`])
  })

  it('writes little of a rejected response to the log', async () => {
    const { id } = await begin()
    fixture.logged.length = 0
    await post(samlResponse(answerTo(id), `<a Algorithm="${'x'.repeat(20_000)}"/>`))
    expect(fixture.logged.join('')).toContain('The algorithm xxx')
    expect(fixture.logged.join('').length).toBeLessThan(2000)
  })

  it('stores its state in a cookie that no other host can set, over https', async () => {
    const app = await makeTestApp({ environment: { ...settings(), FACET_TRUST_PROXY: '127.0.0.1' } })
    app.now = Date.now()
    const over = (url: string, cookie = '') =>
      app.nobody.get(url, { headers: { 'x-forwarded-proto': 'https', ...(cookie && { cookie }) } })
    const begun = await over('/login/saml/corp')
    expect(begun.headers['set-cookie']).toMatch(
      /^__Host-sign_in=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const url = new URL(String(begun.headers.location))
    const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
    const ticket = cookieOf(begun, '__Host-sign_in')
    // The name without the prefix, which a page of another host of the domain can set.
    const planted = ticket.replace('__Host-', '')
    const found = []
    for (const cookie of [planted, ticket]) {
      const received = await post(signed(answerTo(/ ID="([^"]+)"/.exec(request)?.[1])), app)
      found.push((await over(String(received.headers.location), cookie)).headers.location)
      // A new request, because each is answered once.
      if (cookie === planted) await app.context.store.keyValues.put(requestOf(request, app.now))
    }
    expect(found).toEqual([`${PROBLEM}sign-in-expired`, '/'])
    await app.close()
  })

  it('ignores RelayState, and leads only to pages of this host', async () => {
    const { cookie, id } = await begin(fixture, '?next=%2F%2Fevil.example')
    const received = await post(signed(answerTo(id)), fixture, '&RelayState=https%3A%2F%2Fevil.example')
    const finished = await fixture.nobody.get(String(received.headers.location), { headers: { cookie } })
    expect(finished.headers.location).toBe('/')
  })

  it('needs a lasting NameID, and never takes over a local user', async () => {
    await fixture.user('local', ['Admin'])
    const found = []
    for (const more of [
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      { nameId: 'other', attributes: { username: ['local'] } },
      { nameId: 'local', attributes: {} },
    ]) {
      const { cookie, id } = await begin()
      found.push((await finish(signed(answerTo(id, more)), cookie)).location)
    }
    expect(found).toEqual(
      ['identity-failed', 'identity-name-used', 'identity-name-used'].map((each) => `${PROBLEM}${each}`),
    )
  })
})
