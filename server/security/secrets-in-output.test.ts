import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { secretKeysOf } from '#server/base/secret-keys.ts'
import { runCommand } from '#server/commands/run-command.ts'
import { codeOfStep, stepAt } from '#server/identity/one-time-code.ts'
import { makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'
import { allRoutes } from '#testing/product-routes.ts'
import { connectionToStore } from './connection-secret.ts'
import { csrfToken } from './csrf.ts'
import { createLinkToken } from './first-user.ts'
import { findSession, openSession } from './sessions.ts'

const API = '/api/v1'
/** Nothing listens there. */
const NOWHERE = '127.0.0.1:1'

/** Each secret by what it is. Secrets of users are added when the server creates them. */
const secrets: Record<string, string> = {
  'password of a database': 'Pl4nted-database',
  'password of a connection test': 'Pl4nted-tested',
  'password in a malformed URI': 'Pl4nted-malformed',
  'client secret': 'Pl4nted-client',
  'bind password': 'Pl4nted-bind',
  'password of the mail server': 'Pl4nted-mail',
  'secret key': 'Pl4nted current secret key',
  'previous secret key': 'Pl4nted previous secret key',
  'wrong password of a user': 'Pl4nted-wrong',
  'new password of a user': 'Pl4nted-new-password',
}

/** The output of the server, its commands and its log, by source. */
const outputs = new Map<string, string>()
let fixture: TestApp
let folder: string
let headers: Record<string, string>
/** Responses that show a secret once. */
const shown: string[] = []

/** Returns a response as text, with its headers but cookies; files of archives are unpacked. */
function textOf({ statusCode, headers: sent, rawPayload }: LightMyRequestResponse): string {
  const isZip = rawPayload.subarray(0, 2).toString() === 'PK'
  const body = isZip
    ? Object.entries(unzipSync(rawPayload)).map(([name, bytes]) => `${name}\n${Buffer.from(bytes).toString('utf8')}`)
    : [rawPayload.toString('utf8')]
  return [statusCode, JSON.stringify({ ...sent, 'set-cookie': undefined }), ...body].join('\n')
}

async function send(options: InjectOptions & { readonly url: string }): Promise<LightMyRequestResponse> {
  const response = await fixture.app.inject({ ...options, headers: { ...headers, ...options.headers } })
  outputs.set(`${outputs.size} ${options.method ?? 'GET'} ${options.url.slice(0, 60)}`, textOf(response))
  return response
}

/** Sends a call whose response may show a secret, and returns its body. */
async function reveal(url: string, payload: object, method: 'POST' | 'PUT' = 'POST') {
  const response = await fixture.app.inject({ method, url, headers, payload })
  expect(response.statusCode).toBeLessThan(300)
  shown.push(response.body)
  return response.json()
}

/** Runs a command on the store and the settings of the server. */
async function facet(...words: readonly string[]): Promise<void> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const terminal = {
    print,
    printMessage: print,
    isPerson: false,
    promptHidden: async () => '',
    readAll: async () => '',
  }
  const openStore = async () => ({ ...fixture.context.store, close: async () => {} })
  const { config } = fixture.context
  const keys = { givenSecretKey: secrets['secret key'], previousSecretKeys: [secrets['previous secret key'] ?? ''] }
  await runCommand(words, { terminal, now: () => fixture.now, settings: { ...config, ...keys }, openStore })
  outputs.set(`facet ${words.join(' ')}`, lines.join('\n'))
  expect(lines.length).toBeGreaterThan(0)
}

