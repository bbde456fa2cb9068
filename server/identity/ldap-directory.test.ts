import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#server/base/config.ts'
import { runCommand } from '#server/commands/run-command.ts'
import { ldapSettings, type LdapDirectorySettings } from '#server/base/ldap-settings.ts'
import { makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'
import { certificateOf, READER_ACCOUNT, type Slapd, startSlapd, SUFFIX } from '#testing/slapd.ts'
import { LdapDirectory } from './ldap-directory.ts'

let slapd: Slapd
let fixture: TestApp
/** Connections to the server that a reference names. */
let referred = 0
const other = createServer((socket) => {
  referred++
  socket.destroy()
})

const person = (uid: string, password: string, more = '') => `
dn: uid=${uid.replace(',', '\\,')},ou=people,${SUFFIX}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid}
sn: Lovelace
givenName: Ada
mail: ${uid.replace(', ', '.')}@example.org
userPassword: ${password}
${more}`

const group = (cn: string, ...members: readonly string[]) => `
dn: cn=${cn},ou=groups,${SUFFIX}
objectClass: groupOfNames
cn: ${cn}
${members.map((uid) => `member: uid=${uid},ou=people,${SUFFIX}`).join('\n')}
`

const entries = (port: number) => `dn: ${SUFFIX}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ${READER_ACCOUNT.dn}
objectClass: person
cn: reader
sn: reader
userPassword: ${READER_ACCOUNT.password}

dn: ou=people,${SUFFIX}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${SUFFIX}
objectClass: organizationalUnit
ou: groups

dn: ou=elsewhere,ou=people,${SUFFIX}
objectClass: referral
objectClass: extensibleObject
ou: elsewhere
ref: ldap://127.0.0.1:${port}/ou=people,${SUFFIX}
${person('ada', 'engine')}${person('grace', 'compiler')}${person('bob', 'first')}${person('smith, j*', 'comma')}
dn: uid=bob,ou=groups,${SUFFIX}
objectClass: inetOrgPerson
uid: bob
cn: another bob
sn: Bob
userPassword: second
${group('analysts', 'ada', 'grace')}${group('admins', 'grace')}`

beforeAll(async () => {
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  slapd = await startSlapd(entries((other.address() as AddressInfo).port))
  fixture = await openApp()
}, 60_000)
afterAll(async () => {
  await fixture.close()
  await slapd.stop()
  other.close()
})

const settingsOf = (more: object = {}) => ({
  type: 'ldap',
  name: 'corp',
  url: slapd.tlsUrl,
  ca_file: slapd.caFile,
  bind_dn: READER_ACCOUNT.dn,
  bind_password: READER_ACCOUNT.password,
  base: SUFFIX,
  group_base: `ou=groups,${SUFFIX}`,
  role_mapping: { analysts: ['Alpha'], admins: ['Admin'] },
  group_mapping: { analysts: ['Analysts'] },
  default_roles: ['Gamma'],
  create_users: true,
  ...more,
})

const openApp = (more: object = {}) =>
  makeTestApp({ environment: { FACET_IDENTITY_PROVIDERS: JSON.stringify({ providers: [settingsOf(more)] }) } })

function directory(more: object = {}): LdapDirectory {
  const { ca_file: _, bind_password_env: __, ...rest } = ldapSettings.parse(settingsOf(more))
  const settings: LdapDirectorySettings = { ...rest, issuer: 'ldap:corp', ca: certificateOf(slapd) }
  return new LdapDirectory(settings)
}

const DIRECT = { bind_dn: undefined, bind_password: undefined, user_dn: `uid={username},ou=people,${SUFFIX}` }

describe('an LDAP directory', () => {
  it('returns the properties and groups of a user with the right password', async () => {
    const ada = await directory({ email_is_verified: true }).authenticate('ADA', 'engine')
    expect(ada).toEqual({
      issuer: 'ldap:corp',
      subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
      username: 'ada',
      email: 'ada@example.org',
      firstName: 'Ada',
      lastName: 'Lovelace',
      groups: ['analysts'],
    })
    expect((await directory().authenticate('grace', 'compiler'))?.groups.toSorted()).toEqual(['admins', 'analysts'])
    expect((await directory().authenticate('grace', 'compiler'))?.email).toBeUndefined()
    expect((await directory().find('ada'))?.subject).toBe(ada?.subject)
  })

  it.each([
    ['a wrong password', 'ada', 'wrong'],
    ['an empty password, with which the server binds', 'ada', ''],
    ['an unknown user', 'nobody', 'engine'],
    ['a pattern', '*', 'engine'],
    ['a filter', 'ada)(uid=*', 'engine'],
    ['a name of two entries', 'bob', 'first'],
    ['an empty name', ' ', 'engine'],
    ['a control character', 'ada\0', 'engine'],
  ])('rejects %s', async (_, username, password) => {
    expect(await directory().authenticate(username, password)).toBeUndefined()
  })

  it('binds the user directly by a pattern, with an escaped name', async () => {
    expect((await directory(DIRECT).authenticate('ada', 'engine'))?.groups).toEqual(['analysts'])
    expect((await directory(DIRECT).authenticate('smith, j*', 'comma'))?.username).toBe('smith, j*')
    expect((await directory().authenticate('smith, j*', 'comma'))?.username).toBe('smith, j*')
    for (const [username, password] of [
      ['ada', ''],
      ['ada', 'wrong'],
      ['nobody', 'engine'],
      ['ada,ou=people', 'engine'],
    ] as const)
      expect(await directory(DIRECT).authenticate(username, password)).toBeUndefined()
  })

  it('receives no query for the entries of a reference', () => {
    expect(referred).toBe(0)
  })

  it('requires StartTLS, or a setting that allows clear text', async () => {
    const { url } = slapd
    expect((await directory({ url }).authenticate('ada', 'engine'))?.username).toBe('ada')
    const plain = directory({ url, allow_plaintext: true })
    expect((await plain.authenticate('ada', 'engine'))?.username).toBe('ada')
  })

  it('a directory with another certificate or under another name is not trusted', async () => {
    const { ca_file: _, bind_password_env: __, ...rest } = ldapSettings.parse(settingsOf())
    for (const url of [slapd.tlsUrl, slapd.url]) {
      const unknown = new LdapDirectory({ ...rest, url, issuer: 'ldap:corp', ca: undefined })
      await expect(unknown.authenticate('ada', 'engine')).rejects.toMatchObject({ code: 'provider-unavailable' })
    }
    const renamed = directory({ url: slapd.url.replace('127.0.0.1', '127.0.0.2') })
    await expect(renamed.authenticate('ada', 'engine')).rejects.toMatchObject({ code: 'provider-unavailable' })
  })

  it('gets no password over a second connection after StartTLS', async () => {
    let connections = 0
    const received: Buffer[] = []
    // Accepts StartTLS (RFC 4511, section 4.14), and closes the connection.
    const server = createServer((socket) => {
      connections++
      socket.on('error', () => {})
      socket.on('data', (chunk: Buffer) => {
        received.push(chunk)
        socket.end(Buffer.from('300c02010278070a010004000400', 'hex'))
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const cut = directory({ ...DIRECT, url: `ldap://127.0.0.1:${port}` }).authenticate('ada', 'engine')
    await expect(cut).rejects.toMatchObject({ code: 'provider-unavailable' })
    expect([connections, Buffer.concat(received).includes('engine')]).toEqual([1, false])
    server.close()
  })

  it('rejects the begin of a response that an attacker adds before TLS', async () => {
    // Of a bind response with success and message id 3, which the next response would complete.
    const added = Buffer.from('300d02010361080a010004000401', 'hex')
    const proxy = createServer((socket) => {
      const target = connect(Number(new URL(slapd.url).port), '127.0.0.1')
      target.once('data', (response: Buffer) => {
        socket.write(Buffer.concat([response, added]))
        target.pipe(socket)
      })
      socket.pipe(target)
      for (const each of [socket, target]) each.on('error', () => {})
      socket.on('close', () => target.destroy())
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const url = `ldap://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const attacked = directory({ ...DIRECT, url }).authenticate('ada', 'wrong')
    await expect(attacked).rejects.toMatchObject({
      code: 'provider-unavailable',
      cause: expect.objectContaining({ message: 'The directory sent data before TLS' }),
    })
    proxy.close()
  })

  it('reports that it is unavailable if the service account is wrong', async () => {
    const wrong = directory({ bind_password: 'wrong' }).authenticate('ada', 'engine')
    await expect(wrong).rejects.toMatchObject({ code: 'provider-unavailable' })
  })
})

const login = (username: string, password: string, app = fixture, more: object = {}) =>
  app.nobody.post('/api/v1/security/login', { username, password, provider: 'ldap', ...more })

describe('a sign-in by a directory', () => {
  const rolesOf = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const roles = await fixture.nobody.get('/api/v1/me/roles', { headers })
    return Object.keys(roles.json().result?.roles ?? {}).toSorted()
  }

  it('returns a refresh token for seven days, and for thirty with a password of Facet', async () => {
    const app = await openApp()
    await app.user('local', ['Gamma'])
    const refresh = { refresh: true }
    const both = [await login('ada', 'engine', app, refresh), await login('local', PASSWORD, app, refresh)]
    const begun = app.now
    const statuses = async (days: number) => {
      app.now = begun + days * 24 * 3_600_000
      const headers = both.map((answer) => ({ authorization: `Bearer ${answer.json().refresh_token}` }))
      const answers = headers.map((each) => app.nobody.post('/api/v1/security/refresh', {}, { headers: each }))
      return (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    }
    expect([await statuses(6.9), await statuses(7), await statuses(29.9), await statuses(30)]).toEqual([
      [200, 200],
      [401, 200],
      [401, 200],
      [401, 401],
    ])
    await app.close()
  })

  it('creates the user, and assigns roles and groups', async () => {
    const answer = await login('ada', 'engine')
    expect(answer.statusCode).toBe(200)
    expect(await rolesOf(answer.json().access_token)).toEqual(['Alpha', 'Gamma'])
    const user = await fixture.context.store.users.byUsername('ada')
    expect(user).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace', password: null })
    expect((await login('ada', 'wrong')).statusCode).toBe(401)
    expect((await login('ada', '')).statusCode).toBe(401)
  })

  it('sends no password of Facet, and signs in no other user of the name', async () => {
    const local = await fixture.user('grace', ['Gamma'])
    expect((await login('grace', 'compiler')).statusCode).toBe(401)
    expect((await login('grace', PASSWORD)).statusCode).toBe(200)
    await fixture.context.store.users.update(local.id, { password: null }, null)
    const answer = await login('grace', 'compiler')
    expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([403, 'identity-name-used'])
  })

  it('removes roles and groups that the directory no longer returns at the next sign-in', async () => {
    const emptied = await openApp()
    const { store } = emptied.context
    expect((await login('ada', 'engine', emptied)).statusCode).toBe(200)
    const ada = await store.users.byUsername('ada')
    const names = async () =>
      (await store.groups.list({})).rows.filter(({ users }) => users.includes(ada?.id ?? 0)).map(({ name }) => name)
    expect(await names()).toEqual(['Analysts'])
    await slapd.changeMember(`cn=analysts,ou=groups,${SUFFIX}`, 'delete', `uid=ada,ou=people,${SUFFIX}`)
    const again = await login('ada', 'engine', emptied)
    const headers = { authorization: `Bearer ${again.json().access_token}` }
    const roles = await emptied.nobody.get('/api/v1/me/roles', { headers })
    expect([Object.keys(roles.json().result.roles), await names()]).toEqual([['Gamma'], []])
    await slapd.changeMember(`cn=analysts,ou=groups,${SUFFIX}`, 'add', `uid=ada,ou=people,${SUFFIX}`)
    await emptied.close()
  })

  it('needs a second factor if one is required, unless the directory checks one itself', async () => {
    const open = (more: object) =>
      makeTestApp({
        environment: {
          FACET_REQUIRE_SECOND_FACTOR: '1',
          FACET_IDENTITY_PROVIDERS: JSON.stringify({ providers: [settingsOf(more)] }),
        },
      })
    const [strict, trusting] = [await open({}), await open({ checks_second_factor: true })]
    expect((await login('ada', 'engine', strict)).headers['x-facet-error']).toBe('second-factor-required')
    expect((await login('ada', 'engine', trusting)).statusCode).toBe(200)
    await strict.close()
    await trusting.close()
  })

  it('works in a command that only tries it, which changes nothing', async () => {
    const settings = readSettings({ FACET_IDENTITY_PROVIDERS: JSON.stringify({ providers: [settingsOf()] }) }, tmpdir())
    if ('problems' in settings) throw new Error(settings.problems.join())
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const terminal = {
      print,
      printMessage: print,
      isPerson: false,
      promptHidden: async () => '',
      readAll: async () => '',
    }
    const app = await openApp()
    const openStore = async () => ({ ...app.context.store, close: async () => {} })
    const run = (user: string) =>
      runCommand(['user', 'check-login', 'corp', '--user', user], { terminal, now: () => 5, settings, openStore })
    expect([await run('ada'), lines]).toEqual([
      0,
      ['Creates the user ada.', 'Roles to add: Alpha, Gamma', 'Groups to add: Analysts'],
    ])
    expect(await app.context.store.users.byUsername('ada')).toBeUndefined()
    await run('nobody')
    expect(lines.at(-1)).toBe('The directory has no user nobody, or rejects the password.')
    await app.close()
  })

  it('limits attempts like those with a password of Facet', async () => {
    const app = await openApp()
    const statuses: number[] = []
    for (let count = 0; count < 11; count++) statuses.push((await login('ada', 'wrong', app)).statusCode)
    expect([statuses[9], statuses[10]]).toEqual([401, 429])
    await app.close()
  })
})
