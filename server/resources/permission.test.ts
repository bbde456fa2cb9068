import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let alpha: Client
let gamma: Client

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  alpha = await fixture.as('Alpha')
  gamma = await fixture.as('Gamma')
})
afterAll(() => fixture.close())

const idOf = (client: Client) => client.user?.userId as number
const status = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode

describe('dashboards', () => {
  it('S-PERM-07, S-PERM-08: need both the permission to write and ownership or the role Admin', async () => {
    const mine = await fixture.dashboard({ owners: [idOf(alpha)] })
    expect(await status(alpha.put(`/api/v1/dashboard/${mine.id}`, { css: 'a{}' }))).toBe(200)
    expect(await status(admin.put(`/api/v1/dashboard/${mine.id}`, { css: 'b{}' }))).toBe(200)
    const { id } = await fixture.dashboard()
    const refused = await alpha.put(`/api/v1/dashboard/${id}`, { css: 'a{}' })
    expect([refused.statusCode, refused.json()]).toEqual([403, { message: 'Forbidden' }])
    await fixture.context.store.roles.create({ name: 'Reader' }, null)
    const role = await fixture.context.store.roles.byName('Reader')
    await fixture.context.store.roles.addPairs(role?.id as number, [['can_read', 'Dashboard']])
    const reader = await fixture.as('Reader')
    const own = await fixture.dashboard({ owners: [idOf(reader)] })
    expect(await status(reader.get(`/api/v1/dashboard/${own.id}`))).toBe(200)
    expect(await status(reader.put(`/api/v1/dashboard/${own.id}`, { css: 'a{}' }))).toBe(403)
  })

  it('lists a dashboard to a Gamma user when it is published with a chart on a readable dataset, owned, or a favorite', async () => {
    const { store } = fixture.context
    const dataset = await fixture.dataset({ table_name: 'readable' })
    const role = await store.roles.create({ name: 'Reads one' }, null)
    await store.roles.addPairs(role.id, [['datasource_access', `[local].[readable](id:${dataset.id})`]])
    const user = await fixture.as('Gamma', 'Reads one')
    const readable = await fixture.chart({ datasource_id: dataset.id })
    const hidden = await fixture.chart()
    const shown = await fixture.dashboard({ charts: [readable.id] })
    const draft = await fixture.dashboard({ charts: [readable.id], published: false })
    const closed = await fixture.dashboard({ charts: [hidden.id] })
    const own = await fixture.dashboard({ owners: [idOf(user)], published: false })
    const liked = await fixture.dashboard()
    await store.favorites.add(idOf(user), 'dashboard', liked.id)
    const { ids } = (await user.get('/api/v1/dashboard/?q=(page_size:1000)')).json()
    expect(ids).toEqual(expect.arrayContaining([shown.id, own.id, liked.id]))
    expect(ids).not.toContain(draft.id)
    expect(ids).not.toContain(closed.id)
    expect(await status(user.get(`/api/v1/dashboard/${draft.id}`))).toBe(403)
  })

  it('dashboards with roles are closed to others while drafts', async () => {
    const role = await fixture.context.store.roles.byName('Alpha')
    const { id } = await fixture.dashboard({ published: false, roles: [role?.id as number] })
    const answer = await gamma.get(`/api/v1/dashboard/${id}`)
    expect([answer.statusCode, answer.json().errors[0].error_type]).toEqual([403, 'DASHBOARD_SECURITY_ACCESS_ERROR'])
  })
})

describe('datasets', () => {
  it('S-PERM-05: lets an administrator edit them', async () => {
    const { id } = await fixture.dataset()
    expect(await status(admin.put(`/api/v1/dataset/${id}`, { description: 'x' }))).toBe(200)
  })

  it('S-PERM-06: lets their owner edit them, and not another user who may write datasets', async () => {
    const { id } = await fixture.dataset({ owners: [idOf(alpha)] })
    expect(await status(alpha.put(`/api/v1/dataset/${id}`, { description: 'x' }))).toBe(200)
    const other = await fixture.dataset()
    expect(await status(alpha.put(`/api/v1/dataset/${other.id}`, { description: 'x' }))).toBe(403)
  })

  it('return 404 to a Gamma user without access, and so do their charts', async () => {
    const dataset = await fixture.dataset()
    const chart = await fixture.chart({ datasource_id: dataset.id })
    expect(await status(gamma.get(`/api/v1/dataset/${dataset.id}`))).toBe(404)
    expect(await status(gamma.get(`/api/v1/chart/${chart.id}`))).toBe(404)
    expect((await gamma.get('/api/v1/chart/')).json().count).toBe(0)
    expect(await status(gamma.get(`/api/v1/dataset/${dataset.id}/related_objects`))).toBe(404)
    const names = `/api/v1/chart/favorite_status/?q=${printRison([chart.id])}`
    expect(await status(gamma.get(names))).toBe(404)
  })

  it('datasets on a database without access are not created, and their SQL is not changed', async () => {
    const { store } = fixture.context
    const role = await store.roles.create({ name: 'Writes datasets' }, null)
    await store.roles.addPairs(role.id, [
      ['can_read', 'Dataset'],
      ['can_write', 'Dataset'],
    ])
    const writer = await fixture.as('Writes datasets')
    const { id: database } = await fixture.database()
    const made = await writer.post('/api/v1/dataset/', { database, table_name: 'x', sql: 'SELECT 1 AS a' })
    expect([made.statusCode, made.json().errors[0].error_type]).toEqual([403, 'DATABASE_SECURITY_ACCESS_ERROR'])
    const own = await fixture.dataset({ owners: [idOf(writer)] })
    expect(await status(writer.put(`/api/v1/dataset/${own.id}`, { sql: 'SELECT 2 AS b' }))).toBe(403)
    expect(await status(writer.put(`/api/v1/dataset/${own.id}`, { description: 'fine' }))).toBe(200)
  })
})

