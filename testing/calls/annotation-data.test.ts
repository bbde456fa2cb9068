import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FormData } from '#core/form/form-data.ts'
import { fetchAnnotation } from '#calls/annotation-data.ts'
import { configureCalls } from '#calls/call.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let base: string
let layer: number
let chart: number
let table: number
let oldLine: number
let token: string
const sent: { method: string | undefined; url: URL; signal: AbortSignal }[] = []
const real = globalThis.fetch
const at = (day: number) => Date.UTC(2024, 0, day)

const days = { granularity_sqla: 'day', time_range: '2024-01-01 : 2024-01-03' }
const form = {
  viz_type: 'echarts_timeseries_line',
  metrics: ['total'],
  ...days,
  time_grain_sqla: 'P1D',
  // A deleted layer of the chart itself must not cause a failure.
  annotation_layers: [{ name: 'gone', annotationType: 'EVENT', sourceType: 'NATIVE', value: 99999, show: true }],
}

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE sales (day TIMESTAMP, closed TIMESTAMP, region VARCHAR, x INTEGER)',
      `INSERT INTO sales VALUES ('2024-01-01', '2024-02-01', 'north', 1), ('2024-01-02', NULL, 'south', 2),
        ('2024-01-08', '2024-02-02', 'north', 8), ('2024-01-09', NULL, 'south', 9)`,
    ],
    Date.UTC(2024, 5, 15),
  )
  const { store } = fixture.context
  const dated = ['day', 'closed'].map((column_name) => ({ column_name, type: 'TIMESTAMP', is_dttm: true }))
  const columns = [...dated, { column_name: 'region', type: 'VARCHAR' }, { column_name: 'x', type: 'INTEGER' }]
  const metrics = [{ metric_name: 'total', expression: 'SUM(x)' }]
  const dataset = await fixture.dataset({ table_name: 'sales', main_dttm_col: 'day', columns, metrics })
  const draft = { slice_name: 'Sales', datasource_id: dataset.id, datasource_type: 'table' } as const
  const saved = async (params: FormData) =>
    (await store.charts.create({ ...draft, viz_type: params.viz_type, params: JSON.stringify(params) }, null)).id
  chart = await saved(form)
  table = await saved({ viz_type: 'table', query_mode: 'raw', all_columns: ['day', 'x'], ...days })
  oldLine = await saved({ viz_type: 'line', metrics: ['total'], groupby: ['region'], time_grain_sqla: 'P1D', ...days })
  layer = (await store.annotationLayers.create({ name: 'Events', descr: null }, null)).id
  for (const [short_descr, day] of [
    ['Opening', 1],
    ['Closing', 9],
  ] as const)
    await store.annotations.create({ layer_id: layer, short_descr, start_dttm: at(day), end_dttm: at(day) }, null)
  const north = await store.roles.create({ name: 'North' }, null)
  await store.roles.setPairs(north.id, [
    ['can_slice_json', 'Superset'],
    ['can_annotation_json', 'Superset'],
    ['can_read', 'Chart'],
    ['all_datasource_access', 'all_datasource_access'],
  ])
  const rule = { name: 'north', filter_type: 'Regular', clause: "region = 'north'", tables: [dataset.id] } as const
  await store.rowRules.create({ ...rule, roles: [north.id] }, null)
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}`
  token = await fixture.token('admin', 'Admin')
  configureCalls({ basePath: base, csrfToken: '', timeout: 20_000 })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ method: init.method, url: new URL(url), signal: init.signal as AbortSignal })
    return real(url, { ...init, headers: { ...(init.headers as object), authorization: `Bearer ${token}` } })
  })
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  vi.unstubAllGlobals()
  await fixture.close()
})

describe('the data of a layer', () => {
  it('C-ANNOT-01: the store returns the annotations in the range, by the layer and the native flag', async () => {
    const overrides = { time_range: '2024-01-01 : 2024-01-03' }
    const { records } = await fetchAnnotation({ value: layer, overrides, isNative: true })
    expect(records).toEqual([expect.objectContaining({ short_descr: 'Opening', start_dttm: at(1), end_dttm: at(1) })])
    const { method, url } = sent.at(-1) ?? {}
    expect([method, url?.pathname]).toEqual(['GET', `/superset/annotation_json/${layer}`])
    expect(JSON.parse(url?.searchParams.get('form_data') ?? '')).toEqual(overrides)
    expect((await fetchAnnotation({ value: layer, overrides: {}, isNative: true })).records).toHaveLength(2)
  })

  it('C-ANNOT-01: a chart returns its rows in the range, by the grain and the column of the overrides', async () => {
    const rows = async (overrides: object, force = false) =>
      (await fetchAnnotation({ value: chart, overrides, isNative: false }, { force })).records.toSorted(
        (a, b) => Number(a['__timestamp']) - Number(b['__timestamp']),
      )
    expect(await rows({})).toEqual([
      { __timestamp: at(1), total: 1 },
      { __timestamp: at(2), total: 2 },
    ])
    expect(sent.at(-1)?.url.pathname).toBe(`/superset/slice_json/${chart}`)
    expect(sent.at(-1)?.url.searchParams.has('force')).toBe(false)
    const second = { time_range: '2024-01-08 : 2024-01-10' }
    expect(await rows(second, true)).toEqual([
      { __timestamp: at(8), total: 8 },
      { __timestamp: at(9), total: 9 },
    ])
    expect(sent.at(-1)?.url.searchParams.get('force')).toBe('true')
    expect(await rows({ ...second, time_grain_sqla: 'P1M' })).toEqual([{ __timestamp: at(1), total: 17 }])
    expect(await rows({ ...second, time_shift: '1 week' })).toEqual([
      { __timestamp: at(8), total: 1 },
      { __timestamp: at(9), total: 2 },
    ])
    expect(await rows({ time_range: '2024-02-01 : 2024-02-03', granularity: 'closed' })).toEqual([
      { __timestamp: Date.UTC(2024, 1, 1), total: 1 },
      { __timestamp: Date.UTC(2024, 1, 2), total: 8 },
    ])
  })

  it('annotation data of a chart names its columns and its form', async () => {
    const answer = await fetchAnnotation({ value: chart, overrides: {}, isNative: false })
    expect(answer).toMatchObject({
      chart: { colnames: ['__timestamp', 'total'], coltypes: [2, 0], form: { metrics: ['total'] } },
    })
  })

  it('returns the rows of a table, and one column per line for a line chart; without rows there are none', async () => {
    const ask = (value: number, overrides = {}) => fetchAnnotation({ value, overrides, isNative: false })
    expect(await ask(table)).toMatchObject({
      records: [
        { day: at(1), x: 1 },
        { day: at(2), x: 2 },
      ],
      chart: { colnames: ['day', 'x'], coltypes: [2, 0] },
    })
    expect((await ask(table, { time_range: '2023-01-01 : 2023-02-01' })).records).toEqual([])
    expect(await ask(oldLine)).toEqual({
      records: [
        { __timestamp: at(1), north: 1, south: null },
        { __timestamp: at(2), north: null, south: 2 },
      ],
      chart: { colnames: ['__timestamp', 'north', 'south'], coltypes: [2, 0, 0], form: { viz_type: 'line' } },
    })
  })

  it('C-ANNOT-02: a request has an abort signal', async () => {
    const abort = new AbortController()
    const pending = fetchAnnotation({ value: layer, overrides: {}, isNative: true }, { signal: abort.signal })
    expect(sent.at(-1)?.signal.aborted).toBe(false)
    abort.abort()
    await expect(pending).rejects.toMatchObject({ kind: 'abort' })
    expect(sent.at(-1)?.signal.aborted).toBe(true)
  })

  it('C-ANNOT-03: aborts a request after the given number of seconds, 60 by default', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    await fetchAnnotation({ value: layer, overrides: {}, isNative: true })
    expect(timeout).toHaveBeenLastCalledWith(60_000)
    timeout.mockImplementation(() => AbortSignal.abort(new DOMException('late', 'TimeoutError')))
    const late = fetchAnnotation({ value: layer, overrides: {}, isNative: true }, { timeout: 5 })
    await expect(late).rejects.toMatchObject({ kind: 'timeout' })
    expect(timeout).toHaveBeenLastCalledWith(5_000)
  })
})

describe('access to the data of a layer', () => {
  async function raw(path: string, who: string, role: string) {
    const headers = { authorization: `Bearer ${await fixture.token(who, role)}` }
    const answer = await fixture.app.inject({
      method: 'GET',
      url: `${path}?form_data=${encodeURIComponent('{}')}`,
      headers,
    })
    return { status: answer.statusCode, body: answer.body }
  }

  it('a chart shows each user only the rows that their rules permit', async () => {
    const { status, body } = await raw(`/superset/slice_json/${chart}`, 'north', 'North')
    expect([status, JSON.parse(body).data]).toEqual([200, [{ __timestamp: at(1), total: 1 }]])
  })

  it('a reader without the dataset, without annotations or without the call gets none', async () => {
    const gamma = await raw(`/superset/slice_json/${chart}`, 'gamma', 'Gamma')
    expect([gamma.status, gamma.body.includes('total')]).toEqual([404, false])
    const north = await raw(`/superset/annotation_json/${layer}`, 'north', 'North')
    expect([north.status, north.body.includes('Opening')]).toEqual([403, false])
    for (const path of [`/superset/slice_json/${chart}`, `/superset/annotation_json/${layer}`]) {
      const nobody = await raw(path, 'public', 'Public')
      expect([nobody.status, nobody.body.includes('Opening')]).toEqual([403, false])
    }
  })

  it('reports missing layers and layers that cannot be queried', async () => {
    await expect(fetchAnnotation({ value: 99999, overrides: {}, isNative: true })).rejects.toMatchObject({
      status: 404,
    })
    await expect(fetchAnnotation({ value: 99999, overrides: {}, isNative: false })).rejects.toMatchObject({
      status: 404,
    })
    const bad = fetchAnnotation({ value: chart, overrides: { time_range: 'nonsense : now' }, isNative: false })
    await expect(bad).rejects.toMatchObject({ status: 400, message: expect.stringContaining('nonsense') })
  })
})
