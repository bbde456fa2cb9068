import type { Page } from '@playwright/test'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expectDrawn } from './charts.ts'
import type { Facet } from './facet.ts'

/** A chart of the flights: its name and its form, without the dataset. */
export interface Placed {
  readonly name: string
  readonly form: { readonly viz_type: string; readonly [key: string]: unknown }
  /** The name of another dataset it is of. */
  readonly of?: string
  /** Columns and steps of eight pixels. */
  readonly width?: number
  readonly height?: number
}

/** The number of all flights. */
export const allFlights: Placed = {
  name: 'All flights',
  form: { viz_type: 'big_number_total', metric: 'flights', y_axis_format: ',d' },
  height: 30,
}

/** A native filter on a column of the flights, for the whole dashboard. */
export const columnFilter = (dataset: number, name: string, column: string) => ({
  id: `NATIVE_FILTER-${column}`,
  type: 'NATIVE_FILTER',
  name,
  filterType: 'filter_select',
  targets: [{ datasetId: dataset, column: { name: column } }],
  controlValues: { multiSelect: true },
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
})

/** A dashboard with these charts in one row, opened; gives its id. `drawn` are those that have a picture. */
export async function boardOf(
  page: Page,
  facet: Facet,
  charts: readonly Placed[],
  filters: readonly object[] = [],
  drawn = charts.length,
): Promise<number> {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  const parents = ['ROOT_ID', 'GRID_ID', 'ROW-1']
  const boxes: object[] = []
  for (const { name, form, of, width = 4, height = 40 } of charts) {
    const { id } = await saveChart(calls, of ? await datasetNamed(calls, of) : dataset, name, form)
    boxes.push({ type: 'CHART', id: `CHART-${id}`, children: [], parents, meta: { chartId: id, width, height } })
  }
  const ids = boxes.map((box) => (box as { id: string }).id)
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { type: 'ROW', id: 'ROW-1', children: ids, parents: ['ROOT_ID', 'GRID_ID'], meta: {} },
    ...Object.fromEntries(boxes.map((box, at) => [ids[at], box])),
  }
  const { id } = await calls.post('/api/v1/dashboard/', {
    dashboard_title: `Configured ${ids.join(' ')}`,
    published: true,
    json_metadata: JSON.stringify({ positions, native_filter_configuration: filters }),
  })
  await page.goto(`${facet.url}/dashboard/${id}`)
  await expectDrawn(page, drawn)
  return id
}

/** A dashboard with one figure of the flights on it and no filter; gives its id. */
export const board = (page: Page, facet: Facet, filters: readonly object[] = []): Promise<number> =>
  boardOf(page, facet, [allFlights], filters)
