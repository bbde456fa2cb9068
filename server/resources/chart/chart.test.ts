import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let alpha: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  alpha = await fixture.as('Alpha')
})
afterAll(() => fixture.close())

const q = (value: unknown) => `?q=${encodeURIComponent(printRison(value))}`

describe('a chart', () => {
  it('C-STATE-01: returns all fields that explore and dashboards need', async () => {
    const dataset = await fixture.dataset({ table_name: 'flights', schema: 'main' })
    const made = await admin.post('/api/v1/chart/', {
      slice_name: 'Delays',
      viz_type: 'pie',
      datasource_id: dataset.id,
      datasource_type: 'table',
      params: '{"metric":"count","tomorrow":[1]}',
      description: 'One <b>\n\nTwo',
    })
    const { id } = made.json()
    fixture.now += 90_000
    const { result } = (await admin.get(`/api/v1/chart/${id}`)).json()
    expect(result).toMatchObject({
      slice_id: id,
      slice_url: `/explore/?slice_id=${id}`,
      slice_name: 'Delays',
      viz_type: 'pie',
      form_data: {
        metric: 'count',
        tomorrow: [1],
        slice_id: id,
        viz_type: 'pie',
        datasource: `${dataset.id}__table`,
      },
      description: 'One <b>\n\nTwo',
      description_markeddown: '<p>One &#60;b&#62;</p>\n<p>Two</p>',
      owners: [{ id: admin.user?.userId, username: 'admin', first_name: 'admin', last_name: 'Test' }],
      modified: 'a minute ago',
      changed_on: '2024-05-01T12:00:00.000000',
      datasource_name: 'main.flights',
      datasource_url: `/explore/?datasource_type=table&datasource_id=${dataset.id}`,
      datasource_id: dataset.id,
      datasource_type: 'table',
    })
  })

  it('C-STATE-02: names its dataset as id__type', async () => {
    const { id, datasource_id } = await fixture.chart()
    expect((await admin.get(`/api/v1/chart/${id}`)).json().result.datasource).toBe(`${datasource_id}__table`)
  })

  it.each([
    [{ datasource_id: 999999 }, { datasource_id: ['Datasource does not exist'] }],
    [{ dashboards: [999999] }, { dashboards: ['Dashboards do not exist'] }],
    [{ owners: [999999] }, { owners: ['Owners are invalid'] }],
  ])('returns 422 for %j', async (wrong, message) => {
    const { id } = await fixture.dataset()
    const body = { slice_name: 'x', datasource_id: id, datasource_type: 'table', ...wrong }
    const answer = await admin.post('/api/v1/chart/', body)
    expect([answer.statusCode, answer.json()]).toEqual([422, { message }])
  })

  it('rejects adding it to or removing it from an externally managed dashboard', async () => {
    const { id: dashboard } = await fixture.dashboard()
    const { id, datasource_id } = await fixture.chart()
    const put = (dashboards: readonly number[]) => admin.put(`/api/v1/chart/${id}`, { dashboards })
    expect((await put([dashboard])).statusCode).toBe(200)
    await admin.put(`/api/v1/dashboard/${dashboard}`, { is_managed_externally: true })
    const body = { slice_name: 'x', datasource_id, datasource_type: 'table', dashboards: [dashboard] }
    expect((await admin.post('/api/v1/chart/', body)).statusCode).toBe(403)
    expect((await put([])).statusCode).toBe(403)
    const { result } = (await admin.get(`/api/v1/dashboard/${dashboard}/charts`)).json()
    expect(result.map((each: { id: number }) => each.id)).toEqual([id])
    // A request that does not change it does not check it.
    expect((await put([dashboard])).statusCode).toBe(200)
  })

  it.each([
    [{ slice_name: '' }, { slice_name: ['Length must be between 1 and 250.'] }],
    [{ params: '{' }, { params: ['JSON not valid'] }],
    [{ datasource_type: 'lake' }, { datasource_type: [expect.stringMatching(/^Must be one of: table, /)] }],
  ])('returns 400 for %j', async (wrong, message) => {
    const { id } = await fixture.dataset()
    const body = { slice_name: 'x', datasource_id: id, datasource_type: 'table', ...wrong }
    const answer = await admin.post('/api/v1/chart/', body)
    expect([answer.statusCode, answer.json()]).toEqual([400, { message }])
  })

  it('rejects adding it to dashboards that the caller does not own', async () => {
    const own = await fixture.dashboard({ owners: [alpha.user?.userId as number] })
    const other = await fixture.dashboard()
    const chart = await fixture.chart({ owners: [alpha.user?.userId as number] })
    const refused = await alpha.put(`/api/v1/chart/${chart.id}`, { dashboards: [own.id, other.id] })
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { message: 'Changing one or more of these dashboards is forbidden' },
    ])
    expect((await alpha.put(`/api/v1/chart/${chart.id}`, { dashboards: [own.id] })).statusCode).toBe(200)
    expect((await fixture.context.store.dashboards.get(own.id))?.charts).toEqual([chart.id])
  })
})

