import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const q = (value: unknown) => `?q=${encodeURIComponent(printRison(value))}`

const layout = (chartId: number) => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['CHART-1'], parents: ['ROOT_ID'] },
  'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId, width: 4, height: 50 } },
})

describe('a dashboard', () => {
  it('D-META-01: returns title, position data, metadata, css, published and changed_on', async () => {
    const made = await admin.post('/api/v1/dashboard/', {
      dashboard_title: 'Sales',
      css: '.a{}',
      published: true,
      position_json: JSON.stringify(layout(1)),
      json_metadata: '{"color_scheme":"x"}',
    })
    const columns = ['dashboard_title', 'position_data', 'metadata', 'css', 'published', 'changed_on']
    const { result } = (await admin.get(`/api/v1/dashboard/${made.json().id}${q({ columns })}`)).json()
    expect(result).toEqual({
      dashboard_title: 'Sales',
      position_data: layout(1),
      metadata: { color_scheme: 'x' },
      css: '.a{}',
      published: true,
      changed_on: '2024-05-01T12:00:00.000000',
    })
  })

  it('D-META-02: keeps its layout components unchanged, including unknown ones', async () => {
    const position = { ...layout(1), 'NEW-1': { type: 'OF_TOMORROW', id: 'NEW-1', meta: { x: [1, null] } } }
    const made = await admin.post('/api/v1/dashboard/', {
      dashboard_title: 'x',
      position_json: JSON.stringify(position),
    })
    const { result } = (await admin.get(`/api/v1/dashboard/${made.json().id}`)).json()
    expect(JSON.parse(result.position_json)).toEqual(position)
  })

  it('D-META-03: keeps all keys of its metadata', async () => {
    const metadata = {
      default_filters: '{}',
      shared_label_colors: { a: '#fff' },
      label_colors: { b: '#000' },
      filter_scopes: {},
      native_filter_configuration: [{ id: 'NATIVE_FILTER-1' }],
      show_native_filters: true,
      chart_configuration: { 1: { id: 1 } },
      expanded_slices: { 1: true },
      refresh_frequency: 30,
      color_namespace: 'n',
      color_scheme: 's',
      of_tomorrow: { deep: [1] },
    }
    const { id } = await fixture.dashboard()
    const answer = await admin.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify(metadata) })
    expect(JSON.parse(answer.json().result.json_metadata)).toEqual(metadata)
    expect(JSON.parse((await admin.get(`/api/v1/dashboard/${id}`)).json().result.json_metadata)).toEqual(metadata)
  })

  it.each([
    ['CSS above the limit', { css: 'x'.repeat(200_001) }, { css: ['Longer than maximum length 200000.'] }],
    ['metadata that are not an object', { json_metadata: '[1, 2]' }, { json_metadata: ['Invalid input type.'] }],
    [
      'more owners than the limit',
      { owners: [...Array(100_000).keys()] },
      { owners: ['Longer than maximum length 10000.'] },
    ],
    [
      'more roles than the limit',
      { roles: [...Array(100_000).keys()] },
      { roles: ['Longer than maximum length 10000.'] },
    ],
  ])('%s: returns 400 and changes nothing', async (_what, body, message) => {
    const { id } = await fixture.dashboard()
    const before = (await admin.get(`/api/v1/dashboard/${id}`)).json().result
    const answer = await admin.put(`/api/v1/dashboard/${id}`, body)
    expect([answer.statusCode, answer.json().message]).toEqual([400, message])
    expect((await admin.get(`/api/v1/dashboard/${id}`)).json().result).toEqual(before)
  })

  it('checks the maximum number of owners, and returns 422 as they do not exist', async () => {
    const { id } = await fixture.dashboard()
    const answer = await admin.put(`/api/v1/dashboard/${id}`, { owners: [...Array(10_000).keys()] })
    expect(answer.statusCode).toBe(422)
  })

  it('links the charts in its layout when only position_json is sent', async () => {
    const [one, other] = [await fixture.chart(), await fixture.chart()]
    const chartsOf = async (board: number) =>
      ((await admin.get(`/api/v1/dashboard/${board}/charts`)).json().result as { id: number }[]).map((each) => each.id)
    const made = await admin.post('/api/v1/dashboard/', {
      dashboard_title: 'By REST',
      position_json: JSON.stringify(layout(one.id)),
    })
    const { id } = made.json()
    expect(await chartsOf(id)).toEqual([one.id])
    const put = (body: object) => admin.put(`/api/v1/dashboard/${id}`, body)
    expect((await put({ position_json: JSON.stringify(layout(other.id)) })).statusCode).toBe(200)
    // A layout removes no chart: charts may be linked without a position.
    expect((await chartsOf(id)).toSorted((a, b) => a - b)).toEqual([one.id, other.id])
    expect((await put({ css: '.a{}' })).statusCode).toBe(200)
    expect(await chartsOf(id)).toHaveLength(2)
    // An unknown chart does not make the layout invalid.
    expect((await put({ position_json: JSON.stringify(layout(999_999)) })).statusCode).toBe(200)
    expect(await chartsOf(id)).toHaveLength(2)
  })

  it('links the charts in its positions, and drops metadata of other charts', async () => {
    const chart = await fixture.chart()
    const { id } = await fixture.dashboard({ charts: [(await fixture.chart()).id] })
    const metadata = {
      positions: layout(chart.id),
      default_filters: JSON.stringify({ [chart.id]: { a: 1 }, 999999: { b: 2 } }),
      filter_scopes: { [chart.id]: {}, 999999: {} },
      color_namespace: '',
    }
    const answer = await admin.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify(metadata) })
    const stored = await fixture.context.store.dashboards.get(id)
    expect(stored?.charts).toEqual([chart.id])
    expect(JSON.parse(stored?.position_json ?? '')['CHART-1'].meta).toEqual({
      chartId: chart.id,
      width: 4,
      height: 50,
      uuid: chart.uuid,
    })
    expect(JSON.parse(answer.json().result.json_metadata)).toEqual({
      expanded_slices: {},
      refresh_frequency: 0,
      color_scheme: '',
      label_colors: {},
      default_filters: JSON.stringify({ [chart.id]: { a: 1 } }),
      filter_scopes: { [chart.id]: {} },
    })
    expect(answer.json().last_modified_time).toBe(fixture.now / 1000)
  })

  it('finds it by id, uuid and slug, normalizes the slug, and rejects a taken or reserved one', async () => {
    const made = await admin.post('/api/v1/dashboard/', { dashboard_title: 'x', slug: ' Ümsatz 2024! (neu)' })
    expect(made.json().result.slug).toBe('Ümsatz-2024-neu')
    const { id } = made.json()
    const { uuid } = (await admin.get(`/api/v1/dashboard/${id}`)).json().result
    const found = async (key: string) => (await admin.get(`/api/v1/dashboard/${key}`)).json().id
    expect(await found(uuid)).toBe(id)
    expect(await found(encodeURIComponent('Ümsatz-2024-neu'))).toBe(id)
    const again = await admin.post('/api/v1/dashboard/', { dashboard_title: 'y', slug: 'Ümsatz-2024-neu' })
    expect([again.statusCode, again.json()]).toEqual([422, { message: { slug: ['Must be unique'] } }])
    for (const slug of ['list', 'new', '123'])
      expect((await admin.post('/api/v1/dashboard/', { dashboard_title: 'z', slug })).statusCode).toBe(422)
    expect((await admin.put(`/api/v1/dashboard/${id}`, { slug: 'Ümsatz-2024-neu' })).statusCode).toBe(200)
  })

  it('returns its charts and their datasets', async () => {
    const dataset = await fixture.dataset({ table_name: 'flights' })
    const chart = await fixture.chart({
      slice_name: 'One',
      viz_type: 'pie',
      params: '{"a":1}',
      datasource_id: dataset.id,
    })
    const { id } = await fixture.dashboard({ charts: [chart.id], slug: 'parts' })
    const charts = (await admin.get('/api/v1/dashboard/parts/charts')).json().result
    expect(charts).toEqual([
      expect.objectContaining({
        id: chart.id,
        slice_name: 'One',
        form_data: { a: 1, slice_id: chart.id, viz_type: 'pie', datasource: `${dataset.id}__table` },
      }),
    ])
    const [shown] = (await admin.get(`/api/v1/dashboard/${id}/datasets/`)).json().result
    expect(shown).toMatchObject({
      id: dataset.id,
      uid: `${dataset.id}__table`,
      table_name: 'flights',
      type: 'table',
      granularity_sqla: [['date', 'date']],
      verbose_map: { __timestamp: 'Time', date: 'date', delay: 'delay', origin: 'origin', count: 'count' },
    })
    expect(shown.columns.map((column: { type_generic: number }) => column.type_generic)).toEqual([2, 0, 1])
    expect(shown.time_grain_sqla).toContainEqual(['P1D', 'Day'])
  })
})

