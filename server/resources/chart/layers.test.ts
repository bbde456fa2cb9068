import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FormData } from '#core/form/form-data.ts'
import type { BatchLayer } from '#core/query/result.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { readFrames } from '#testing/read-frames.ts'

let fixture: DataFixture
let dataset: number
let chart: number
let large: number
let layer: number
const at = (day: number) => Date.UTC(2024, 0, day)

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE sales (day TIMESTAMP, region VARCHAR, x INTEGER)',
      "INSERT INTO sales VALUES ('2024-01-01', 'north', 1), ('2024-01-02', 'south', 2), ('2024-01-08', 'north', 8)",
      "CREATE TABLE large AS SELECT 'name ' || range AS name FROM range(500)",
    ],
    Date.UTC(2024, 5, 15),
  )
  const { store } = fixture.context
  const column = (column_name: string, type: string) => ({ column_name, type, is_dttm: type === 'TIMESTAMP' })
  const sales = await fixture.dataset({
    table_name: 'sales',
    main_dttm_col: 'day',
    columns: [column('day', 'TIMESTAMP'), column('region', 'VARCHAR'), column('x', 'INTEGER')],
    metrics: [{ metric_name: 'total', expression: 'SUM(x)' }],
  })
  dataset = sales.id
  const names = await fixture.dataset({ table_name: 'large', columns: [column('name', 'VARCHAR')], metrics: [] })
  const saved = async (datasource_id: number, params: FormData) => {
    const draft = { slice_name: 'Saved', viz_type: params.viz_type, datasource_id, datasource_type: 'table' }
    return (await store.charts.create({ ...draft, params: JSON.stringify(params) }, null)).id
  }
  chart = await saved(dataset, {
    viz_type: 'echarts_timeseries_line',
    metrics: ['total'],
    granularity_sqla: 'day',
    time_range: '2024-01-01 : 2024-01-03',
    time_grain_sqla: 'P1D',
  })
  large = await saved(names.id, { viz_type: 'table', query_mode: 'raw', all_columns: ['name'] })
  layer = (await store.annotationLayers.create({ name: 'Events', descr: null }, null)).id
  const opening = { layer_id: layer, short_descr: 'Opening', start_dttm: at(1), end_dttm: at(1) }
  await store.annotations.create(opening, null)
  const role = async (name: string, ...pairs: readonly [string, string][]) => {
    const made = await store.roles.create({ name }, null)
    await store.roles.setPairs(made.id, [['can_read', 'Chart'], ...pairs])
    return made.id
  }
  const all = ['all_datasource_access', 'all_datasource_access'] as const
  const north = await role('North', ['can_slice_json', 'Superset'], ['can_annotation_json', 'Superset'], [...all])
  await role('Noted', ['can_annotation_json', 'Superset'], ['can_read', 'Annotation'], [...all])
  await role('Stranger', ['can_slice_json', 'Superset'])
  const rule = { name: 'north', filter_type: 'Regular', clause: "region = 'north'", tables: [dataset] } as const
  await store.rowRules.create({ ...rule, roles: [north] }, null)
})
afterAll(() => fixture.close())

const events = (): BatchLayer => ({ value: layer, is_native: true, overrides: {} })
const series = (over: Partial<BatchLayer> = {}): BatchLayer => ({
  value: chart,
  is_native: false,
  overrides: {},
  ...over,
})

/** Sends items to the batch route; returns its raw body and its frames by id. */
async function batch(who: string, items: readonly object[], headers: Record<string, string> = {}) {
  const authorization = `Bearer ${await fixture.token(who.toLowerCase(), who)}`
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data/batch',
    headers: { authorization, ...headers },
    payload: { items },
  })
  const frames = answer.statusCode === 200 ? readFrames(answer.rawPayload) : []
  return { status: answer.statusCode, raw: answer.rawPayload, frames: new Map(frames.map((each) => [each.id, each])) }
}

/** Requests the same layer by its own URL. */
async function single(who: string, { value, is_native: isNative, overrides, force }: BatchLayer) {
  const authorization = `Bearer ${await fixture.token(who.toLowerCase(), who)}`
  const query = new URLSearchParams({ form_data: JSON.stringify(overrides), ...(force ? { force: 'true' } : {}) })
  const url = `/superset/${isNative ? 'annotation_json' : 'slice_json'}/${value}?${query}`
  const answer = await fixture.app.inject({ method: 'GET', url, headers: { authorization } })
  return { status: answer.statusCode, body: answer.json() }
}

/** Returns a response without its timings. */
function lasting(body: unknown): unknown {
  const { cost: _cost, ...rest } = body as { cost?: unknown }
  return rest
}

