import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import type { UserImportResponse } from '#core/rest/security.ts'
import { type Client, makeTestApp, NOON, PASSWORD, type TestApp } from '#testing/app.ts'
import { submitLink } from '#testing/sign-in-link.ts'
import { importUsers } from '#server/security/import-users.ts'

const USERS = '/api/v1/security/users/'
const HEAD = 'username,first_name,last_name,email,roles,groups,active'

let fixture: TestApp
let admin: Client
let count = 0

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  await fixture.context.store.groups.create({ name: 'Berlin' }, null)
  await fixture.context.store.groups.create({ name: 'Sales' }, null)
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.now = NOON + ++count * 1000
})

const lines = (...rows: readonly string[]) => [HEAD, ...rows].join('\n')
const sendFile = (csv: string, more: object = {}, client = admin) =>
  client.post(`${USERS}import`, { csv, dry_run: false, ...more })
async function importFile(csv: string, more: object = {}): Promise<UserImportResponse> {
  const answer = await sendFile(csv, more)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const codeOf = (answer: { statusCode: number; headers: object }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['x-facet-error'],
]
const exported = async () => (await admin.get(`${USERS}export`)).body
const lineOf = async (username: string) =>
  (await exported()).split('\n').find((line) => line.startsWith(`${username},`)) ?? ''
const named = (username: string) => fixture.context.store.users.byUsername(username)

it('creates users with their roles and groups, and a dry run lists them without creating them', async () => {
  const csv = lines('ana,Ana,Lee,ana@example.org,Gamma; Alpha,Berlin;Sales,', 'bob,Bob,,,Gamma,,false')
  const dry = await importFile(csv, { dry_run: true, invite: true })
  expect(dry).toMatchObject({ dry_run: true, created: 2, changed: 0, unchanged: 0, rejected: 0, invitations: [] })
  expect(dry.result[0]).toEqual({
    line: 2,
    username: 'ana',
    action: 'create',
    fields: [
      { name: 'first_name', before: '', after: 'Ana' },
      { name: 'last_name', before: '', after: 'Lee' },
      { name: 'email', before: '', after: 'ana@example.org' },
      { name: 'roles', before: '', after: 'Alpha; Gamma' },
      { name: 'groups', before: '', after: 'Berlin; Sales' },
    ],
  })
  expect(await named('ana')).toBeUndefined()
  expect(await importFile(csv)).toEqual({ ...dry, dry_run: false })
  expect(await lineOf('ana')).toBe('ana,Ana,Lee,ana@example.org,Alpha; Gamma,Berlin; Sales,true')
  expect(await lineOf('bob')).toBe('bob,Bob,,,Gamma,,false')
  expect(await importFile(csv)).toMatchObject({ created: 0, changed: 0, unchanged: 2, result: [] })
  const [event] = await fixture.context.store.events.history('user', (await named('ana'))?.id ?? 0)
  expect([event?.action, event?.actor]).toEqual(['create', admin.user?.userId])
})

it('logs one change of a role with all users who get it, and one with all who lose it', async () => {
  const { store } = fixture.context
  const role = await store.roles.create({ name: 'Logged role' }, null)
  const changes = async () =>
    (await store.events.history('role', role.id)).flatMap(({ action, before, after }) =>
      action === 'update' ? [[JSON.parse(before ?? ''), JSON.parse(after ?? '')]] : [],
    )
  await importFile(lines('log1,A,,,Logged role,,', 'log2,B,,,Logged role,,', 'log3,C,,,Logged role,,'))
  const users = [(await named('log1'))?.id, (await named('log2'))?.id, (await named('log3'))?.id]
  expect(await changes()).toEqual([[{ users: [] }, { users }]])
  await importFile('username,roles\nlog1,Gamma\nlog2,Gamma')
  expect((await changes())[0]).toEqual([{ users: users.slice(0, 2) }, { users: [] }])
})

it('assigns an email address that one row frees to the user of a later row', async () => {
  await importFile(lines('jo,Jo,,jo@example.org,Gamma,,', 'kim,Kim,,kim@example.org,Gamma,,'))
  const later = 'username,email,roles\nkim,kim2@example.org,Gamma\njo,kim@example.org,Gamma\nlu,JO@example.org,Gamma'
  expect(await importFile(later)).toMatchObject({ created: 1, changed: 2, rejected: 0 })
  const emails = [await named('jo'), await named('kim'), await named('lu')].map((user) => user?.email)
  expect(emails).toEqual(['kim@example.org', 'kim2@example.org', 'JO@example.org'])
  const swap = 'username,email\njo,kim2@example.org\nkim,kim@example.org'
  expect((await importFile(swap)).result.map(({ action }) => action)).toEqual(['reject', 'reject'])
})

it('reads the rows of a file without blocking other requests', async () => {
  let turns = 0
  let timer = setImmediate(function onTurn() {
    turns++
    timer = setImmediate(onTurn)
  })
  const csv = lines(...Array.from({ length: 200 }, (_, index) => `many${index},,,,Gamma,,`))
  const options = { actor: null, isDryRun: true, isInviting: false }
  await importUsers({ store: fixture.context.store, now: () => NOON }, csv, options)
  clearImmediate(timer)
  // One turn for each of 50 rows.
  expect(turns).toBeGreaterThanOrEqual(4)
})

it('sends new active users a link that signs them in once', async () => {
  const { invitations } = await importFile(lines('cleo,Cleo,,,Gamma,,', 'dan,Dan,,,Gamma,,no'), { invite: true })
  expect(invitations.map(({ username }) => username)).toEqual(['cleo'])
  const { pathname } = new URL(invitations[0]?.url ?? '')
  const entered = await submitLink(fixture.nobody, pathname)
  expect([entered.statusCode, entered.headers.location]).toEqual([302, '/account/'])
  expect((await fixture.nobody.get(pathname)).statusCode).toBe(401)
})

it('changes only the columns of the file, and ends the sessions of deactivated users', async () => {
  await importFile(lines('eve,Eve,Poe,eve@example.org,Gamma,Berlin,'))
  const user = await named('eve')
  if (!user) throw new Error('The user is missing')
  const eve = await fixture.signedIn(user)
  expect(await importFile('username,groups\neve,Sales\n')).toMatchObject({
    changed: 1,
    result: [{ line: 2, action: 'change', fields: [{ name: 'groups', before: 'Berlin', after: 'Sales' }] }],
  })
  expect(await lineOf('eve')).toBe('eve,Eve,Poe,eve@example.org,Gamma,Sales,true')
  expect((await eve.get('/api/v1/me/')).statusCode).toBe(200)
  await importFile('username;active;email\r\neve;no;\r\n')
  expect(await lineOf('eve')).toBe('eve,Eve,Poe,,Gamma,Sales,false')
  expect((await eve.get('/api/v1/me/')).statusCode).toBe(401)
})

it.each([
  ['  ,A,,,Gamma,,', 'not valid'],
  ['FAY,A,,,Gamma,,', 'There is already a user fay'],
  ['gus,A,,fay@example.org,Gamma,,', 'Another user has the e-mail address fay@example.org'],
  ['gus,A,,nowhere,Gamma,,', '"nowhere" is not an e-mail address'],
  ['gus,A,,,Gamma; Boss,,', 'There is no role Boss'],
  ['gus,A,,,Gamma,Rome,', 'There is no group Rome'],
  ['gus,A,,,,Berlin,', 'A new user needs at least one role'],
  ['gus,A,,,Gamma,,maybe', 'active is maybe'],
  [`gus,${'a'.repeat(65)},,,Gamma,,`, 'more than 64 characters'],
  ['gus,A,,,Gamma,,,more', 'more cells than the header'],
])('rejects the row %j with a reason, and applies the others', async (row, reason) => {
  await importFile(lines('fay,Fay,,fay@example.org,Gamma,,'))
  const fine = `fine${++count}`
  const answer = await importFile(lines(row, `${fine},F,,,Gamma,,`))
  expect([answer.created, answer.rejected]).toEqual([1, 1])
  expect(answer.result[0]).toMatchObject({ line: 2, action: 'reject', reason: expect.stringContaining(reason) })
  expect([await named('gus'), (await named(fine))?.username]).toEqual([undefined, fine])
})

it('rejects a user name that the file has twice, also in another case', async () => {
  const { result } = await importFile(lines('hal,Hal,,,Gamma,,', 'Hal,Hal,,,Gamma,,'))
  expect(result.map(({ line, action }) => [line, action])).toEqual([
    [2, 'create'],
    [3, 'reject'],
  ])
})

it('sets, changes and removes attributes by their columns, and a dry run and the action log show the changes', async () => {
  await importFile('username,roles,attribute:region,Attribute:Team\nria,Gamma,north,blue; red')
  expect((await named('ria'))?.attributes).toBe('{"region":"north","Team":["blue","red"]}')
  const csv = 'username,attribute:region,attribute:level\nria,,7'
  const fields = [
    { name: 'attribute:region', before: 'north', after: '' },
    { name: 'attribute:level', before: '', after: '7' },
  ]
  expect((await importFile(csv, { dry_run: true })).result).toMatchObject([{ action: 'change', fields }])
  expect((await named('ria'))?.attributes).toBe('{"region":"north","Team":["blue","red"]}')
  expect((await importFile(csv)).result).toMatchObject([{ action: 'change', fields }])
  expect((await named('ria'))?.attributes).toBe('{"Team":["blue","red"],"level":"7"}')
  expect(await importFile(csv)).toMatchObject({ changed: 0, unchanged: 1 })
  const [event] = await fixture.context.store.events.history('user', (await named('ria'))?.id ?? 0)
  expect([event?.action, event?.actor, event?.after]).toEqual([
    'update',
    admin.user?.userId,
    JSON.stringify({ attributes: '{"Team":["blue","red"],"level":"7"}' }),
  ])
  await importFile('username,attribute:Team,attribute:level\nria,,')
  expect((await named('ria'))?.attributes).toBeNull()
})

it('rejects rows with attributes beyond the limits, and columns with other names', async () => {
  await importFile('username,roles\nrex,Gamma')
  const [long] = (await importFile(`username,attribute:region\nrex,${'x'.repeat(1001)}`)).result
  expect(long?.action).toBe('reject')
  const many = Array.from({ length: 51 }, (_, at) => `attribute:a${at}`)
  const [row] = (await importFile(`username,${many.join()}\nrex,${many.map(() => '1').join()}`)).result
  expect(row).toMatchObject({ action: 'reject', reason: 'A user has at most 50 attributes.' })
  expect((await named('rex'))?.attributes).toBeNull()
  for (const name of ['attribute:', 'attribute:a b', 'attribute:1', 'attributes'])
    expect(codeOf(await sendFile(`username,${name}\nrex,1`))).toEqual([422, 'users-file-columns'])
})

it('keeps at least one administrator in the installation', async () => {
  const names = (await fixture.context.store.users.list({})).rows.map(({ username }) => username)
  const csv = ['username,active', ...names.map((name) => `${name},no`)].join('\n')
  for (const dry_run of [true, false]) expect(codeOf(await sendFile(csv, { dry_run }))).toEqual([422, 'last-admin'])
  expect((await named('ana'))?.active).toBe(true)
})

it.each([
  ['name,roles\nx,Gamma', 'users-file-columns'],
  ['first_name\nAna', 'users-file-columns'],
  ['username,username\na,b', 'users-file-columns'],
  ['username\n"ana', 'users-file-quote'],
])('rejects the file %j', async (csv, code) => {
  expect(codeOf(await sendFile(csv))).toEqual([422, code])
})

it('limits the rows and columns of a file', async () => {
  const rows = Array.from({ length: bounds['user-import-rows'].most + 1 }, (_, at) => `many${at},M,,,Gamma,,`)
  const answer = await sendFile(lines(...rows))
  expect([codeOf(answer)[1], answer.json().errors[0].extra.bound]).toEqual(['bound-passed', 'user-import-rows'])
  const columns = Array.from({ length: bounds['user-import-columns'].most }, (_, at) => `attribute:a${at}`)
  const wide = await sendFile(`username,${columns.join()}\nwide${',1'.repeat(columns.length)}`)
  expect(wide.json().errors[0].extra).toMatchObject({ bound: 'user-import-columns', count: 201 })
})

it('lets only administrators import users, in their session, and only administrators export them', async () => {
  const csv = lines('ida,Ida,,,Admin,,')
  const role = await fixture.context.store.roles.create({ name: 'Personnel' }, null)
  await fixture.context.store.roles.setPairs(role.id, [
    ['can_read', 'User'],
    ['can_write', 'User'],
  ])
  const writer = await fixture.as('Gamma', 'Personnel')
  expect((await sendFile(csv, {}, writer)).statusCode).toBe(403)
  expect(codeOf(await writer.get(`${USERS}export`))).toEqual([403, 'forbidden'])
  expect((await admin.get(`${USERS}export`)).statusCode).toBe(200)
  const gamma = await fixture.as('Gamma')
  expect([(await sendFile(csv, {}, gamma)).statusCode, (await gamma.get(`${USERS}export`)).statusCode]).toEqual([
    403, 403,
  ])
  const user = admin.user && (await fixture.context.store.users.get(admin.user.userId ?? 0))
  const credentials = { username: user?.username, password: PASSWORD, provider: 'db', refresh: false }
  const token = (await fixture.nobody.post('/api/v1/security/login', credentials)).json().access_token
  const headers = { authorization: `Bearer ${token}` }
  const body = { csv, dry_run: true }
  expect((await fixture.nobody.post(`${USERS}import`, body, { headers })).statusCode).toBe(403)
  expect(await named('ida')).toBeUndefined()
})

it('escapes formulas in the export, and an import reads them back', async () => {
  await importFile(lines('"=HYPERLINK(""x"")",@first,+last,,Gamma,,'))
  const csv = await exported()
  expect(csv).toContain(`"'=HYPERLINK(""x"")",'@first,'+last,`)
  expect(csv).not.toMatch(/password|\$argon|scrypt/)
  expect(await importFile(csv)).toMatchObject({ created: 0, changed: 0, rejected: 0 })
})
