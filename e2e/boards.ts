import type { Page } from '@playwright/test'
import { callsOf, datasetNamed } from './calls.ts'
import { expectDrawn } from './charts.ts'
import type { Facet } from './facet.ts'

/** A dashboard with one figure of the flights on it and no filter; gives its id. */
export async function board(page: Page, facet: Facet, filters: readonly object[] = []): Promise<number> {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  const params = {
    viz_type: 'big_number_total',
    datasource: `${dataset}__table`,
    metric: 'flights',
    y_axis_format: ',d',
  }
  const { id: chart } = await calls.post('/api/v1/chart/', {
    slice_name: 'All flights',
    viz_type: 'big_number_total',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify(params),
  })
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1'], parents: ['ROOT_ID', 'GRID_ID'], meta: {} },
    'CHART-1': {
      type: 'CHART',
      id: 'CHART-1',
      children: [],
      parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
      meta: { chartId: chart, width: 4, height: 30 },
    },
  }
  const { id } = await calls.post('/api/v1/dashboard/', {
    dashboard_title: `Configured ${chart}`,
    published: true,
    json_metadata: JSON.stringify({ positions, native_filter_configuration: filters }),
  })
  await page.goto(`${facet.url}/dashboard/${id}`)
  await expectDrawn(page, 1)
  return id
}
