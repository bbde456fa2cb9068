import { createSign, createVerify } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#server/base/config.ts'
import { codeOfStep, stepAt } from '#server/identity/one-time-code.ts'
import { confirmSecondFactor, newFactorSecret, removeSecondFactor } from '#server/identity/second-factor.ts'
import { encryptSecret } from '#server/security/secret-box.ts'
import { openSession } from '#server/security/sessions.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { makeSamlKey, samlAssertion, type SamlKey, samlResponse, signedAssertion } from '#testing/saml-provider.ts'

const BASE = 'https://facet.example/login/saml/corp'
const ISSUER = 'https://idp.example.org/metadata'
const SIGN_OUT = 'https://idp.example.org/slo?tenant=1'
const MAX_SKEW_S = 300
const SUBJECT = 'subject-of-joan'
const SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const REJECTED = '/login/?problem=provider-response'
const MINUTE = 60_000
/** The clocks of servers may differ by two seconds. */
const MORE_THAN_SKEW_MS = 2001

/** Keys of the provider and of Facet, and one of neither. */
let key: SamlKey
let ownKey: SamlKey
let otherKey: SamlKey
let fixture: TestApp

function settingsOf(signOut: object | undefined, more: object = {}) {
  const provider = {
    type: 'saml',
    name: 'corp',
    label: 'Corp',
    issuer: ISSUER,
    entry_point: 'https://idp.example.org/sso',
    certificate_files: [key.certificateFile],
    create_users: true,
    default_roles: ['Gamma'],
    sign_out: signOut,
    ...more,
  }
  return {
    FACET_PUBLIC_URL: 'https://facet.example',
    FACET_IDENTITY_PROVIDERS: JSON.stringify({ providers: [provider] }),
  }
}

const signOutSettings = () => ({
  url: SIGN_OUT,
  key_file: ownKey.keyFile,
  certificate_file: ownKey.certificateFile,
})

async function open(signOut: object | undefined, more: object = {}): Promise<TestApp> {
  const app = await makeTestApp({ environment: settingsOf(signOut, more) })
  // The library reads the clock of the machine.
  app.now = Date.now()
  return app
}

beforeAll(async () => {
  ;[key, ownKey, otherKey] = await Promise.all([makeSamlKey(), makeSamlKey(), makeSamlKey()])
  fixture = await open(signOutSettings())
})
afterAll(async () => {
  await fixture.close()
  for (const each of [key, ownKey, otherKey]) each.remove()
})

const cookieOf = (answer: { readonly headers: Record<string, unknown> }, name: string): string => {
  const lines = [answer.headers['set-cookie'] ?? []].flat().map(String)
  return lines.find((line) => line.startsWith(`${name}=`))?.split(';')[0] ?? ''
}

const unpacked = (location: unknown, name: string) =>
  inflateRawSync(Buffer.from(new URL(String(location)).searchParams.get(name) ?? '', 'base64')).toString()

let signIns = 0
/**
 * Sends a response of the provider, from another address each time, because responses are limited by address. Returns the
 * function that goes on in the browser which began the sign-in.
 */
async function receive(index: string, app = fixture) {
  const begun = await app.nobody.get('/login/saml/corp')
  const id = / ID="([^"]+)"/.exec(unpacked(begun.headers.location, 'SAMLRequest'))?.[1]
  const response = {
    issuer: ISSUER,
    audience: `${BASE}/metadata`,
    recipient: `${BASE}/callback`,
    inResponseTo: id,
    nameId: SUBJECT,
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    from: Date.now() - MINUTE,
    until: Date.now() + 5 * MINUTE,
    attributes: { username: ['joan'] },
    sha: 256,
  } as const
  const assertion = samlAssertion(response).replace(/(<saml:AuthnStatement [^>]*)>/, `$1 SessionIndex="${index}">`)
  const form = new URLSearchParams({ SAMLResponse: samlResponse(response, signedAssertion(assertion, key)) })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const received = await app.nobody.post('/login/saml/corp/callback', form.toString(), {
    headers,
    remoteAddress: `10.0.0.${++signIns}`,
  })
  const cookie = cookieOf(begun, 'sign_in')
  return () => app.nobody.get(String(received.headers.location), { headers: { cookie } })
}

/** Signs in at the provider, later than all sign-outs by any clock; returns the cookie of the session. */
async function signIn(index: string, app = fixture): Promise<string> {
  app.now += MORE_THAN_SKEW_MS
  const finish = await receive(index, app)
  return cookieOf(await finish(), 'session')
}

