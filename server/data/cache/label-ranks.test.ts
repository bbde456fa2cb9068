import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { builtInRoles } from '#server/store/built-in-roles.ts'
import type { LabelPositions } from '#core/color/label-positions.ts'
import { COLUMNS_MEDIA_TYPE } from '#core/query/result.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

const MANY = 1200
const statements = [
  'CREATE TABLE sales (ds TIMESTAMP, city VARCHAR, kind VARCHAR, n INTEGER)',
  // By number of rows: Oslo 5, Rome 4, none 3, Bern 2, Aden 1. By the sum of n: Aden first, Oslo last.
  ...[
    ['Oslo', 5, 1],
    ['Rome', 4, 2],
    [null, 3, 3],
    ['Bern', 2, 40],
    ['Aden', 1, 900],
  ].map(
    ([city, rows, n]) =>
      `INSERT INTO sales SELECT TIMESTAMP '2024-01-01', ${city === null ? 'NULL' : `'${city}'`}, 'k', ${n} FROM range(${rows})`,
  ),
  // The first value twice, all others once.
  `CREATE TABLE many AS SELECT 'v' || lpad(CAST(g AS VARCHAR), 4, '0') AS city, 1 AS n FROM range(${MANY}) r(g)
    UNION ALL SELECT 'v1199', 1`,
  // Values with decreasing row counts, so that their order by count is known.
  `CREATE TABLE secret AS SELECT 's' || lpad(CAST(g AS VARCHAR), 2, '0') AS city, g < 20 AS low
    FROM range(40) r(g), range(41) c(k) WHERE k < 41 - g`,
]

let fixture: DataFixture
const ids: Record<string, number> = {}
const roles: Record<string, number> = {}
const city = { column_name: 'city', type: 'VARCHAR' }

beforeAll(async () => {
  fixture = await openDataFixture(statements, Date.UTC(2024, 5, 15), { FACET_FEATURE_EMBEDDED_SUPERSET: '1' })
  const { store } = fixture.context
  const gamma = builtInRoles.find(({ name }) => name === 'Gamma')?.pairs ?? []
  for (const name of ['Low', 'Some']) {
    const { id } = await store.roles.create({ name }, null)
    await store.roles.setPairs(id, [...gamma, ['all_datasource_access', 'all_datasource_access']])
    roles[name] = id
  }
  const columns = [
    { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
    city,
    { column_name: 'kind', type: 'VARCHAR' },
    { column_name: 'n', type: 'INTEGER' },
    { column_name: 'mine', type: 'VARCHAR', expression: "city || '{{ current_username() }}'" },
  ]
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  ids['sales'] = (await fixture.dataset({ table_name: 'sales', main_dttm_col: 'ds', columns, metrics })).id
  ids['many'] = (await fixture.dataset({ table_name: 'many', columns: [city], metrics })).id
})
afterAll(() => fixture.close())

interface Head {
  readonly colors?: LabelPositions
  readonly is_cached: boolean
}

async function ask(dataset: string, query: object, more: object = {}, token?: string) {
  const authorization = `Bearer ${token ?? (await fixture.token('admin', 'Admin'))}`
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization, accept: COLUMNS_MEDIA_TYPE },
    payload: { datasource: { id: ids[dataset], type: 'table' }, queries: [query], color_columns: ['city'], ...more },
  })
  expect(answer.statusCode, answer.payload).toBe(200)
  const [head] = answer.json<{ result: Head[] }>().result
  return { text: answer.payload, head: head as Head, positions: head?.colors?.places }
}

const byCity = { columns: ['city'], metrics: ['total'], orderby: [['total', false]] }
const only = (...names: string[]) => ({ ...byCity, filters: [{ col: 'city', op: 'IN', val: names }] })
const all = { Oslo: 0, Rome: 1, '<NULL>': 2, Bern: 3, Aden: 4 }

