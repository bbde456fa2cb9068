import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chartType } from '#charts/index.ts'
import { hydrate } from '#client/dashboard/state/hydrate.ts'
import type { MigrationState } from '#client/dashboard/state/filter-box/filter-boxes.ts'
import { parseDatasource } from '#core/form/form-data.ts'
import type { DashboardResponse, DatasetResponse, PlacedChartResponse } from '#core/rest/responses.ts'
import { upload, zip } from '#testing/bundle.ts'
import type { Client } from '#testing/app.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { type FilterBoxDashboard, filterBoxDashboards, bundleOf } from '#testing/filter-box-dashboards.ts'
import { storedDashboards } from '#testing/filter-box-layouts.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

const boards = [...storedDashboards, ...filterBoxDashboards]

let fixture: DataFixture
let headers: Record<string, string>

beforeAll(async () => {
  const tables = boards.map(({ table, rows }) => `CREATE TABLE ${table} AS ${rows}`)
  fixture = await openDataFixture(tables, Date.UTC(2024, 5, 15))
  headers = { authorization: `Bearer ${await fixture.token('admin')}` }
  const post = async (url: string, payload: unknown, options: { headers?: object } = {}) =>
    fixture.app.inject({ method: 'POST', url, payload: payload as Buffer, headers: { ...headers, ...options.headers } })
  const admin = { post } as unknown as Client
  for (const [at, board] of boards.entries()) {
    const answer = await upload(admin, 'dashboard', zip(bundleOf(board, at, fixture.database.uuid)))
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
})
afterAll(() => fixture.close())

async function get<T>(url: string): Promise<T> {
  const answer = await fixture.app.inject({ url, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ result: T }>().result
}

async function idOf({ title }: FilterBoxDashboard): Promise<number> {
  const all = await get<{ id: number; dashboard_title: string }[]>('/api/v1/dashboard/?q=(page_size:100)')
  return all.find(({ dashboard_title }) => dashboard_title === title)?.id ?? 0
}

/** Returns the dashboard as a browser opens it, with the selection in its filter box. */
async function opened(id: number, migration?: MigrationState, chosen?: FilterBoxDashboard['chosen']) {
  const charts = await get<PlacedChartResponse[]>(`/api/v1/dashboard/${id}/charts`)
  const box = charts.find((each) => 'form_data' in each && each.form_data.viz_type === 'filter_box')
  let made = 0
  return hydrate({
    dashboard: await get<DashboardResponse>(`/api/v1/dashboard/${id}`),
    charts,
    datasets: await get<DatasetResponse[]>(`/api/v1/dashboard/${id}/datasets`),
    user: fixture.admin,
    wantsEdit: false,
    masks: {},
    activeTabs: [],
    urlParams: {},
    preselect: box && chosen ? { [box.id]: chosen } : undefined,
    migration,
    newSuffix: () => {
      made += 1
      return `new${made}`
    },
  })
}

/** Returns the SQL of every chart except the filter box, and its result. */
async function requested(state: Awaited<ReturnType<typeof opened>>) {
  const found: Record<string, unknown> = {}
  for (const { id, slice_name } of Object.values(state.slices)) {
    const form = formDataOf(state, id)
    const type = chartType(form?.viz_type ?? '')
    if (!form || !type || form.viz_type === 'filter_box') continue
    const context = { datasource: parseDatasource(form.datasource), queries: type.toQueries(form) }
    const post = async (more: object) => {
      const payload = { ...context, ...more }
      const answer = await fixture.app.inject({ method: 'POST', url: '/api/v1/chart/data', headers, payload })
      expect(answer.statusCode, `${slice_name}: ${answer.body}`).toBe(200)
      return answer.json<{ result: { query?: string; data?: unknown }[] }>().result
    }
    found[slice_name] = {
      sql: (await post({ result_type: 'query' })).map(({ query }) => query),
      data: (await post({})).map(({ data }) => data),
    }
  }
  return found
}

async function change(id: number, metadata: object): Promise<void> {
  const { json_metadata } = await get<{ json_metadata: string }>(`/api/v1/dashboard/${id}`)
  const payload = { json_metadata: JSON.stringify({ ...JSON.parse(json_metadata), ...metadata }) }
  const answer = await fixture.app.inject({ method: 'PUT', url: `/api/v1/dashboard/${id}`, headers, payload })
  expect(answer.statusCode, answer.body).toBe(200)
}

const conditions = (found: Record<string, unknown>, name: string) => JSON.stringify(found[name])

describe.each(
  sampleCases(
    boards.map((board) => [board.title, board] as const),
    2,
  ),
)('the dashboard %s', (_title, board) => {
  it('runs the same queries while its box is reviewed, with and without a selection', async () => {
    const id = await idOf(board)
    for (const chosen of [undefined, board.chosen]) {
      const before = await opened(id, 'NOOP', chosen)
      const after = await opened(id, 'REVIEWING', chosen)
      expect(Object.keys(before.filterBoxes)).toHaveLength(1)
      expect(after.filters).toHaveLength(
        (board.box['filter_configs'] as unknown[]).length + (board.box['date_filter'] ? 1 : 0),
      )
      const questions = await requested(before)
      expect(Object.keys(questions).toSorted()).toEqual(Object.keys(board.charts).toSorted())
      expect(await requested(after)).toEqual(questions)
    }
  })

  it('applies the selection of the box', async () => {
    const id = await idOf(board)
    const found = await requested(await opened(id, 'NOOP', board.chosen))
    const values = Object.entries(board.chosen).flatMap(([column, value]) =>
      column === '__time_range' || !Array.isArray(value) ? [] : value.filter((each) => each !== null),
    )
    const all = Object.keys(found)
      .map((name) => conditions(found, name))
      .join()
    for (const value of values) expect(all).toContain(`'${value}'`)
  })

  it('runs the same queries after its box is converted, and after it was reverted', async () => {
    const id = await idOf(board)
    const before = await requested(await opened(id))
    const { filters, info } = await opened(id, 'REVIEWING')
    await change(id, { native_filter_configuration: filters, filter_box_migration: 'CONVERTED' })
    const converted = await opened(id)
    expect([converted.migration, Object.keys(converted.filterBoxes)]).toEqual(['CONVERTED', []])
    expect(converted.filters.map(({ name }) => name)).toEqual(filters.map(({ name }) => name))
    expect(await requested(converted)).toEqual(before)

    await change(id, { native_filter_configuration: [], filter_box_migration: 'NOOP' })
    const back = await opened(id)
    expect([back.migration, back.filters]).toEqual(['NOOP', []])
    expect(Object.keys(back.filterBoxes)).toHaveLength(1)
    expect(await requested(back)).toEqual(before)
    expect(back.info.metadata['default_filters']).toEqual(info.metadata['default_filters'])
    expect(back.info.metadata['filter_scopes']).toEqual(info.metadata['filter_scopes'])
  })
})

it('each column of a box filters the charts in its scope, before and after the conversion', async () => {
  const board = filterBoxDashboards.find(({ title }) => title === 'Games') as FilterBoxDashboard
  for (const migration of ['NOOP', 'REVIEWING'] as const) {
    const found = await requested(await opened(await idOf(board), migration, board.chosen))
    const says = (chart: string) =>
      ['Wii', 'Action', 'Publisher 1'].map((each) => conditions(found, chart).includes(each))
    expect(says('All games')).toEqual([false, false, true])
    expect(says('Publishers').slice(0, 2)).toEqual([false, true])
    expect(says('Games')).toEqual([true, true, true])
  }
})

it('a box of an example filters one tab by one column, and all charts by the others', async () => {
  const [sales, games] = storedDashboards as readonly [FilterBoxDashboard, FilterBoxDashboard]
  const reached = async (board: FilterBoxDashboard, value: string, migration: MigrationState) => {
    const found = await requested(await opened(await idOf(board), migration, board.chosen))
    return Object.keys(found).filter((name) => conditions(found, name).includes(`'${value}'`))
  }
  const inSecondTab = {
    sales: [
      'Number of Deals (for each Combination)',
      'Proportion of Revenue by Product Line',
      'Seasonality of Revenue (per Product Line)',
      'Revenue by Deal SIze',
    ],
    games: ['Games per Genre over time', 'Games per Genre', 'Games', 'Total Sales per Market (Grouped by Genre)'],
  }
  for (const migration of ['NOOP', 'REVIEWING'] as const) {
    expect((await reached(sales, 'Ships', migration)).toSorted()).toEqual(inSecondTab.sales.toSorted())
    expect(await reached(sales, 'Large', migration)).toHaveLength(10)
    expect((await reached(games, 'Wii', migration)).toSorted()).toEqual(inSecondTab.games.toSorted())
    expect(await reached(games, 'Publisher 1', migration)).toHaveLength(10)
  }
})
