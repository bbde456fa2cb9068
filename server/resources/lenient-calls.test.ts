import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

describe('values in the spelling of other clients', () => {
  it('stores values with their meaning', async () => {
    const { id: datasource_id } = await fixture.dataset()
    const { id: owner } = await fixture.user('admin', ['Admin'])
    const board = await fixture.dashboard({ owners: [owner] })
    const sent = {
      slice_name: 'Old client',
      datasource_id: String(datasource_id),
      datasource_type: 'table',
      cache_timeout: '60',
      owners: [String(owner)],
      dashboards: [String(board.id)],
    }
    const made = await admin.post('/api/v1/chart/', sent)
    expect([made.statusCode, made.json().result]).toMatchObject([201, { cache_timeout: 60, owners: [owner] }])
    const chart = await fixture.context.store.charts.get(made.json().id)
    expect(chart).toMatchObject({ cache_timeout: 60, owners: [owner], dashboards: [board.id], datasource_id })
  })

  it.each([
    ['False', false],
    ['1', true],
    ['off', false],
    [1, true],
  ])('publish a dashboard or not: %j', async (published, meant) => {
    const { id } = await fixture.dashboard({ published: !meant })
    expect((await admin.put(`/api/v1/dashboard/${id}`, { published })).statusCode).toBe(200)
    expect((await fixture.context.store.dashboards.get(id))?.published).toBe(meant)
  })

  it.each(['', 'maybe', null, [], 2])('values with an unclear meaning change nothing: %j', async (value) => {
    const { id } = await fixture.dashboard({ published: true })
    const answer = await admin.put(`/api/v1/dashboard/${id}`, { published: value })
    expect(answer.statusCode).toBe(value === null ? 200 : 400)
    expect((await fixture.context.store.dashboards.get(id))?.published).toBe(true)
  })

  it('accepts them at sign-in', async () => {
    await fixture.user('old', ['Gamma'])
    const sent = { username: 'old', password: 'a password of the tests', provider: 'db', refresh: 'true' }
    const answer = await fixture.nobody.post('/api/v1/security/login', sent)
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['access_token', 'refresh_token']])
  })

  it('accepts them in chart data, where text for a number returns 400', async () => {
    const { id } = await fixture.dataset()
    const queries = [{ columns: ['origin'], row_limit: 'ten' }]
    const answer = await admin.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries })
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('Not a valid integer.')])
    const requested = { datasource: { id, type: 'table' }, result_type: 'query', force: 'yes' }
    const query = await admin.post('/api/v1/chart/data', {
      ...requested,
      queries: [{ columns: ['origin'], row_limit: '7' }],
    })
    expect([query.statusCode, query.json().result[0].query]).toEqual([200, expect.stringMatching(/LIMIT 7$/)])
  })
})

describe('unknown fields in a body', () => {
  it('ignores them, with a warning if the name is similar to a field', async () => {
    const { id } = await fixture.chart()
    const answer = await admin.put(`/api/v1/chart/${id}`, { slice_nmae: 'Lost', theme_of: [1], cache_timeout: 5 })
    expect([answer.statusCode, answer.json().warnings]).toEqual([
      200,
      ['There is no field slice_nmae, and it was left out. Did you mean slice_name?'],
    ])
    const chart = await fixture.context.store.charts.get(id)
    expect(chart).toMatchObject({ cache_timeout: 5 })
    expect(JSON.stringify(chart)).not.toMatch(/Lost|theme_of/)
  })

  it('cause no warning if no field is similar, or if that field is sent as well', async () => {
    const made = await admin.post('/api/v1/dashboard/', { dashboard_title: 'A', dashboard_titel: 'B', theme_id: 1 })
    expect([made.statusCode, 'warnings' in made.json()]).toEqual([201, false])
  })
})
