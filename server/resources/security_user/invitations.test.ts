import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkMailServer, invitationTexts, sendInvitation } from '#server/security/invitation-mail.ts'
import type { MailServer } from '#server/base/mail-settings.ts'
import { type Client, makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'
import { type Authority, type KeyPair, makeAuthority } from '#testing/certificates.ts'
import { startMailServer, type TestMailServer } from '#testing/mail-server.ts'
import { submitLink } from '#testing/sign-in-link.ts'

const USERS = '/api/v1/security/users'
const MAIL_PASSWORD = 'Pl4nted-mail'
/** Base64 without padding. */
const encoded = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '')
/** The text that the command AUTH PLAIN sends. */
const PLAIN = encoded(`\0facet\0${MAIL_PASSWORD}`)
const PUBLIC = 'https://facet.example.org'

let authority: Authority
let certificate: KeyPair
let mail: TestMailServer
let fixture: TestApp
let admin: Client
let count = 0

const settingsOf = (port: number, more: Readonly<Record<string, string>> = {}) => ({
  FACET_SMTP_HOST: '127.0.0.1',
  FACET_SMTP_PORT: String(port),
  FACET_SMTP_CA_FILE: authority.certFile,
  FACET_SMTP_USER: 'facet',
  FACET_SMTP_PASSWORD: MAIL_PASSWORD,
  FACET_SMTP_FROM: 'facet@example.org',
  FACET_PUBLIC_URL: PUBLIC,
  ...more,
})

beforeAll(async () => {
  authority = await makeAuthority()
  certificate = await authority.sign({ name: 'mail' })
  mail = await startMailServer({ certificate, security: 'starttls', login: `facet:${MAIL_PASSWORD}` })
  fixture = await makeTestApp({ environment: settingsOf(mail.port, { FACET_SMTP_HOURLY: '5' }) })
  admin = await fixture.as('Admin')
})
afterAll(async () => {
  await fixture.close()
  await mail.close()
  authority.remove()
})

const serverOf = (port: number): MailServer => ({
  host: '127.0.0.1',
  port,
  security: 'starttls',
  ca: authority.cert,
  login: { user: 'facet', pass: MAIL_PASSWORD },
  from: 'facet@example.org',
  maxPerHour: 1,
})

/** Returns a message with the encoding of its parts undone. */
const readable = (data: string) =>
  data
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

async function add(email: string | null, app: TestApp = fixture) {
  const username = `invited ${++count}`
  const names = { first_name: 'Ana', last_name: '<b>Lee</b>' }
  const roles = [(await app.context.store.roles.byName('Gamma'))?.id ?? 0]
  return app.context.store.users.create({ username, ...names, email, password: null, roles }, null)
}

const codeOf = ({ headers, statusCode }: { headers: Readonly<Record<string, unknown>>; statusCode: number }) => [
  statusCode,
  headers['x-facet-error'],
]

/** Runs with a server that has other settings. */
async function withApp(environment: Readonly<Record<string, string>>, run: (app: TestApp) => Promise<void>) {
  const app = await makeTestApp({ environment })
  try {
    await run(app)
  } finally {
    await app.close()
  }
}

