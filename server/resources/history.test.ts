import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

const MINUTE = 60_000
const q = (value: unknown) => `?q=${encodeURIComponent(printRison(value))}`

let fixture: TestApp
let admin: Client
let alpha: Client
let beta: Client
let gamma: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  alpha = await fixture.as('Alpha')
  beta = await fixture.signedIn(await fixture.user('beta', ['Alpha']))
  gamma = await fixture.as('Gamma')
})
afterAll(() => fixture.close())

interface Version {
  readonly id: number
  readonly made_by_name: string
  readonly restored_of: string | null
  readonly is_first: boolean
  readonly changes: readonly { readonly field: string; readonly [key: string]: unknown }[]
}

const mine = () => ({ owners: [alpha.user?.userId ?? 0] })
const versions = async (client: Client, address: string, ask: object = {}) =>
  (await client.get(`${address}/history/${q(ask)}`)).json<{ count: number; result: Version[] }>()

/** Saves, ten minutes after the previous save. */
async function save(client: Client, address: string, body: object) {
  fixture.now += 10 * MINUTE
  const saved = await client.put(address, body)
  expect(saved.statusCode, saved.body).toBe(200)
  return saved
}

describe('the history of a copy', () => {
  const originals = async (client: Client, address: string) =>
    (await client.get(`${address}/history/`)).json<{ result: { copied_from: unknown }[] }>().result

  it('names the chart that it was saved from, if its creator may read that', async () => {
    const original = await fixture.chart({ slice_name: 'Original' })
    const create = async (client: Client, body: object) => {
      const { slice_name: _, id: _id, datasource_id } = original
      const sent = { slice_name: 'Copy', datasource_id, datasource_type: 'table', viz_type: 'table', ...body }
      const made = await client.post('/api/v1/chart/', sent)
      expect(made.statusCode, made.body).toBe(201)
      const here = `/api/v1/chart/${made.json().id}`
      await save(client, here, { description: 'changed' })
      return originals(client, here)
    }
    const copied_from = { name: 'Original' }
    expect(await create(alpha, { copied_from: original.id })).toMatchObject([{}, { is_first: true, copied_from }])
    expect(await create(alpha, {})).toMatchObject([{}, { copied_from: null }])
    expect(await create(alpha, { copied_from: 987_654 })).toMatchObject([{}, { copied_from: null }])
    // A chart in the bin cannot be read.
    await admin.delete(`/api/v1/chart/${original.id}`)
    expect(await create(alpha, { copied_from: original.id })).toMatchObject([{}, { copied_from: null }])
  })

  it('names the dataset that it duplicates', async () => {
    const base = await fixture.dataset({ table_name: 'originals', sql: 'SELECT 1 AS a' })
    const made = await admin.post('/api/v1/dataset/duplicate', { base_model_id: base.id, table_name: 'copies' })
    expect(made.statusCode, made.body).toBe(201)
    const here = `/api/v1/dataset/${made.json().id}`
    await save(admin, here, { description: 'changed' })
    const result = await originals(admin, here)
    expect(result.at(-1)).toMatchObject({ is_first: true, copied_from: { name: 'originals' } })
  })
})