const isSignedIn = async (cookie: string, app = fixture) =>
  (await app.nobody.get('/api/v1/me/', { headers: { cookie } })).statusCode === 200

interface Sent {
  readonly id: string
  readonly nameId: string
  readonly destination: string
  readonly issuer: string
  readonly at: number
  readonly indexes: readonly string[]
  readonly more: string
}

let requests = 0
/** Returns a request of the provider to sign a user out, as XML. */
function requestOf(given: Partial<Sent> = {}): string {
  const { id, nameId, destination, issuer, at, indexes, more } = {
    id: `_out${++requests}`,
    nameId: SUBJECT,
    destination: `${BASE}/logout`,
    issuer: ISSUER,
    at: Date.now(),
    indexes: [],
    more: '',
    ...given,
  }
  const sessions = indexes.map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`).join('')
  return (
    `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}" Version="2.0"` +
    ` IssueInstant="${new Date(at).toISOString()}" Destination="${destination}">` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer>` +
    `<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${nameId}</saml:NameID>` +
    `${sessions}${more}</samlp:LogoutRequest>`
  )
}

const packed = (xml: string) => encodeURIComponent(deflateRawSync(xml).toString('base64'))

/** Returns the signed query of a request. */
function queryOf(xml: string, { signer = key, method = SHA256, relay = 'back' } = {}): string {
  const text = `SAMLRequest=${packed(xml)}&RelayState=${relay}&SigAlg=${encodeURIComponent(method)}`
  const hash = method === SHA1 ? 'RSA-SHA1' : 'RSA-SHA256'
  return `${text}&Signature=${encodeURIComponent(createSign(hash).update(text).sign(signer.key, 'base64'))}`
}

const send = async (query: string, app = fixture) =>
  String((await app.nobody.get(`/login/saml/corp/logout?${query}`)).headers.location)

/** True if Facet has signed the query of a URL. */
function isSigned(location: string): boolean {
  const query = location.slice(location.indexOf('?') + 1)
  const { searchParams } = new URL(location)
  const signed = query.split('&').filter((part) => /^(SAMLRe|RelayState|SigAlg)/.test(part))
  const verifier = createVerify('RSA-SHA256').update(signed.join('&'))
  return verifier.verify(ownKey.certificate, searchParams.get('Signature') ?? '', 'base64')
}

describe('signing out of Facet', () => {
  it('ends the session, and redirects to the provider with a signed request for the same session', async () => {
    const cookie = await signIn('_s1')
    const out = await fixture.nobody.get('/logout/', { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    const location = String(out.headers.location)
    expect([location.startsWith(SIGN_OUT), isSigned(location), await isSignedIn(cookie)]).toEqual([true, true, false])
    const request = unpacked(location, 'SAMLRequest')
    expect(request).toContain(`Destination="${SIGN_OUT}"`)
    expect(request).toContain(`>${SUBJECT}</saml:NameID>`)
    expect(request).toMatch(/SessionIndex[^>]*>_s1</)
    expect(await send('SAMLResponse=x')).toBe('/login/')
  })

  it('redirects to the sign-in page for a session with a password, or without the setting', async () => {
    const { id } = await fixture.user('local', ['Gamma'])
    const local = `session=${await openSession(fixture.context.store, id, fixture.now, {})}`
    const app = await open(undefined)
    const cookie = await signIn('_s1', app)
    const headers = { 'sec-fetch-site': 'same-origin' }
    const outs = [
      await fixture.nobody.get('/logout/', { headers: { ...headers, cookie: local } }),
      await app.nobody.get('/logout/', { headers: { ...headers, cookie } }),
    ]
    expect(outs.map((out) => out.headers.location)).toEqual(['/login/', '/login/'])
    expect(await send(queryOf(requestOf()), app)).toBe(REJECTED)
    await app.close()
  })

  it('ends the session also if no request for the provider can be made', async () => {
    const { context } = fixture
    const { id } = await fixture.user('odd', ['Gamma'])
    // XML cannot contain the character.
    const token = encryptSecret(context.config.secretKey, JSON.stringify({ nameId: 'a\u0001b', index: '_s1' }))
    const origin = { provider: 'corp', signOutToken: token }
    const cookie = `session=${await openSession(context.store, id, fixture.now, origin)}`
    const question = await fixture.nobody.get('/logout/', { headers: { cookie, 'sec-fetch-site': 'cross-site' } })
    expect([question.statusCode, await isSignedIn(cookie)]).toEqual([200, true])
    const out = await fixture.nobody.get('/logout/', { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    expect([out.headers.location, await isSignedIn(cookie)]).toEqual(['/login/', false])
    expect(fixture.logged.at(-1)).toContain('A sign-out at an identity provider failed')
  })

  it('appears in the metadata, with the certificate of the requests', async () => {
    const { body } = await fixture.nobody.get('/login/saml/corp/metadata')
    expect(body).toContain(
      `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${BASE}/logout"/>`,
    )
    const certificate = ownKey.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')
    expect(body.replaceAll(/\s/g, '')).toContain(certificate)
  })
})