describe('an invitation by email', () => {
  it('contains a link that signs the user in once, to the public URL for any host of the request', async () => {
    const user = await add('ana@example.org')
    const sent = await admin.post(`${USERS}/${user.id}/invitation`, undefined, { headers: { host: 'evil.example' } })
    expect([sent.statusCode, sent.json().result.sent_to]).toEqual([201, 'ana@example.org'])
    expect(sent.body).not.toContain('/login/link/')
    const [message] = mail.messages
    expect(message).toMatchObject({
      from: 'facet@example.org',
      to: ['ana@example.org'],
      isEncrypted: true,
      login: `facet:${MAIL_PASSWORD}`,
    })
    const text = readable(message?.data ?? '')
    expect(text).not.toContain('evil.example')
    const [, path = ''] = new RegExp(`${PUBLIC}(/login/link/[\\w-]+)`).exec(text) ?? []
    fixture.now += 1
    expect((await submitLink(fixture.nobody, path)).statusCode).toBe(302)
    expect((await fixture.nobody.get(path)).statusCode).toBe(401)
    const logged = (await fixture.context.store.events.list()).find(({ action }) => action === 'invite')
    expect(logged).toMatchObject({ actor: admin.user?.userId, entity_type: 'user', entity_id: user.id })
    expect(JSON.stringify(logged)).not.toContain(path)
    const { store } = fixture.context
    const role = await store.roles.create({ name: 'Reads the log' }, null)
    await store.roles.addPairs(role.id, [['can_read', 'Log']])
    const readerOfLog = await fixture.as('Reads the log')
    const shown = async (client: Client) => (await client.get(`/api/v1/log/${logged?.id}`)).json().result.json
    expect([await shown(admin), await shown(readerOfLog)]).toEqual([
      expect.stringContaining('ana@example.org'),
      JSON.stringify({ type: 'user', id: user.id, before: null, after: {} }),
    ])
  })

  it('expires after a day', async () => {
    const user = await add('bo@example.org')
    expect((await admin.post(`${USERS}/${user.id}/invitation`)).statusCode).toBe(201)
    const text = readable(mail.messages.at(-1)?.data ?? '')
    const [, path = ''] = new RegExp(`${PUBLIC}(/login/link/[\\w-]+)`).exec(text) ?? []
    expect((await fixture.nobody.get(path)).statusCode).toBe(200)
    fixture.now += 24 * 3_600_000
    expect((await fixture.nobody.get(path)).statusCode).toBe(401)
    admin = await fixture.signedIn(await fixture.user('admin', ['Admin']))
  })

  it('rejects an address that names more recipients or headers', async () => {
    const before = mail.commands.length
    for (const email of [null, 'a@x.org,b@x.org', 'a@x.org\r\nBcc: b@x.org', 'A <a@x.org>']) {
      const user = await add(email)
      expect(codeOf(await admin.post(`${USERS}/${user.id}/invitation`))).toEqual([422, 'mail-address-missing'])
    }
    expect(mail.commands).toHaveLength(before)
  })

  it('accepts calls of administrators only, for others than themselves', async () => {
    const user = await add('cy@example.org')
    const { store } = fixture.context
    const role = await store.roles.create({ name: 'Writes users' }, null)
    await store.roles.addPairs(role.id, [
      ['can_read', 'User'],
      ['can_write', 'User'],
    ])
    const url = `${USERS}/${user.id}/invitation`
    expect((await (await fixture.as('Writes users')).post(url)).statusCode).toBe(403)
    expect((await (await fixture.as('Gamma')).post(url)).statusCode).toBe(403)
    expect((await fixture.nobody.post(url)).statusCode).toBe(401)
    expect(codeOf(await admin.post(`${USERS}/${admin.user?.userId}/invitation`))).toEqual([422, 'user-self-link'])
    const names = { username: 'robot', first_name: 'Robot', last_name: '', email: 'robot@example.org' }
    const robot = await store.users.create({ ...names, password: null, roles: [role.id], is_service: true }, null)
    expect(codeOf(await admin.post(`${USERS}/${robot.id}/invitation`))).toEqual([422, 'user-service'])
    await store.users.update(user.id, { active: false }, null)
    expect(codeOf(await admin.post(url))).toEqual([422, 'user-inactive'])
  })

  it('rejects a user whose password may not be replaced', async () => {
    const before = mail.commands.length
    await withApp(settingsOf(mail.port, { FACET_ADMIN_PASSWORD: PASSWORD }), async (app) => {
      const { store } = app.context
      const caller = await app.signedIn(await app.user('another', ['Admin']))
      const initial = await app.user('admin', ['Admin'])
      await store.users.update(initial.id, { email: 'initial@example.org' }, null)
      const invited = await caller.post(`${USERS}/${initial.id}/invitation`)
      expect(codeOf(invited)).toEqual([422, 'password-by-setting'])
    })
    await withApp(settingsOf(mail.port), async (app) => {
      const { store } = app.context
      const caller = await app.as('Admin')
      const last = await app.user('last', ['Admin'])
      await store.users.update(last.id, { email: 'last@example.org' }, null)
      for (const { id } of (await store.users.list({})).rows)
        if (id !== last.id) await store.users.update(id, { password: null }, null)
      expect(codeOf(await caller.post(`${USERS}/${last.id}/invitation`))).toEqual([422, 'last-admin'])
    })
    expect(mail.commands).toHaveLength(before)
  })

  it('a change of the address during sending invalidates the link', async () => {
    await withApp(settingsOf(mail.port), async (app) => {
      const { store, shared } = app.context
      const caller = await app.as('Admin')
      const user = await app.user('moving', ['Gamma'])
      await store.users.update(user.id, { email: 'old@example.org' }, null)
      const allow = shared.allow.bind(shared)
      vi.spyOn(shared, 'allow').mockImplementationOnce(async (...limits) => {
        await store.users.update(user.id, { email: 'new@example.org' }, null)
        return allow(...limits)
      })
      const sent = await caller.post(`${USERS}/${user.id}/invitation`)
      expect(codeOf(sent)).toEqual([409, 'mail-address-changed'])
      const text = readable(mail.messages.at(-1)?.data ?? '')
      const [, path = ''] = new RegExp(`${PUBLIC}(/login/link/[\\w-]+)`).exec(text) ?? []
      expect((await app.nobody.get(path)).statusCode).toBe(401)
      const body = { username: 'moving', password: PASSWORD, provider: 'db' }
      expect((await app.nobody.post('/api/v1/security/login', body)).statusCode).toBe(200)
    })
  })

  it('limits invitations per administrator and hour', async () => {
    const user = await add('di@example.org')
    const sent: unknown[] = []
    for (let at = 0; at < 6; at++) sent.push((await admin.post(`${USERS}/${user.id}/invitation`)).statusCode)
    expect(sent).toEqual([201, 201, 201, 201, 201, 429])
    const other = await fixture.signedIn(await fixture.user('second admin', ['Admin']))
    expect((await other.post(`${USERS}/${user.id}/invitation`)).statusCode).toBe(201)
    fixture.now += 3_600_000
    admin = await fixture.signedIn(await fixture.user('admin', ['Admin']))
    expect((await admin.post(`${USERS}/${user.id}/invitation`)).statusCode).toBe(201)
  })
})