describe('versions of a chart', () => {
  it('lists user and description, newest first, in pages', async () => {
    const { id } = await fixture.chart({ slice_name: 'One', params: '{"metrics":["a"],"row_limit":10}', ...mine() })
    const here = `/api/v1/chart/${id}`
    expect(await versions(alpha, here)).toMatchObject({ count: 0, result: [] })
    await save(alpha, here, { slice_name: 'Two', params: '{"metrics":["a","b"],"color":"x"}' })
    await save(admin, here, { description: 'said' })
    const { count, result } = await versions(alpha, here)
    expect([count, result.map(({ made_by_name, is_first }) => [made_by_name, is_first])]).toEqual([
      3,
      [
        ['admin Test', false],
        ['alpha Test', false],
        ['', true],
      ],
    ])
    expect(result[0]?.changes).toEqual([{ kind: 'value', field: 'description', before: null, after: 'said' }])
    expect(result[1]?.changes).toEqual([
      { kind: 'value', field: 'slice_name', before: 'One', after: 'Two' },
      {
        kind: 'keys',
        field: 'params',
        more: 0,
        keys: [
          { name: 'metrics', how: 'changed', before: ['a'], after: ['a', 'b'] },
          { name: 'row_limit', how: 'removed', before: 10 },
          { name: 'color', how: 'added', after: 'x' },
        ],
      },
    ])
    const second = await versions(alpha, here, { page: 1, page_size: 1 })
    expect(second.result).toEqual([expect.objectContaining({ id: result[1]?.id, changes: result[1]?.changes })])
  })

  it('restores a version by a save, which creates a version itself', async () => {
    const { id } = await fixture.chart({ slice_name: 'First', params: '{"a":1}', query_context: '{"q":1}', ...mine() })
    const here = `/api/v1/chart/${id}`
    await save(alpha, here, { slice_name: 'Second', params: '{"a":2}', query_context: '{"q":2}' })
    await save(alpha, here, { slice_name: 'Third' })
    const { result } = await versions(alpha, here)
    const first = result.at(-1)?.id
    const compared = (await alpha.get(`${here}/history/${first}`)).json().result
    expect(compared.changes.map(({ field }: { field: string }) => field)).toEqual([
      'slice_name',
      'params',
      'query_context',
    ])
    expect(compared.fields).toMatchObject({ slice_name: 'First', params: '{"a":1}' })
    const back = await alpha.post(`${here}/history/${first}/restore`)
    expect(back.statusCode, back.body).toBe(200)
    const shown = (await alpha.get(here)).json().result
    expect(shown).toMatchObject({
      slice_name: 'First',
      params: '{"a":1}',
      query_context: '{"q":1}',
      version: back.json().version,
    })
    // Saved within five minutes of the restored version, and still a separate version; the same holds for the next
    // save.
    await alpha.put(here, { slice_name: 'Fourth' })
    const after = await versions(alpha, here)
    expect(after.result.map(({ restored_of }) => restored_of !== null)).toEqual([false, true, false, false, false])
    expect(after.result.map(({ made_by_name }) => made_by_name).slice(0, 2)).toEqual(['alpha Test', 'alpha Test'])
    const again = await alpha.post(`${here}/history/${after.result[0]?.id}/restore`)
    expect(again.json().version).toBe((await alpha.get(here)).json().result.version)
    expect((await versions(alpha, here)).count).toBe(5)
  })

  it('need permission to change it', async () => {
    const { id } = await fixture.chart({ slice_name: 'One', ...mine() })
    const here = `/api/v1/chart/${id}`
    await save(alpha, here, { slice_name: 'Two' })
    const first = (await versions(alpha, here)).result.at(-1)?.id
    for (const [who, statuses] of [
      [fixture.nobody, [401]],
      [gamma, [403, 404]],
      [beta, [403]],
    ] as const) {
      for (const address of [`${here}/history/`, `${here}/history/${first}`]) {
        const answer = await who.get(address)
        expect(statuses).toContain(answer.statusCode)
        expect(answer.body).not.toContain('Two')
      }
      expect(statuses).toContain((await who.post(`${here}/history/${first}/restore`)).statusCode)
    }
    const headers = { 'x-csrftoken': '' }
    expect((await alpha.post(`${here}/history/${first}/restore`, {}, { headers })).statusCode).toBe(400)
    expect((await alpha.get(here)).json().result.slice_name).toBe('Two')
  })

  it('versions of another chart return 404', async () => {
    const [one, two] = [await fixture.chart(mine()), await fixture.chart(mine())]
    await save(alpha, `/api/v1/chart/${one.id}`, { slice_name: 'x' })
    const of = (await versions(alpha, `/api/v1/chart/${one.id}`)).result[0]?.id
    expect((await alpha.get(`/api/v1/chart/${two.id}/history/${of}`)).statusCode).toBe(404)
    expect((await alpha.post(`/api/v1/chart/${two.id}/history/${of}/restore`)).statusCode).toBe(404)
    expect((await alpha.get(`/api/v1/chart/${one.id}/history/word`)).statusCode).toBe(404)
  })

  it('restores nothing if a save is rejected: a conflict, or a dataset without permission', async () => {
    const dataset = await fixture.dataset()
    const { id } = await fixture.chart({ datasource_id: dataset.id, ...mine() })
    const here = `/api/v1/chart/${id}`
    const other = await fixture.dataset()
    await save(admin, here, { datasource_id: other.id })
    const first = (await versions(alpha, here)).result.at(-1)?.id
    const headers = { 'if-match': '"1"' }
    expect((await alpha.post(`${here}/history/${first}/restore`, {}, { headers })).statusCode).toBe(412)
    await fixture.context.store.datasets.remove(dataset.id, null)
    const refused = await alpha.post(`${here}/history/${first}/restore`)
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      { datasource_id: ['Datasource does not exist'] },
    ])
    expect((await versions(alpha, here)).count).toBe(2)
  })

  it('leave owners as they are', async () => {
    const { id } = await fixture.chart({ slice_name: 'One', ...mine() })
    const here = `/api/v1/chart/${id}`
    const both = [alpha.user?.userId, admin.user?.userId]
    await save(alpha, here, { slice_name: 'Two', owners: both })
    const { result } = await versions(alpha, here)
    expect(result[0]?.changes).toContainEqual({
      kind: 'links',
      field: 'owners',
      added: ['admin Test'],
      removed: [],
      count: 1,
    })
    await alpha.post(`${here}/history/${result.at(-1)?.id}/restore`)
    const shown = (await alpha.get(here)).json().result
    expect([shown.slice_name, shown.owners.length]).toEqual(['One', 2])
  })

  it('return 404 while the chart is in the bin, and return with it', async () => {
    const { id } = await fixture.chart({ slice_name: 'One', ...mine() })
    const here = `/api/v1/chart/${id}`
    await save(alpha, here, { slice_name: 'Two' })
    await alpha.delete(here)
    expect((await alpha.get(`${here}/history/`)).statusCode).toBe(404)
    await alpha.post(`${here}/restore`)
    expect((await versions(alpha, here)).count).toBe(2)
  })
})