describe('a request of the provider to sign out', () => {
  it('ends the named sessions of the user, and gets a signed response', async () => {
    const [one, two] = [await signIn('_s1'), await signIn('_s2')]
    const location = await send(queryOf(requestOf({ id: '_first', indexes: ['_s1', '_s0'] })))
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true])
    expect([location.startsWith(SIGN_OUT), isSigned(location)]).toEqual([true, true])
    const response = unpacked(location, 'SAMLResponse')
    expect(response).toContain('InResponseTo="_first"')
    expect(response).toContain('status:Success')
    expect(new URL(location).searchParams.get('RelayState')).toBe('back')
    await send(queryOf(requestOf()))
    expect(await isSignedIn(two)).toBe(false)
  })

  it('ends a sign-in of the session that is not finished yet, and none that begins later', async () => {
    const found = []
    // The clock of the server that gets the request may be behind.
    for (const [indexes, behind] of [
      [[], 0],
      [['_p1'], 0],
      [['_p1'], 2000],
      [['_other'], 0],
    ] as const) {
      fixture.now += MORE_THAN_SKEW_MS
      const finish = await receive('_p1')
      fixture.now -= behind
      await send(queryOf(requestOf({ indexes })))
      fixture.now += behind
      const answer = await finish()
      found.push([answer.headers.location, cookieOf(answer, 'session') !== ''])
    }
    const expired = ['/login/?problem=sign-in-expired', false]
    expect(found).toEqual([expired, expired, expired, ['/', true]])
  })

  it('ends a sign-in that waits for the second factor', async () => {
    const { context } = fixture
    await signIn('_f0')
    const userId = (await context.store.users.byUsername('joan'))?.id ?? 0
    const [secret, step] = [newFactorSecret(), stepAt(fixture.now)]
    await confirmSecondFactor(context, { userId, code: codeOfStep(secret, step), ip: '' }, secret)
    const type = async (out: readonly string[] | undefined, code: string) => {
      fixture.now += 1
      const ticket = cookieOf(await (await receive('_f1'))(), 'sign_in')
      const shown = await fixture.nobody.get('/login/code/', { headers: { cookie: ticket } })
      fixture.now += 1
      if (out) await send(queryOf(requestOf({ indexes: out })))
      const csrf = /name="csrf_token" value="([^"]+)"/.exec(shown.body)?.[1] ?? ''
      const payload = new URLSearchParams({ code, csrf_token: csrf }).toString()
      const cookie = `${ticket}; ${cookieOf(shown, 'session')}`
      const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
      return (await fixture.app.inject({ method: 'POST', url: '/login/code/', payload, headers })).headers.location
    }
    expect(await type(['_f1'], codeOfStep(secret, step + 1))).toBe('/login/?problem=sign-in-expired')
    fixture.now += 30_000
    expect(await type(['_f0'], codeOfStep(secret, step + 2))).toBe('/')
    await removeSecondFactor(context, userId, null)
    // Not back to the clock of the machine: sessions from before the removal would be ended ones.
    fixture.now += 1
  })

  it('ends no session with a password and none of another user', async () => {
    await signIn('_s3')
    const user = await fixture.context.store.users.byUsername('joan')
    const cookie = `session=${await openSession(fixture.context.store, user?.id ?? 0, fixture.now, {})}`
    await send(queryOf(requestOf()))
    const unknown = await send(queryOf(requestOf({ nameId: 'nobody' })))
    expect(unpacked(unknown, 'SAMLResponse')).toContain('status:UnknownPrincipal')
    expect(await isSignedIn(cookie)).toBe(true)
  })

  it.each<[string, () => string]>([
    ['without a signature', () => queryOf(requestOf()).replace(/&SigAlg.*/, '')],
    ['with an empty signature', () => queryOf(requestOf()).replace(/&Signature=.*/, '&Signature=')],
    ['signed with another key', () => queryOf(requestOf(), { signer: otherKey })],
    ['signed with SHA-1', () => queryOf(requestOf(), { method: SHA1 })],
    ['with a changed RelayState', () => queryOf(requestOf()).replace('=back', '=https%3A%2F%2Fevil.example')],
    ['for another server', () => queryOf(requestOf({ destination: 'https://other.example/logout' }))],
    ['without a destination', () => queryOf(requestOf().replace(/ Destination="[^"]*"/, ''))],
    ['of another issuer', () => queryOf(requestOf({ issuer: 'https://other.example' }))],
    ['from ten minutes ago', () => queryOf(requestOf({ at: Date.now() - 10 * MINUTE }))],
    ['from the future', () => queryOf(requestOf({ at: Date.now() + 5 * MINUTE }))],
    ['without a time', () => queryOf(requestOf().replace(/ IssueInstant="[^"]*"/, ''))],
    ['that unpacks to more than 64 KiB', () => queryOf(requestOf({ more: ' '.repeat(70_000) }))],
    ['with a comment', () => queryOf(requestOf({ nameId: 'subject<!-- -->-of-joan' }))],
    ['that is no request', () => queryOf('<x/>')],
    ['before a second one', () => `${queryOf(requestOf({ nameId: 'nobody' }))}&SAMLRequest=${packed(requestOf())}`],
    ['after a second one', () => `SAMLRequest=${packed(requestOf())}&${queryOf(requestOf({ nameId: 'nobody' }))}`],
    ['with a parameter of a similar name', () => `xSAMLRequest=1&${queryOf(requestOf())}`],
  ])('returns an error %s', async (_, query) => {
    const cookie = await signIn('_s4')
    expect([await send(query()), await isSignedIn(cookie)]).toEqual([REJECTED, true])
  })

  it('counts once', async () => {
    const query = queryOf(requestOf())
    expect(await send(query)).toContain(SIGN_OUT)
    const cookie = await signIn('_s5')
    expect([await send(query), await isSignedIn(cookie)]).toEqual(['/login/?problem=sign-in-expired', true])
  })

  it('counts once with clocks that differ by the maximum, until it has expired', async () => {
    const app = await open(signOutSettings(), { clock_skew_s: MAX_SKEW_S })
    // From a clock that is ahead: it is accepted for 300 s + 5 min + 300 s.
    const query = queryOf(requestOf({ at: app.now + MAX_SKEW_S * 1000 }))
    const begun = app.now
    const locations: string[] = []
    for (const minutes of [0, 11, 15, 16]) {
      app.now = begun + minutes * MINUTE
      locations.push(await send(query, app))
    }
    expect(locations[0]).toContain(SIGN_OUT)
    const again = '/login/?problem=sign-in-expired'
    expect(locations.slice(1)).toEqual([again, again, REJECTED])
    await app.close()
  })
})

it('the server does not start with a key of sign-out or encryption that is missing or of another certificate', () => {
  const problems = (more: object, encryption?: object) => {
    const signOut = { ...signOutSettings(), ...more }
    const settings = readSettings(settingsOf(signOut, { encryption }), '/')
    return 'problems' in settings ? settings.problems : []
  }
  const setting = 'FACET_IDENTITY_PROVIDERS: '
  const unusable = `${setting}the key and the certificate of sign_out of the provider corp cannot be used: `
  expect(problems({})).toEqual([])
  expect(problems({ certificate_file: key.certificateFile })).toEqual([`${unusable}the certificate is of another key`])
  const { key_file, certificate_file } = signOutSettings()
  expect(problems({}, { key_file, certificate_file, required: false })).toEqual([])
  expect(problems({}, { key_file, certificate_file: key.certificateFile })).toEqual([
    `${setting}the key and the certificate of encryption of the provider corp cannot be used: the certificate is of another key`,
  ])
  expect(problems({ key_file: '/no/key' })).toEqual([expect.stringContaining(`${unusable}ENOENT`)])
  expect(problems({ url: 'http://idp.example.org' })).toEqual([
    `${setting}providers[0].sign_out.url must be an https URL; http is allowed only for localhost`,
  ])
})