describe('links to a dashboard', () => {
  it('D-PERMALINK-01, D-PERMALINK-02: restore the state they were created from', async () => {
    const { id } = await fixture.dashboard()
    const state = { dataMask: { f: { id: 'f' } }, activeTabs: ['TAB-1'], urlParams: [['a', 'b']], anchor: 'CHART-1' }
    const made = await admin.post(`/api/v1/dashboard/${id}/permalink`, state)
    const { key, url } = made.json()
    expect([made.statusCode, url]).toEqual([201, `/superset/dashboard/p/${key}/`])
    expect(key.length).toBeGreaterThanOrEqual(11)
    expect((await admin.get(`/api/v1/dashboard/permalink/${key}`)).json()).toEqual({ dashboardId: String(id), state })
    const opened = await admin.get(`/superset/dashboard/p/${key}/`)
    expect(opened.headers.location).toBe(`/dashboard/${id}?permalink_key=${key}&a=b#CHART-1`)
    expect((await admin.get('/api/v1/dashboard/permalink/nothing')).statusCode).toBe(404)
  })

  it('builds URLs from the configured host, never from headers of the caller', async () => {
    const { id } = await fixture.dashboard()
    const evil = { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } }
    const { url } = (await admin.post(`/api/v1/dashboard/${id}/permalink`, {}, evil)).json()
    expect(url).toMatch(/^\/superset\/dashboard\/p\/\w+\/$/)
    const environment = { FACET_PUBLIC_URL: 'https://data.example.org', FACET_BASE_PATH: '/facet' }
    const named = await makeTestApp({ environment })
    const board = await named.dashboard()
    const answer = await (await named.as('Admin')).post(`/api/v1/dashboard/${board.id}/permalink`, {}, evil)
    expect(answer.json().url).toMatch(/^https:\/\/data\.example\.org\/facet\/superset\/dashboard\/p\/\w+\/$/)
    await named.close()
  })

  it('open the dashboard in their state for users who may open it', async () => {
    const role = await fixture.context.store.roles.byName('Alpha')
    const { id } = await fixture.dashboard({ published: false, roles: [role?.id ?? 0] })
    const urlParams = [
      ['a', 'secret'],
      ['n', 1],
    ]
    const { key } = (await admin.post(`/api/v1/dashboard/${id}/permalink`, { urlParams })).json()
    const page = `/superset/dashboard/p/${key}/`
    const led = async (client: Client) => (await client.get(page)).headers.location
    expect(await led(admin)).toBe(`/dashboard/${id}?permalink_key=${key}&a=secret&n=1`)
    // An administrator created the link, so its holders may read the draft.
    expect(await led(await fixture.as('Gamma'))).toBe(`/dashboard/${id}?permalink_key=${key}&a=secret&n=1`)
    expect(await led(fixture.nobody)).toBe(`/login/?next=${encodeURIComponent(page)}`)
  })

  it('store filter state under a key for one dashboard', async () => {
    const { id } = await fixture.dashboard()
    const other = await fixture.dashboard()
    const value = '{"f":{"id":"f"}}'
    const { key } = (await admin.post(`/api/v1/dashboard/${id}/filter_state`, { value })).json()
    expect((await admin.get(`/api/v1/dashboard/${id}/filter_state/${key}`)).json()).toEqual({ value })
    expect((await admin.get(`/api/v1/dashboard/${other.id}/filter_state/${key}`)).statusCode).toBe(404)
    expect((await admin.put(`/api/v1/dashboard/${id}/filter_state/${key}`, { value: '{}' })).json()).toEqual({ key })
    expect((await admin.get(`/api/v1/dashboard/${id}/filter_state/${key}`)).json()).toEqual({ value: '{}' })
    expect((await admin.post(`/api/v1/dashboard/${id}/filter_state`, { value: '{' })).statusCode).toBe(400)
    const alpha = await fixture.as('Alpha')
    expect((await alpha.delete(`/api/v1/dashboard/${id}/filter_state/${key}`)).statusCode).toBe(403)
    const theirs = (await alpha.put(`/api/v1/dashboard/${id}/filter_state/${key}`, { value: '{"x":1}' })).json().key
    expect(theirs).not.toBe(key)
    expect((await admin.get(`/api/v1/dashboard/${id}/filter_state/${key}`)).json()).toEqual({ value: '{}' })
    const response = await admin.delete(`/api/v1/dashboard/${id}/filter_state/${key}`)
    expect(response.json()).toEqual({ message: 'Deleted successfully' })
  })
})