describe('a user without row rules', () => {
  it('positions labels by their number of rows, for any metric, filter or order', async () => {
    expect((await ask('sales', byCity)).positions).toEqual(all)
    expect((await ask('sales', only('Bern', 'Aden'))).positions).toEqual({ Bern: 3, Aden: 4 })
    expect((await ask('sales', { ...byCity, row_limit: 1 })).positions).toEqual({ Aden: 4 })
    const time = { ...byCity, columns: ['ds', 'city'], time_range: '2020 : 2021', granularity: 'ds' }
    expect((await ask('sales', time)).positions).toEqual({})
    expect((await ask('sales', byCity, {}, undefined)).head.colors?.columns).toEqual(['city'])
  })

  it('a response contains only the positions of its labels', async () => {
    const { text } = await ask('sales', only('Bern'))
    expect(text).toContain('Bern')
    for (const other of ['Oslo', 'Rome', 'Aden', 'NULL>']) expect(text).not.toContain(other)
  })

  it('cached responses have the same positions as the first one', async () => {
    const query = { ...byCity, row_limit: 4 }
    const texts = []
    for (let times = 0; times < 3; times++) texts.push(await ask('sales', query))
    expect(texts.map(({ head }) => head.is_cached)).toEqual([false, true, true])
    expect(texts.map(({ positions }) => positions)).toEqual([
      texts[0]?.positions,
      texts[0]?.positions,
      texts[0]?.positions,
    ])
    expect(texts[0]?.positions).toEqual({ Aden: 4, Bern: 3, '<NULL>': 2, Rome: 1 })
  })

  it('labels of several dimensions have one position for each combination', async () => {
    const query = { columns: ['kind', 'city'], metrics: ['total'], filters: [{ col: 'city', op: '==', val: 'Bern' }] }
    expect((await ask('sales', query, { color_columns: ['kind', 'city'] })).positions).toEqual({ 'k, Bern': 3 })
  })

  it('labels that a pivot turned into columns have the same positions', async () => {
    const pivot = { index: ['ds'], columns: ['city'], aggregates: { total: { operator: 'mean' } } }
    const steps = [{ operation: 'pivot', options: pivot }, { operation: 'flatten' }]
    const query = { ...only('Rome', 'Bern'), columns: ['ds', 'city'], post_processing: steps }
    expect((await ask('sales', query)).positions).toEqual({ Rome: 1, Bern: 3 })
  })

  it('gets positions for the thousand most frequent values of a dimension only', async () => {
    const { positions } = await ask('many', { columns: ['city'], metrics: ['total'] })
    expect(Object.keys(positions ?? {})).toHaveLength(1000)
    // The value that occurs twice is first, then those with one row by name.
    expect([positions?.['v1199'], positions?.['v0000'], positions?.['v0998'], positions?.['v0999']]).toEqual([
      0,
      1,
      999,
      undefined,
    ])
  })

  it.each([
    ['no positions are requested', 'sales', byCity, { color_columns: [] }],
    ['the dimension is ad hoc SQL', 'sales', { columns: [{ label: 'city', sqlExpression: 'lower(city)' }] }, {}],
    ['the column is a template', 'sales', { columns: ['mine'] }, { color_columns: ['mine'] }],
    ['the query has no such column', 'sales', { columns: ['kind'] }, {}],
    ['the dataset has no such column', 'many', { columns: ['city'] }, { color_columns: ['kind'] }],
    ['only results are requested', 'sales', byCity, { result_type: 'results' }],
  ])('gets no stored positions where %s', async (_, dataset, query, more) => {
    expect((await ask(dataset, { metrics: ['total'], ...query }, more)).head.colors).toBeUndefined()
  })

  it('values are counted once for all queries, until the data change', async () => {
    const uses = vi.spyOn(fixture.context.chartData.sources, 'use')
    const counted = async (row_limit: number) => {
      uses.mockClear()
      await ask('sales', { ...byCity, row_limit })
      return uses.mock.calls.length
    }
    expect([await counted(901), await counted(902)]).toEqual([1, 1])
    await fixture.context.store.databases.dataChanged(fixture.database.id)
    // The query itself, and the query for all values.
    expect([await counted(901), await counted(902)]).toEqual([2, 1])
    uses.mockRestore()
  })
})