describe('lists of charts', () => {
  const ids = async (filters: object[], client = admin) =>
    (await client.get(`/api/v1/chart/${q({ filters, page_size: 1000 })}`)).json().ids as number[]

  it('searches name, description, type and dataset at once, ignoring case and accents', async () => {
    const dataset = await fixture.dataset({ table_name: 'Zürich' })
    const named = await fixture.chart({ slice_name: 'Über ZURICH' })
    const described = await fixture.chart({ description: 'trains of zürich' })
    const onIt = await fixture.chart({ datasource_id: dataset.id })
    await fixture.chart({ slice_name: 'Bern' })
    const found = await ids([{ col: 'slice_name', opr: 'chart_all_text', value: 'zurich' }])
    expect(new Set(found)).toEqual(new Set([named.id, described.id, onIt.id]))
  })

  it('filters by favorites of the caller', async () => {
    const liked = await fixture.chart({ slice_name: 'Liked' })
    expect((await admin.post(`/api/v1/chart/${liked.id}/favorites/`)).json()).toEqual({ result: 'OK' })
    expect(await ids([{ col: 'id', opr: 'chart_is_favorite', value: true }])).toEqual([liked.id])
    expect(await ids([{ col: 'id', opr: 'chart_is_favorite', value: false }])).not.toContain(liked.id)
    expect(await ids([{ col: 'id', opr: 'chart_is_favorite', value: true }], alpha)).toEqual([])
  })

  it('filters by owners and certification', async () => {
    const users = [admin.user?.userId as number, alpha.user?.userId as number]
    const both = await fixture.chart({ owners: users, certified_by: 'Ada' })
    await fixture.chart({ owners: [users[0] as number], certified_by: '' })
    expect(await ids([{ col: 'owners', opr: 'rel_m_m', value: users }])).toContain(both.id)
    expect(
      await ids([
        { col: 'owners', opr: 'rel_m_m', value: users },
        { col: 'id', opr: 'chart_is_certified', value: true },
      ]),
    ).toEqual([both.id])
  })

  it('returns only the requested nested columns', async () => {
    const { id } = await fixture.chart({ owners: [admin.user?.userId as number] })
    const columns = ['owners.first_name', 'table.table_name', 'params', 'password']
    const answer = await admin.get(`/api/v1/chart/${q({ columns, filters: [{ col: 'id', opr: 'eq', value: id }] })}`)
    expect(answer.json().result).toEqual([
      { owners: [{ first_name: 'admin' }], table: { table_name: expect.any(String) }, params: null },
    ])
    expect(answer.json().list_columns).toEqual(['owners.first_name', 'table.table_name', 'params'])
    expect(answer.json().label_columns).toEqual({
      'owners.first_name': 'Owners First Name',
      'table.table_name': 'Table Table Name',
      params: 'Params',
    })
  })
})

describe('favorites', () => {
  it('returns the favorites among visible charts, in the order of their ids', async () => {
    const first = await fixture.chart()
    const second = await fixture.chart()
    await admin.post(`/api/v1/chart/${second.id}/favorites`)
    const answer = await admin.get(`/api/v1/chart/favorite_status/${q([second.id, first.id, 999999])}`)
    expect(answer.json().result).toHaveLength(2)
    expect(answer.json().result).toEqual(
      expect.arrayContaining([
        { id: first.id, value: false },
        { id: second.id, value: true },
      ]),
    )
    expect((await admin.get('/api/v1/chart/favorite_status/')).statusCode).toBe(400)
  })

  it('sets favorites also by the legacy URL, but not from another site', async () => {
    const { id } = await fixture.chart()
    expect((await admin.get(`/superset/favstar/slice/${id}/select/`)).json()).toEqual({ count: 1 })
    expect((await admin.get(`/superset/favstar/slice/${id}/count`)).json()).toEqual({ count: 1 })
    const crossSite = { headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await admin.get(`/superset/favstar/slice/${id}/unselect/`, crossSite)).statusCode).toBe(403)
    const asPicture = { headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' } }
    expect((await admin.get(`/superset/favstar/slice/${id}/unselect/`, asPicture)).statusCode).toBe(403)
    expect((await admin.get(`/superset/favstar/slice/${id}/count`)).json()).toEqual({ count: 1 })
    expect((await admin.get(`/superset/favstar/slice/${id}/unselect/`)).json()).toEqual({ count: 0 })
    expect((await admin.get(`/superset/favstar/Slice/${id}/select/`)).statusCode).toBe(404)
  })
})