describe('a mail server', () => {
  it('a message that the server rejects leaves the password of the user unchanged', async () => {
    const rejecting = await startMailServer({ certificate, security: 'starttls', rejection: '550 No such user' })
    const environment = settingsOf(rejecting.port, { FACET_SMTP_USER: '', FACET_SMTP_PASSWORD: '' })
    await withApp(environment, async (app) => {
      const user = await app.user('protected', ['Gamma'])
      const answer = await (await app.as('Admin')).post(`${USERS}/${user.id}/invitation`)
      expect([...codeOf(answer), answer.json().message]).toEqual([
        502,
        'mail-failed',
        expect.stringContaining('550 No such user'),
      ])
      const body = { username: 'protected', password: PASSWORD, provider: 'db' }
      expect((await app.nobody.post('/api/v1/security/login', body)).statusCode).toBe(200)
    })
    await rejecting.close()
  })

  it.each([
    ['offers no encryption', {}, {}],
    ['has a certificate for another host', { security: 'starttls' }, { hosts: 'DNS:other.example' }],
    ['has an expired certificate', { security: 'tls' }, { days: -1 }],
  ] as const)('a server that %s gets no password and no message', async (_, options, subject) => {
    const pair = await authority.sign({ name: 'mail', ...subject })
    const other = await startMailServer({ certificate: pair, login: `facet:${MAIL_PASSWORD}`, ...options })
    const security = 'security' in options ? options.security : 'starttls'
    await withApp(settingsOf(other.port, { FACET_SMTP_SECURITY: security }), async (app) => {
      const user = await add('ed@example.org', app)
      const answer = await (await app.as('Admin')).post(`${USERS}/${user.id}/invitation`)
      expect(codeOf(answer)).toEqual([502, 'mail-failed'])
    })
    expect([other.messages, other.commands.filter((line) => /^(AUTH|MAIL)/.test(line))]).toEqual([[], []])
    await other.close()
  })

  it.each([
    [
      'that rejects the password',
      { login: 'facet:another', repeatsCommands: true },
      '535 The mail server rejected the user name or the password',
    ],
    [
      'that rejects the recipient',
      { login: `facet:${MAIL_PASSWORD}`, rejection: `550 Rejected after AUTH PLAIN ${PLAIN} ${'.'.repeat(300)}` },
      '550 Rejected after AUTH PLAIN ***',
    ],
  ] as const)('%s does not make the server reveal it', async (_, options, reason) => {
    const other = await startMailServer({ certificate, security: 'tls', ...options })
    await withApp(settingsOf(other.port, { FACET_SMTP_SECURITY: 'tls' }), async (app) => {
      const user = await add('flo@example.org', app)
      const answer = await (await app.as('Admin')).post(`${USERS}/${user.id}/invitation`)
      expect([...codeOf(answer), answer.json().message]).toEqual([502, 'mail-failed', expect.stringContaining(reason)])
      const output = `${answer.body}${JSON.stringify(answer.headers)}${app.logged.join()}`
      for (const secret of [MAIL_PASSWORD, encoded(MAIL_PASSWORD), PLAIN]) expect(output).not.toContain(secret)
    })
    await other.close()
  })

  it('reports in the response that none is set', async () => {
    await withApp({}, async (app) => {
      const user = await add('gil@example.org', app)
      expect(codeOf(await (await app.as('Admin')).post(`${USERS}/${user.id}/invitation`))).toEqual([422, 'mail-off'])
    })
  })

  it('a server that does not respond in time is disconnected', async () => {
    const silent = await startMailServer({ isSilent: true })
    const server: MailServer = { ...serverOf(silent.port), security: 'none', login: undefined }
    const invitation = {
      user: { username: 'hal', email: 'hal@example.org' },
      inviter: 'Ada',
      url: `${PUBLIC}/login/link/a`,
      hours: 24,
    }
    for (const call of [() => sendInvitation(server, invitation, 500), () => checkMailServer(server, 500)]) {
      let connections = 0
      const counting = setInterval(() => (connections = Math.max(connections, silent.openConnections())), 20)
      await expect(call()).rejects.toThrow('took too long')
      clearInterval(counting)
      expect(connections).toBe(1)
      await expect.poll(() => silent.openConnections()).toBe(0)
    }
    await silent.close()
  })

  it('checks it without a message', async () => {
    const server = serverOf(mail.port)
    const before = mail.messages.length
    await checkMailServer(server)
    await expect(checkMailServer({ ...server, login: { user: 'facet', pass: 'wrong' } })).rejects.toThrow('535')
    expect(mail.messages).toHaveLength(before)
  })
})

