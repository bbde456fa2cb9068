import type { Page } from '@playwright/test'
import { type Calls, callsOf, datasetNamed, saveChart } from './calls.ts'
import { expectDrawn } from './charts.ts'
import type { Facet } from './facet.ts'

/** A chart of the flights: its name and its form data, without the dataset. */
export interface PlacedChart {
  readonly name: string
  readonly form: { readonly viz_type: string; readonly [key: string]: unknown }
  /** The name of another dataset. */
  readonly of?: string
  /** Columns, and rows of eight pixels. */
  readonly width?: number
  readonly height?: number
}

/** A saved chart and its size: columns, and rows of eight pixels. */
interface Box {
  readonly id: number
  readonly width: number
  readonly height: number
}

/** Returns the layout of one row of charts. */
function oneRow(boxes: readonly Box[]): object {
  const parents = ['ROOT_ID', 'GRID_ID', 'ROW-1']
  const nodes = boxes.map(({ id, width, height }) => ({
    type: 'CHART',
    id: `CHART-${id}`,
    children: [],
    parents,
    meta: { chartId: id, width, height },
  }))
  const row = { children: nodes.map(({ id }) => id), parents: parents.slice(0, 2), meta: {} }
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { type: 'ROW', id: 'ROW-1', ...row },
    ...Object.fromEntries(nodes.map((node) => [node.id, node])),
  }
}

/** The number of all flights. */
export const allFlights: PlacedChart = {
  name: 'All flights',
  form: { viz_type: 'big_number_total', metric: 'flights', y_axis_format: ',d' },
  height: 30,
}

/** Returns a native filter on a column of the flights, for the whole dashboard. */
export const columnFilter = (dataset: number, name: string, column: string) => ({
  id: `NATIVE_FILTER-${column}`,
  type: 'NATIVE_FILTER',
  name,
  filterType: 'filter_select',
  targets: [{ datasetId: dataset, column: { name: column } }],
  controlValues: { multiSelect: true },
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
})

/** Saves charts and returns their boxes. */
async function saveBoxes(calls: Calls, charts: readonly PlacedChart[]): Promise<Box[]> {
  const dataset = await datasetNamed(calls, 'flights')
  const boxes: Box[] = []
  for (const { name, form, of, width = 4, height = 40 } of charts) {
    const { id } = await saveChart(calls, of ? await datasetNamed(calls, of) : dataset, name, form)
    boxes.push({ id, width, height })
  }
  return boxes
}

/** Creates a published dashboard with this layout and these filters; returns its id. */
async function createDashboard(
  calls: Calls,
  boxes: readonly Box[],
  positions: object,
  filters: readonly object[],
): Promise<number> {
  const { id } = await calls.post('/api/v1/dashboard/', {
    dashboard_title: `Configured ${boxes.map((box) => box.id).join(' ')}`,
    published: true,
    json_metadata: JSON.stringify({ positions, native_filter_configuration: filters }),
  })
  return id
}

/** Creates a dashboard with these charts in one row; returns its id. */
export async function createDashboardWith(
  calls: Calls,
  charts: readonly PlacedChart[],
  filters: readonly object[] = [],
): Promise<number> {
  const boxes = await saveBoxes(calls, charts)
  return createDashboard(calls, boxes, oneRow(boxes), filters)
}

/** Creates a dashboard with two tabs of one chart each, TAB-1 and TAB-2; returns its id. */
export async function createTabs(
  calls: Calls,
  tabs: readonly (readonly [text: string, chart: PlacedChart])[],
  filters: readonly object[] = [],
): Promise<number> {
  const boxes = await saveBoxes(
    calls,
    tabs.map(([, chart]) => chart),
  )
  const node = (id: string, type: string, children: readonly string[], meta: object = {}) => ({
    [id]: { id, type, children, meta },
  })
  const parts = boxes.map(({ id, width, height }, at) => ({
    ...node(`TAB-${at + 1}`, 'TAB', [`ROW-${at + 1}`], { text: tabs[at]?.[0] }),
    ...node(`ROW-${at + 1}`, 'ROW', [`CHART-${id}`]),
    ...node(`CHART-${id}`, 'CHART', [], { chartId: id, width, height }),
  }))
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ...node('ROOT_ID', 'ROOT', ['TABS-1']),
    ...node('GRID_ID', 'GRID', []),
    ...node(
      'TABS-1',
      'TABS',
      tabs.map((_, at) => `TAB-${at + 1}`),
    ),
    ...Object.assign({}, ...parts),
  }
  return createDashboard(calls, boxes, positions, filters)
}

/**
 * Creates and opens a dashboard with these charts in one row; returns its id. `drawn` is the number of charts to wait
 * for.
 */
export async function openDashboardWith(
  page: Page,
  facet: Facet,
  charts: readonly PlacedChart[],
  filters: readonly object[] = [],
  drawn = charts.length,
): Promise<number> {
  const id = await createDashboardWith(await callsOf(page, facet), charts, filters)
  await page.goto(`${facet.url}/dashboard/${id}`)
  await expectDrawn(page, drawn)
  return id
}

/** Creates a dashboard with saved charts in one row; returns its id. */
export async function saveBoard(
  calls: Calls,
  dashboard_title: string,
  boxes: readonly Box[],
  metadata: object = {},
): Promise<number> {
  const { id } = await calls.post('/api/v1/dashboard/', {
    dashboard_title,
    position_json: JSON.stringify(oneRow(boxes)),
    json_metadata: JSON.stringify(metadata),
  })
  for (const box of boxes) await calls.put(`/api/v1/chart/${box.id}`, { dashboards: [id] })
  return id
}

/** Creates a dashboard with one big number of the flights; returns its id. */
export const openFlightsDashboard = (page: Page, facet: Facet, filters: readonly object[] = []): Promise<number> =>
  openDashboardWith(page, facet, [allFlights], filters)

/** Creates and opens a dashboard with texts in one row; returns its id. */
export async function textsOf(
  page: Page,
  facet: Facet,
  texts: readonly { code: string; height: number }[],
): Promise<number> {
  const calls = await callsOf(page, facet)
  const parents = ['ROOT_ID', 'GRID_ID', 'ROW-1']
  const width = Math.floor(12 / texts.length)
  const nodes = texts.map(({ code, height }, at) => ({
    type: 'MARKDOWN',
    id: `MARKDOWN-${at}`,
    children: [],
    parents,
    meta: { width, height, code },
  }))
  const { id } = await calls.post('/api/v1/dashboard/', {
    dashboard_title: `Texts ${crypto.randomUUID()}`,
    published: true,
    json_metadata: JSON.stringify({
      positions: {
        ...oneRow([]),
        'ROW-1': {
          type: 'ROW',
          id: 'ROW-1',
          children: nodes.map((node) => node.id),
          parents: parents.slice(0, 2),
          meta: {},
        },
        ...Object.fromEntries(nodes.map((node) => [node.id, node])),
      },
    }),
  })
  await page.goto(`${facet.url}/dashboard/${id}`)
  return id
}