it('recently viewed and saved objects are returned to their user only', async () => {
  const chart = await fixture.chart({ slice_name: 'Seen' })
  await alpha.get(`/api/v1/chart/${chart.id}`)
  const mine = (await alpha.get('/api/v1/log/recent_activity/?q=(page_size:6)')).json().result
  expect(mine[0]).toMatchObject({
    action: 'view',
    item_type: 'slice',
    item_title: 'Seen',
    item_url: `/explore/?slice_id=${chart.id}`,
    time: fixture.now,
    time_delta_humanized: 'now',
  })
  expect((await alpha.get(`/api/v1/log/recent_activity/${admin.user?.userId}/`)).statusCode).toBe(403)
  const bare = await alpha.get(`/superset/recent_activity/${alpha.user?.userId}/?limit=1`)
  expect(bare.json()).toHaveLength(1)
})

it.each([
  ['nothing', '!n', 10],
  ['a number that is not an object', '1e400', 10],
  ['a fraction as page size', '(page_size:0.5)', 1],
])('returns the recent activity if the query is %s', async (_name, requested, most) => {
  await alpha.get(`/api/v1/chart/${(await fixture.chart({ slice_name: 'Seen too' })).id}`)
  const answer = await alpha.get(`/api/v1/log/recent_activity/?q=${requested}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json().result.length).toBeGreaterThan(0)
  expect(answer.json().result.length).toBeLessThanOrEqual(most)
})

describe('explore', () => {
  it('stores form data of a dataset under a key', async () => {
    const { id } = await fixture.dataset()
    const form_data = '{"viz_type":"pie"}'
    const made = await alpha.post('/api/v1/explore/form_data', {
      datasource_id: id,
      datasource_type: 'table',
      form_data,
    })
    const { key } = made.json()
    expect(made.statusCode).toBe(201)
    expect((await alpha.get(`/api/v1/explore/form_data/${key}`)).json()).toEqual({ form_data })
    const changed = { dataset_id: id, form_data: '{"viz_type":"table"}' }
    expect((await alpha.put(`/api/v1/explore/form_data/${key}`, changed)).json()).toEqual({ key })
    expect((await admin.put(`/api/v1/explore/form_data/${key}`, changed)).json().key).not.toBe(key)
    fixture.now += 8 * 24 * 3_600_000
    expect((await (await fixture.as('Alpha')).get(`/api/v1/explore/form_data/${key}`)).statusCode).toBe(404)
    alpha = await fixture.as('Alpha')
    admin = await fixture.as('Admin')
  })

  it('E-PERMALINK-01, E-PERMALINK-02: form data has a permalink, and equal states have the same key', async () => {
    const { id } = await fixture.dataset()
    const body = { formData: { datasource: `${id}__table`, viz_type: 'pie' }, urlParams: [['a', '1']] }
    const made = await admin.post('/api/v1/explore/permalink', body)
    const { key, url } = made.json()
    expect([made.statusCode, url]).toEqual([201, `/superset/explore/p/${key}/`])
    expect((await alpha.post('/api/v1/explore/permalink', body)).json().key).toBe(key)
    expect((await alpha.get(`/api/v1/explore/permalink/${key}`)).json()).toEqual({
      chartId: null,
      datasourceId: id,
      datasourceType: 'table',
      datasource: `${id}__table`,
      state: body,
    })
    expect((await (await fixture.as('Gamma')).get(`/api/v1/explore/permalink/${key}`)).statusCode).toBe(403)
    expect((await admin.get(`/superset/explore/p/${key}/`)).headers.location).toBe(`/explore?permalink_key=${key}`)
  })
})