describe('a user with row rules', () => {
  let low: string
  let some: string
  let rule: number
  const values = { columns: ['city'], metrics: ['count'], row_limit: 100, orderby: [['city', true]] }

  beforeAll(async () => {
    const { store } = fixture.context
    const columns = [city, { column_name: 'low', type: 'BOOLEAN' }, { column_name: 'calc', expression: "'x' || city" }]
    const metrics = [{ metric_name: 'count', expression: 'COUNT(*)' }]
    ids['secret'] = (await fixture.dataset({ table_name: 'secret', columns, metrics })).id
    ids['twin'] = (await fixture.dataset({ table_name: 'secret', schema: 'main', columns, metrics })).id
    ids['virtual'] = (
      await fixture.dataset({ table_name: 'v', sql: 'SELECT city FROM secret', columns: [city], metrics })
    ).id
    const tables = [ids['secret'] ?? 0]
    const draft = { filter_type: 'Regular', tables } as const
    rule = (await store.rowRules.create({ ...draft, name: 'low', clause: 'low', roles: [roles['Low'] ?? 0] }, null)).id
    const clause = "city IN ('s05', 's30', 's31')"
    await store.rowRules.create({ ...draft, name: 'some', clause, roles: [roles['Some'] ?? 0] }, null)
    low = await fixture.token('low', 'Low')
    some = await fixture.token('some', 'Some')
  })

  it('users with different rules see the same position for a value, and no value of each other', async () => {
    const [whole, lows, somes] = [
      await ask('secret', values),
      await ask('secret', values, {}, low),
      await ask('secret', values, {}, some),
    ]
    expect(Object.keys(lows.positions ?? {})).toHaveLength(20)
    expect(Object.keys(somes.positions ?? {}).toSorted()).toEqual(['s05', 's30', 's31'])
    expect(lows.positions?.['s05']).toBe(somes.positions?.['s05'])
    expect(whole.positions).toMatchObject({ ...lows.positions, ...somes.positions })
    for (const hidden of ['s20', 's30', 's31', 's39']) expect(lows.text).not.toContain(hidden)
    for (const hidden of ['s00', 's04', 's06', 's29']) expect(somes.text).not.toContain(hidden)
  })

  it('all values have positions, in an order unrelated to their numbers', async () => {
    const { positions = {} } = await ask('secret', values)
    const ordered = Object.entries(positions).toSorted((a, b) => a[1] - b[1])
    expect(ordered.map(([, position]) => position)).toEqual(Array.from({ length: 40 }, (_, at) => at))
    const byNumber = Array.from({ length: 40 }, (_, at) => `s${String(at).padStart(2, '0')}`)
    expect(ordered.map(([name]) => name)).not.toEqual(byNumber)
    // Of 40 values in random order about one is at its own position; ten or more happen in one of 10^7 orders.
    expect(byNumber.filter((name, at) => positions[name] === at).length).toBeLessThan(10)
  })

  it('positions in another dataset of the table reveal no order, and a dataset of SQL has none', async () => {
    const { positions = {} } = await ask('twin', values)
    const standing = Object.entries(positions).filter(
      ([name, position]) => name === `s${String(position).padStart(2, '0')}`,
    )
    expect(Object.keys(positions)).toHaveLength(40)
    expect(standing.length).toBeLessThan(10)
    expect((await ask('virtual', values)).head.colors).toBeUndefined()
  })

  it('a text that the query itself writes has no position, even if other users have it as a value', async () => {
    const rename = (columns: object) => [{ operation: 'rename', options: { columns } }]
    const guess = { expressionType: 'SQL', sqlExpression: "MAX('s31')", label: 'guess' }
    const query = { columns: ['city'], metrics: [guess], filters: [{ col: 'city', op: '==', val: 's05' }] }
    const columns = await ask('secret', { ...query, post_processing: rename({ guess: 's31', city: 'x' }) }, {}, low)
    expect([columns.text.includes('s31'), columns.positions]).toEqual([true, {}])
    const cells = await ask('secret', { ...query, post_processing: rename({ guess: 'city', city: 'x' }) }, {}, low)
    expect([cells.text.includes('"s31"'), cells.positions]).toEqual([true, {}])
    // For a user who sees that value it has a position.
    const known = await ask('secret', { ...query, post_processing: rename({ guess: 'city', city: 'x' }) }, {}, some)
    expect(Object.keys(known.positions ?? {})).toEqual(['s31'])
  })

  it('guests with rules have no positions, because their rules are not stored', async () => {
    const { id } = await fixture.context.store.dashboards.create({ dashboard_title: 'Values', charts: [] }, null)
    const filter = { id: 'f', type: 'NATIVE_FILTER', targets: [{ datasetId: ids['secret'], column: { name: 'city' } }] }
    const json_metadata = JSON.stringify({ native_filter_configuration: [filter] })
    await fixture.context.store.dashboards.update(id, { json_metadata }, null)
    const admin = { authorization: `Bearer ${await fixture.token('admin', 'Admin')}` }
    const embedded = await fixture.app.inject({
      method: 'POST',
      url: `/api/v1/dashboard/${id}/embedded`,
      headers: admin,
      payload: { allowed_domains: [] },
    })
    const resources = [{ type: 'dashboard', id: embedded.json().result.uuid }]
    const colors = async (rls: object) => {
      const { token } = (
        await fixture.app.inject({
          method: 'POST',
          url: '/api/v1/security/guest_token/',
          headers: admin,
          payload: { resources, rls },
        })
      ).json<{ token: string }>()
      const answer = await fixture.app.inject({
        method: 'POST',
        url: '/api/v1/chart/data',
        headers: { 'x-guesttoken': token, accept: COLUMNS_MEDIA_TYPE },
        payload: {
          datasource: { id: ids['secret'], type: 'table' },
          queries: [{ columns: ['city'], metrics: [] }],
          color_columns: ['city'],
          form_data: { dashboardId: id },
        },
      })
      expect(answer.statusCode, answer.payload).toBe(200)
      return answer.json<{ result: Head[] }>().result[0]?.colors
    }
    expect(await colors([])).toBeDefined()
    expect(await colors([{ clause: "city > 's20'" }])).toBeUndefined()
  })

  it('computed columns have no positions, because their number would reveal hidden rows', async () => {
    const query = { ...values, columns: ['calc'], orderby: [] }
    expect((await ask('secret', query, { color_columns: ['calc'] }, low)).head.colors).toBeUndefined()
  })

  it('a dimension with more than a thousand values has no positions, because these would reveal ranks', async () => {
    const question = { columns: ['city'], metrics: ['total'], row_limit: 7 }
    expect(Object.keys((await ask('many', question)).positions ?? {})).not.toEqual([])
    const draft = {
      name: 'many',
      filter_type: 'Regular',
      clause: '1 = 1',
      tables: [ids['many'] ?? 0],
      roles: [],
    } as const
    const { id } = await fixture.context.store.rowRules.create(draft, null)
    expect((await ask('many', question)).positions).toEqual({})
    await fixture.context.store.rowRules.remove(id, null)
  })

  it('a dashboard reveals no value that the user may not see', async () => {
    const { store } = fixture.context
    const form = { viz_type: 'pie', datasource: `${ids['secret']}__table`, groupby: ['city'], metric: 'count' }
    const draft = { slice_name: 'Shares', viz_type: 'pie', datasource_id: ids['secret'] ?? 0, datasource_type: 'table' }
    const chart = await store.charts.create({ ...draft, params: JSON.stringify(form) }, null)
    const board = { dashboard_title: 'Board', published: true, charts: [chart.id] }
    const { id } = await store.dashboards.create(board, null)
    for (const token of [low, some]) {
      // The values visible to the other reader were queried and cached before.
      await ask('secret', values, {}, token)
      for (const path of [`${id}`, `${id}/charts`, `${id}/datasets`]) {
        const headers = { authorization: `Bearer ${token}` }
        const answer = await fixture.app.inject({ url: `/api/v1/dashboard/${path}`, headers })
        expect([answer.statusCode, /s\d\d/.test(answer.payload.replaceAll(/"uuid":"[^"]*"/g, ''))]).toEqual([
          200,
          false,
        ])
      }
    }
  })

  it('restores the order by number when the rule is deleted', async () => {
    const { store } = fixture.context
    const { rows } = await store.rowRules.list({})
    for (const { id } of rows) await store.rowRules.remove(id, null)
    expect(rows.map(({ id }) => id)).toContain(rule)
    const { positions } = await ask('secret', values)
    expect([positions?.['s00'], positions?.['s01'], positions?.['s39']]).toEqual([0, 1, 39])
  })
})
