import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { configureCalls } from '#calls/call.ts'
import { listSavedCharts } from '#calls/charts.ts'
import { isFavorite, setFavorite } from '#calls/favorites.ts'
import { fetchResourceInfo } from '#calls/resources.ts'
import { listDatasets } from '#client/dataset/dataset-list.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let alpha: Client
let gamma: Client
let requested: string[] = []

beforeAll(async () => {
  fixture = await makeTestApp()
  alpha = await fixture.as('Alpha')
  gamma = await fixture.as('Gamma')
  configureCalls({ basePath: '', csrfToken: '', timeout: 60_000 })
})
afterEach(() => {
  vi.unstubAllGlobals()
  requested = []
})
afterAll(() => fixture.close())

/** Sends the calls of the browser to this server, as this user. */
function as(client: Client): void {
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    requested.push(`${init?.method ?? 'GET'} ${decodeURIComponent(url)}`)
    const { statusCode, body } = await client.get(url)
    return new Response(body, { status: statusCode })
  })
}

it('R-SLICES-06 R-SLICES-07 R-SLICES-09: lists 200 saved charts of the user, with the columns in order', async () => {
  const owners = [alpha.user?.userId as number]
  const { id: datasource_id } = await fixture.dataset({ table_name: 'charted' })
  for (let made = 0; made < 201; made++) await fixture.chart({ slice_name: `Mine ${made}`, datasource_id, owners })
  await fixture.chart({ slice_name: 'Of somebody else', datasource_id })
  as(alpha)
  const { count, result } = await listSavedCharts(alpha.user?.userId ?? 0)
  expect([count, result.length]).toEqual([201, 200])
  expect(result.some(({ slice_name }) => slice_name === 'Of somebody else')).toBe(false)
  const columns = [
    'changed_on_delta_humanized',
    'changed_on_utc',
    'datasource_id',
    'datasource_type',
    'datasource_url',
    'datasource_name_text',
    'description_markeddown',
    'description',
    'id',
    'params',
    'slice_name',
    'url',
    'viz_type',
  ]
  expect(requested).toHaveLength(1)
  expect(requested[0]).toMatch(/^GET \/api\/v1\/chart\/\?q=\(/)
  expect(requested[0]).toContain(`columns:!(${columns.join(',')})`)
  expect(Object.keys(result[0] ?? {}).toSorted()).toEqual(columns.toSorted())
})

it('R-SLICES-08: a search finds saved charts by all their texts, also with quotes', async () => {
  const owners = [alpha.user?.userId as number]
  await fixture.chart({ slice_name: 'Delays', description: "where it's late", owners })
  await fixture.chart({ slice_name: 'Punctual', owners })
  as(alpha)
  const { result } = await listSavedCharts(alpha.user?.userId ?? 0, { search: "it's" })
  expect(result.map(({ slice_name }) => slice_name)).toEqual(['Delays'])
  expect(requested[0]).toContain("(col:slice_name,opr:chart_all_text,value:'it!'s')")
})

it('R-FAV-02: adds and removes a chart and a dashboard as favorites by the documented paths', async () => {
  const owners = [alpha.user?.userId as number]
  const [chart, dashboard] = [await fixture.chart({ owners }), await fixture.dashboard({ owners })]
  as(alpha)
  const marks = async () => [await isFavorite('chart', chart.id), await isFavorite('dashboard', dashboard.id)]
  await setFavorite('chart', chart.id, true)
  await setFavorite('dashboard', dashboard.id, true)
  expect(await marks()).toEqual([true, true])
  await setFavorite('chart', chart.id, false)
  await setFavorite('dashboard', dashboard.id, false)
  expect(await marks()).toEqual([false, false])
  expect(requested.filter((each) => each.includes('favstar'))).toEqual([
    `GET /superset/favstar/slice/${chart.id}/select/`,
    `GET /superset/favstar/Dashboard/${dashboard.id}/select/`,
    `GET /superset/favstar/slice/${chart.id}/unselect/`,
    `GET /superset/favstar/Dashboard/${dashboard.id}/unselect/`,
  ])
})

it('E-DATASET-11: searches datasets by name, in pages, the latest change first', async () => {
  for (let made = 0; made < 27; made++) {
    fixture.now += 60_000
    await fixture.dataset({ table_name: `Paged ${String(made).padStart(2, '0')}` })
  }
  as(alpha)
  const names = async (search: string, page: number) =>
    (await listDatasets(search, page)).result.map(({ table_name }) => table_name)
  const first = await names(' aged ', 0)
  expect([first.length, first[0], first.at(-1)]).toEqual([25, 'Paged 26', 'Paged 02'])
  expect(await names('aged', 1)).toEqual(['Paged 01', 'Paged 00'])
})

it('S-PERM-12: reads the permissions of the user for a list from _info', async () => {
  as(gamma)
  expect((await fetchResourceInfo('dataset')).permissions).not.toContain('can_write')
  as(alpha)
  expect((await fetchResourceInfo('dataset')).permissions).toEqual(expect.arrayContaining(['can_read', 'can_write']))
  expect(requested).toEqual(Array(2).fill('GET /api/v1/dataset/_info?q=(keys:!(permissions))'))
})