describe('databases', () => {
  it('lets only administrators write them, and hides their URI from others', async () => {
    const { id } = await fixture.database()
    expect(await status(alpha.put(`/api/v1/database/${id}`, { allow_dml: true }))).toBe(403)
    expect((await alpha.get(`/api/v1/database/${id}`)).json().result).not.toHaveProperty('sqlalchemy_uri')
    expect((await admin.get(`/api/v1/database/${id}`)).json().result.sqlalchemy_uri).toBe('duckdb:///local.duckdb')
    const body = { sqlalchemy_uri: 'duckdb:///local.duckdb' }
    expect(await status(alpha.post('/api/v1/database/test_connection', body))).toBe(403)
  })

  it('rejects files outside the home', async () => {
    for (const file of ['../facet.db', '/etc/passwd', '..%2Ffacet.db']) {
      const body = { database_name: `at ${file}`, sqlalchemy_uri: `duckdb:///${file}` }
      expect(await status(admin.post('/api/v1/database/', body))).toBe(422)
    }
  })

  it('databases with datasets are not deleted', async () => {
    const { database_id } = await fixture.dataset()
    const answer = await admin.delete(`/api/v1/database/${database_id}`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'Cannot delete a database that has datasets attached',
    ])
  })
})

describe('owners', () => {
  it('the owners of created objects include their creator, whom only an administrator can remove', async () => {
    const made = await alpha.post('/api/v1/dashboard/', { dashboard_title: 'Mine' })
    const { id } = made.json()
    const owners = async () =>
      (await alpha.get(`/api/v1/dashboard/${id}`)).json().result.owners.map((owner: { id: number }) => owner.id)
    expect(await owners()).toEqual([idOf(alpha)])
    await alpha.put(`/api/v1/dashboard/${id}`, { owners: [idOf(admin)] })
    expect(await owners()).toEqual([idOf(admin), idOf(alpha)].toSorted((a, b) => a - b))
  })

  it('unknown owners are rejected', async () => {
    const answer = await admin.post('/api/v1/dashboard/', { dashboard_title: 'x', owners: [999999] })
    expect([answer.statusCode, answer.json()]).toEqual([422, { message: { owners: ['Owners are invalid'] } }])
  })

  it('gains no owners by putting a chart on a dashboard', async () => {
    const chart = await fixture.chart({ owners: [idOf(admin)] })
    const metadata = JSON.stringify({
      positions: { 'CHART-1': { type: 'CHART', id: 'CHART-1', meta: { chartId: chart.id } } },
    })
    await alpha.post('/api/v1/dashboard/', { dashboard_title: 'Links', json_metadata: metadata })
    expect(await status(alpha.put(`/api/v1/chart/${chart.id}`, { slice_name: 'Taken' }))).toBe(403)
  })
})

describe('the Public role', () => {
  it('starts without permissions', async () => {
    const open = await makeTestApp()
    const { id } = await open.dashboard()
    expect(await status(open.nobody.get(`/api/v1/dashboard/${id}`))).toBe(401)
    expect((await open.nobody.get(`/dashboard/${id}`)).headers.location).toBe(`/login/?next=%2Fdashboard%2F${id}`)
    const role = await open.context.store.roles.byName('Public')
    await open.context.store.roles.addPairs(role?.id as number, [['can_read', 'Dashboard']])
    expect(await status(open.nobody.get(`/api/v1/dashboard/${id}`))).toBe(200)
    expect(await status(open.nobody.get(`/dashboard/${id}`))).toBe(200)
    expect(await status(open.nobody.put(`/api/v1/dashboard/${id}`, { css: '' }))).toBe(401)
    await open.close()
  })
})

it('S-PERM-04: a user with a role named admin, in any case, is an administrator', async () => {
  const { store } = fixture.context
  const role = await store.roles.create({ name: 'ADMIN' }, null)
  await store.roles.addPairs(role.id, [
    ['can_read', 'Dataset'],
    ['can_write', 'Dataset'],
    ['all_datasource_access', 'all_datasource_access'],
  ])
  const user = await store.users.create({ username: 'shouts', first_name: 'S', last_name: 'T', roles: [role.id] }, null)
  const { id } = await fixture.dataset()
  expect(await status((await fixture.signedIn(user)).put(`/api/v1/dataset/${id}`, { description: 'x' }))).toBe(200)
})

it('externally managed objects return 403 for changes', async () => {
  const { id } = await fixture.dashboard({ is_managed_externally: true })
  const answer = await admin.put(`/api/v1/dashboard/${id}`, { css: '' })
  expect(answer.statusCode).toBe(403)
})

it('A deactivated user is anonymous at once', async () => {
  const user = await fixture.user('leaving', ['Alpha'])
  const client = await fixture.signedIn(user)
  expect(await status(client.get('/api/v1/me/'))).toBe(200)
  await fixture.context.store.users.update(user.id, { active: false }, null)
  expect(await status(client.get('/api/v1/me/'))).toBe(401)
})