describe('layers of a batch', () => {
  it('returns layers in frames next to queries, with the responses of their URLs', async () => {
    const question = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: [], metrics: ['total'] }] }
    const ranged = series({ overrides: { time_range: '2024-01-08 : 2024-01-10', time_grain_sqla: 'P1M' } })
    await single('Admin', series())
    await single('Admin', ranged)
    const { frames } = await batch('Admin', [
      { id: 'chart', query_context: question },
      { id: 'events', layer: events() },
      { id: 'series', layer: series() },
      { id: 'ranged', layer: ranged },
    ])
    expect([...frames.keys()].toSorted()).toEqual(['chart', 'events', 'ranged', 'series'])
    expect(frames.get('chart')?.body).toMatchObject({ result: [{ data: [{ total: 11 }] }] })
    expect(frames.get('events')?.body).toMatchObject({ data: [{ short_descr: 'Opening', start_dttm: at(1) }] })
    expect(frames.get('ranged')?.body).toMatchObject({ data: [{ __timestamp: at(1), total: 8 }], is_cached: true })
    for (const [id, requested] of [
      ['events', events()],
      ['series', series()],
      ['ranged', ranged],
    ] as const) {
      const { status, body } = await single('Admin', requested)
      expect([frames.get(id)?.status, lasting(frames.get(id)?.body)]).toEqual([status, lasting(body)])
    }
  })

  it('caches layers like chart results, and queries them again on request', async () => {
    const own = series({ overrides: { time_range: '2024-01-01 : 2024-02-01' } })
    const cached = async (requested: BatchLayer) => {
      const { frames } = await batch('Admin', [{ id: 'a', layer: requested }])
      return (frames.get('a')?.body as { is_cached: boolean } | undefined)?.is_cached
    }
    expect([await cached(own), await cached(own), await cached({ ...own, force: true })]).toEqual([false, true, false])
  })

  it('fail separately, with the status and message of their URLs', async () => {
    const wrong = series({ overrides: { time_range: 'nonsense : now' } })
    const { frames } = await batch('Admin', [
      { id: 'none', layer: { ...events(), value: 99_999 } },
      { id: 'no chart', layer: series({ value: 'x' }) },
      { id: 'wrong', layer: wrong },
      { id: 'no layer', layer: { value: {} } },
      { id: 'fine', layer: events() },
    ])
    const status = Object.fromEntries([...frames].map(([id, frame]) => [id, frame.status]))
    expect(status).toEqual({ none: 404, 'no chart': 404, wrong: 400, 'no layer': 400, fine: 200 })
    expect(frames.get('wrong')?.body).toMatchObject({ message: expect.stringContaining('nonsense') })
    expect(frames.get('wrong')?.body).toMatchObject((await single('Admin', wrong)).body)
    expect(frames.get('none')?.body).toMatchObject({ message: 'Not found', extra: { code: 'not-found' } })
    expect(JSON.stringify(frames.get('no layer')?.body)).toContain('is_native')
  })

  it('returns equal data with and without compression', async () => {
    const items = [{ id: 'a', layer: series({ value: large }) }]
    const plain = await batch('Admin', items)
    const packed = await batch('Admin', items, { 'accept-encoding': 'gzip' })
    expect(lasting(packed.frames.get('a')?.body)).toEqual(
      lasting({ ...(plain.frames.get('a')?.body as object), ...stored }),
    )
    expect(packed.raw.byteLength * 2).toBeLessThan(plain.raw.byteLength)
  })

  it('cancels layers with their caller, and logs no error', async () => {
    const { chartData } = fixture.context
    const logged = vi.spyOn(console, 'error')
    const requests = vi.spyOn(chartData, 'ask').mockImplementation(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    const origin = await fixture.app.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const answer = fetch(`${origin}/api/v1/chart/data/batch`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await fixture.token('admin', 'Admin')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ items: [{ id: 'a', layer: series() }] }),
      signal: leaving.signal,
    }).then((response) => response.text())
    answer.catch(() => {})
    await vi.waitFor(() => expect(requests).toHaveBeenCalled())
    leaving.abort()
    await expect(requests.mock.results[0]?.value).rejects.toThrow('aborted')
    expect(requests.mock.calls[0]?.[0].signal.aborted).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(logged).not.toHaveBeenCalled()
    logged.mockRestore()
    requests.mockRestore()
  })
})

/** The fields of a response that comes from the cache. */
const stored = { is_cached: true, cached_dttm: expect.any(String), cache_timeout: expect.anything() }

describe('permission for a layer of a batch', () => {
  const items = () => [
    { id: 'events', layer: events() },
    { id: 'series', layer: series() },
  ]

  it('requires the permissions of the layer’s own URL: the call, annotations and the dataset', async () => {
    const seen = async (who: string) => {
      const { raw, frames } = await batch(who, items())
      const status = ['events', 'series'].map((id) => frames.get(id)?.status)
      const own = [(await single(who, events())).status, (await single(who, series())).status]
      expect([who, status]).toEqual([who, own])
      const text = raw.toString()
      return [...status, text.includes('Opening'), text.includes('"total":')]
    }
    expect(await seen('Admin')).toEqual([200, 200, true, true])
    expect(await seen('Noted')).toEqual([200, 403, true, false])
    expect(await seen('North')).toEqual([403, 200, false, true])
    expect(await seen('Stranger')).toEqual([403, 404, false, false])
  })

  it('returns only rows that the rules permit', async () => {
    const { frames, raw } = await batch('North', items())
    expect(frames.get('series')?.body).toMatchObject({ data: [{ __timestamp: at(1), total: 1 }] })
    expect(raw.toString()).not.toContain('"total":2')
  })

  it('needs permission to read charts', async () => {
    const answer = await batch('Public', items())
    expect([answer.status, answer.raw.toString().includes('Opening')]).toEqual([403, false])
    const url = '/api/v1/chart/data/batch'
    const unknown = await fixture.app.inject({ method: 'POST', url, payload: { items: items() } })
    expect([unknown.statusCode, unknown.body.includes('Opening')]).toEqual([401, false])
  })
})