describe('versions of a dashboard', () => {
  const layout = (charts: readonly number[]) => ({
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { id: 'ROW-1', type: 'ROW', children: charts.map((id) => `CHART-${id}`), parents: [], meta: {} },
    ...Object.fromEntries(
      charts.map((id) => [
        `CHART-${id}`,
        {
          id: `CHART-${id}`,
          type: 'CHART',
          children: [],
          parents: [],
          meta: { chartId: id, sliceName: `name of ${id}` },
        },
      ]),
    ),
  })
  const positions = (charts: readonly number[], more: object = {}) => ({
    json_metadata: JSON.stringify({ ...more, positions: layout(charts) }),
  })

  it('restore tiles, settings and links to charts', async () => {
    const [a, b] = [await fixture.chart(mine()), await fixture.chart(mine())]
    const { id } = await fixture.dashboard({ dashboard_title: 'Board', ...mine() })
    const here = `/api/v1/dashboard/${id}`
    await save(alpha, here, positions([a.id, b.id], { color_scheme: 'first' }))
    await save(alpha, here, positions([b.id], { color_scheme: 'second' }))
    const { result } = await versions(alpha, here)
    const changed = result[0]?.changes.find(({ field }) => field === 'position_json')
    expect(changed?.['keys']).toContainEqual(
      expect.objectContaining({
        name: `CHART-${a.id}`,
        how: 'removed',
        before: expect.objectContaining({ type: 'CHART' }),
      }),
    )
    const back = await alpha.post(`${here}/history/${result[1]?.id}/restore`)
    expect(back.statusCode, back.body).toBe(200)
    const shown = (await alpha.get(here)).json().result
    expect(JSON.parse(shown.json_metadata).color_scheme).toBe('first')
    expect(Object.keys(JSON.parse(shown.position_json))).toContain(`CHART-${a.id}`)
    expect((await fixture.context.store.dashboards.get(id))?.charts).toEqual([a.id, b.id])
    expect(JSON.parse(shown.json_metadata)).not.toHaveProperty('positions')
  })

  it('restore no chart that the caller may not see, and do not name it', async () => {
    const hidden = await fixture.chart({ slice_name: 'hidden' })
    const { id } = await fixture.dashboard({ dashboard_title: 'Board', owners: [gamma.user?.userId ?? 0] })
    const here = `/api/v1/dashboard/${id}`
    await save(admin, here, positions([hidden.id]))
    await save(admin, here, positions([]))
    const listed = await gamma.get(`${here}/history/`)
    expect([listed.statusCode, listed.body.includes(`name of ${hidden.id}`)]).toEqual([200, false])
    const of = listed.json().result[1].id
    expect((await gamma.get(`${here}/history/${of}`)).body).not.toContain(`name of ${hidden.id}`)
    expect((await gamma.post(`${here}/history/${of}/restore`)).statusCode).toBe(403)
    expect((await fixture.context.store.dashboards.get(id))?.charts).toEqual([])
  })

  it('restores nothing if another dashboard uses the slug', async () => {
    const { id } = await fixture.dashboard({ slug: 'mine-first', ...mine() })
    const here = `/api/v1/dashboard/${id}`
    await save(alpha, here, { slug: 'mine-then' })
    await fixture.dashboard({ slug: 'mine-first' })
    const first = (await versions(alpha, here)).result.at(-1)?.id
    const refused = await alpha.post(`${here}/history/${first}/restore`)
    expect([refused.statusCode, refused.json().message]).toEqual([422, { slug: ['Must be unique'] }])
  })
})

it('versions of a dataset restore columns and metrics, also deleted ones', async () => {
  const { id } = await fixture.dataset({
    columns: [{ column_name: 'a', verbose_name: 'A' }, { column_name: 'b' }],
    metrics: [{ metric_name: 'n', expression: 'count(*)' }],
    ...mine(),
  })
  const here = `/api/v1/dataset/${id}`
  const before = (await alpha.get(here)).json().result
  const [a] = before.columns
  await save(alpha, here, { columns: [{ id: a.id, column_name: 'a', verbose_name: 'Other' }], metrics: [] })
  const { result } = await versions(alpha, here)
  expect(result[0]?.changes).toEqual([
    { kind: 'parts', field: 'columns', added: [], removed: ['b'], changed: ['a'] },
    { kind: 'parts', field: 'metrics', added: [], removed: ['n'], changed: [] },
  ])
  const back = await alpha.post(`${here}/history/${result[1]?.id}/restore`)
  expect(back.statusCode, back.body).toBe(200)
  const after = (await alpha.get(here)).json().result
  const said = (row: typeof after) => [
    row.columns.map((each: Record<string, unknown>) => [each['column_name'], each['verbose_name'], each['uuid']]),
    row.metrics.map((each: Record<string, unknown>) => [each['metric_name'], each['expression'], each['uuid']]),
  ]
  expect(said(after)).toEqual(said(before))
})