/** Returns where secrets appear, in plain text, encoded for URLs or in base64. */
function found(texts: Iterable<readonly [string, string]>): readonly string[] {
  const forms = Object.entries(secrets).map(([name, secret]) => {
    const [bytes, encoded] = [Buffer.from(secret), encodeURIComponent(secret)]
    return [name, [...new Set([secret, encoded, bytes.toString('base64'), bytes.toString('base64url')])]] as const
  })
  return Array.from(texts).flatMap(([source, text]) =>
    forms.flatMap(([name, each]) => (each.some((form) => text.includes(form)) ? [`${name} in ${source}`] : [])),
  )
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes base32. */
function secretOf(key: string): Buffer {
  const bits = Array.from(key, (each) => ALPHABET.indexOf(each).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** An OpenID Connect provider and a directory that do not respond. */
const providers = [
  {
    type: 'oidc',
    create_users: true,
    name: 'okta',
    label: 'Okta',
    issuer: 'http://localhost:1',
    client_id: 'facet',
    client_secret: secrets['client secret'],
  },
  {
    type: 'ldap',
    create_users: true,
    name: 'directory',
    url: `ldap://${NOWHERE}`,
    allow_plaintext: true,
    bind_dn: 'cn=reader,dc=example,dc=org',
    bind_password: secrets['bind password'],
    base: 'dc=example,dc=org',
  },
]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-secrets-'))
  fixture = await makeTestApp({
    location: { file: join(folder, 'meta.db') },
    environment: {
      FACET_PUBLIC_URL: 'https://facet.example.org',
      FACET_FEATURE_EMBEDDED_SUPERSET: '1',
      FACET_SMTP_HOST: '127.0.0.1',
      FACET_SMTP_PORT: '1',
      FACET_SMTP_USER: 'facet',
      FACET_SMTP_PASSWORD: secrets['password of the mail server'] ?? '',
      FACET_SMTP_FROM: 'facet@example.org',
      FACET_IDENTITY_PROVIDERS: JSON.stringify({ providers }),
    },
    config: { secretKey: secretKeysOf(secrets['secret key'] ?? '', [secrets['previous secret key'] ?? '']) },
  })
  const { context } = fixture
  const admin = await fixture.user('admin', ['Admin'])
  const cookie = await openSession(context.store, admin.id, fixture.now)
  const session = await findSession(context.store, cookie, fixture.now)
  const csrf = csrfToken(context.config.secretKey, session?.csrf_secret ?? '', fixture.now)
  headers = { cookie: `session=${cookie}`, 'x-csrftoken': csrf }
  secrets['session cookie'] = cookie
})

/** Gives the server the secrets of users and databases. */
beforeAll(async () => {
  const { context } = fixture
  const admin = await fixture.user('admin', ['Admin'])
  const uri = (password: string | undefined, rest = `${NOWHERE}/x`) => `postgresql://ada:${password}@${rest}`
  const far = { database_name: 'far', backend: 'postgresql' }
  const address = uri(secrets['password of a database'])
  await send({ method: 'POST', url: `${API}/database/`, payload: { ...far, sqlalchemy_uri: address } })
  const stored = connectionToStore({ sqlalchemy_uri: address, server_cert: null }, undefined, context.config)
  await context.store.databases.create({ ...far, ...stored }, admin.id)
  const tested = { database_name: 'tested', sqlalchemy_uri: uri(secrets['password of a connection test']) }
  await send({ method: 'POST', url: `${API}/database/test_connection/`, payload: tested })
  const malformed = uri(secrets['password in a malformed URI'], `[${NOWHERE}/x`)
  for (const url of [`${API}/database/`, `${API}/database/test_connection/`])
    await send({ method: 'POST', url, payload: { database_name: 'bad', sqlalchemy_uri: malformed } })

  secrets['API token'] = (
    await reveal(`${API}/me/tokens`, { name: 'script', scope: 'write', expires_in_days: 1 })
  ).result.token
  const factor = (await reveal(`${API}/me/second_factor`, { current_password: PASSWORD })).result
  secrets['key of one-time codes'] = factor.key.replaceAll(' ', '')
  const code = codeOfStep(secretOf(secrets['key of one-time codes'] ?? ''), stepAt(fixture.now))
  const confirmed = await reveal(`${API}/me/second_factor`, { ticket: factor.ticket, code }, 'PUT')
  secrets['recovery code'] = confirmed.result.recovery_codes[0]
  // The second factor has ended earlier sign-in links.
  secrets['sign-in link'] = await createLinkToken(context.store, admin.id, fixture.now)
  const board = await fixture.dashboard({ dashboard_title: 'Embedded' })
  const { uuid } = (await reveal(`${API}/dashboard/${board.id}/embedded`, { allowed_domains: [] })).result
  const guest = { user: { username: 'visitor' }, resources: [{ type: 'dashboard', id: uuid }], rls: [] }
  secrets['guest token'] = (await reveal(`${API}/security/guest_token/`, guest)).token
})
afterAll(async () => {
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Signs in with wrong passwords, and sends tokens where they could be logged by mistake. */
async function signInWrongly(): Promise<void> {
  const typed = secrets['wrong password of a user']
  for (const username of ['admin', 'nobody']) {
    await send({ method: 'POST', url: `${API}/security/login`, payload: { username, password: typed, provider: 'db' } })
    const form = new URLSearchParams({ username, password: typed ?? '' }).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    await send({ method: 'POST', url: '/login/', payload: form, headers: type })
  }
  await send({ url: '/login/oidc/okta' })
  await send({ url: `/login/oidc/okta/callback?code=${secrets['guest token']}&state=x` })
  await send({ url: `/nothing?token=${secrets['API token']}` })
  await send({ url: `${API}/me/`, headers: { cookie: '', authorization: `Bearer ${secrets['API token']}` } })
  await send({ url: `${API}/dashboard/1`, headers: { cookie: '', 'x-guesttoken': secrets['guest token'] ?? '' } })
  await send({ url: `${API}/dashboard/1`, headers: { 'x-guesttoken': `${secrets['guest token']}x` } })
  const passwords = { password: secrets['new password of a user'], current_password: typed }
  await send({ method: 'PUT', url: `${API}/me/password`, payload: passwords })
  const { id: other } = await fixture.user('other', ['Gamma'])
  const changed = { password: secrets['new password of a user'] }
  await send({ method: 'PUT', url: `${API}/security/users/${other}`, payload: changed })
}

/** Sends every GET call, exports included; `entities` are the ids by the path segment before them. */
async function readEverything(entities: Readonly<Record<string, number>>): Promise<void> {
  const paths = allRoutes().flatMap((address) => (address.startsWith('GET ') ? [address.slice(4)] : []))
  for (const path of paths.filter((each) => !each.startsWith('/logout'))) {
    const parts = path.split('/')
    const filled = parts.map((part, at) =>
      part.startsWith(':')
        ? String(part === ':id' || part === ':pk' ? (entities[parts[at - 1] ?? ''] ?? 1) : 'x')
        : part,
    )
    await send({ url: filled.join('/') })
  }
  for (const [name, id] of Object.entries(entities)) await send({ url: `${API}/${name}/export/?q=!(${id})` })
  expect(paths.length).toBeGreaterThan(100)
}

it('the search finds secrets in the responses that show them once', () => {
  const once = found([['responses', shown.join('\n')]])
  expect(once).toEqual([
    'API token in responses',
    'key of one-time codes in responses',
    'recovery code in responses',
    'guest token in responses',
  ])
})

it('no response, export, log, history and command repeats a secret', async () => {
  const { store } = fixture.context
  const { rows: databases } = await store.databases.list({})
  const database = databases.find(({ database_name: name }) => name === 'far') ?? expect.fail()
  const dataset = await fixture.dataset({ table_name: 'far', database_id: database.id })
  const chart = await fixture.chart({ datasource_id: dataset.id, datasource_type: 'table', viz_type: 'table' })

  // Failed calls that reach the database, with its password.
  const question = { datasource: { id: dataset.id, type: 'table' }, queries: [{ columns: ['a'] }] }
  await send({ method: 'POST', url: `${API}/chart/data`, payload: question })
  const statement = { database_id: database.id, sql: 'SELECT 1', runAsync: false }
  await send({ method: 'POST', url: `${API}/sqllab/execute/`, payload: statement })
  await send({ method: 'PUT', url: `${API}/database/${database.id}`, payload: { expose_in_sqllab: false } })
  await send({ url: `${API}/database/${database.id}/connection` })

  await signInWrongly()
  await readEverything({ database: database.id, dataset: dataset.id, chart: chart.id, dashboard: 1 })
  for (const command of ['doctor', 'user list', 'secret rotate --dry-run']) await facet(...command.split(' '))

  // The page of a link posts to its own URL; only the log must not repeat that.
  await fixture.app.inject({ url: `/login/link/${secrets['sign-in link']}` })
  outputs.set('the log', fixture.logged.join('\n'))
  expect(fixture.logged.length).toBeGreaterThan(0)
  expect(found(outputs)).toEqual([])
})

it('the store holds no secret in plain text', () => {
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')] as const)
  expect(files.length).toBeGreaterThan(0)
  expect(found(files)).toEqual([])
})