describe('an import of users that sends links by email', () => {
  const HEAD = 'username,email,roles'
  const importFile = (client: Client, names: readonly string[], more: object = {}) => {
    const rows = names.map((name) => `${name},${name === 'plain' ? '' : `${name}@example.org`},Gamma`)
    const csv = [HEAD, ...rows].join('\n')
    return client.post(`${USERS}/import`, { csv, dry_run: false, invite: true, send: true, ...more })
  }
  const namesOf = (answer: { json(): { invitations: readonly { username: string }[] } }) =>
    answer.json().invitations.map(({ username }) => username)

  it('sends them up to the limit of the hour, and returns the others with the reason', async () => {
    await withApp(settingsOf(mail.port, { FACET_SMTP_HOURLY: '2' }), async (app) => {
      const client = await app.as('Admin')
      const before = mail.messages.length
      expect((await importFile(client, ['one'], { dry_run: true })).json()).toMatchObject({ sent: 0, invitations: [] })
      const answer = await importFile(client, ['plain', 'one', 'two', 'three'])
      expect(answer.statusCode, answer.body).toBe(200)
      expect([answer.json().sent, namesOf(answer)]).toEqual([2, ['plain', 'three']])
      expect(answer.json().mail_problem).toContain('2')
      const messages = mail.messages.slice(before)
      expect(messages.flatMap(({ to }) => to)).toEqual(['one@example.org', 'two@example.org'])
      const link = new RegExp(`${PUBLIC}(/login/link/[\\w-]+)`).exec(readable(messages[0]?.data ?? ''))?.[1] ?? ''
      expect((await app.nobody.get(link)).statusCode).toBe(200)
      expect(answer.body).not.toContain(link)
      const { rows } = await app.context.store.events.page({ page: 0, pageSize: 5, action: 'invite' })
      expect(rows.map(({ after }) => after)).toEqual(['{"sent_to":"two@example.org"}', '{"sent_to":"one@example.org"}'])
    })
  })

  it('creates the users and returns the links if the mail server fails, which stops after three failures', async () => {
    const failing = await startMailServer({ certificate, security: 'starttls', login: 'facet:other' })
    await withApp(settingsOf(failing.port), async (app) => {
      const names = ['one', 'two', 'three', 'four', 'five']
      const answer = await importFile(await app.as('Admin'), names)
      expect([answer.json().sent, namesOf(answer)]).toEqual([0, names])
      expect(answer.json().mail_problem).toContain('The mail server rejected the user name or the password')
      expect(failing.commands.filter((line) => line.startsWith('AUTH'))).toHaveLength(3)
      const { rows } = await app.context.store.events.page({ page: 0, pageSize: 9, action: 'invite' })
      const [failure, attempt] = rows.map(({ after }) => JSON.parse(after ?? ''))
      expect([rows.length, attempt]).toEqual([6, { sent_to: 'three@example.org' }])
      expect(failure).toEqual({ sent_to: 'three@example.org', failure: expect.stringContaining('rejected') })
    })
    await failing.close()
  })

  it('creates no users without a mail server', async () => {
    await withApp({}, async (app) => {
      expect(codeOf(await importFile(await app.as('Admin'), ['one']))).toEqual([422, 'mail-off'])
      expect(await app.context.store.users.byUsername('one')).toBeUndefined()
    })
  })
})

it('names of users are escaped in the HTML of an invitation', () => {
  const user = { username: '<img src=x onerror=alert(1)>', email: 'x@example.org' }
  const { html, subject } = invitationTexts({ user, inviter: '"><script>', url: `${PUBLIC}/login/link/a`, hours: 24 })
  expect(html).not.toMatch(/<img|<script/)
  expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;')
  expect(subject).toBe('Your sign-in link for Facet')
})
