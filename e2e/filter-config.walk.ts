import type { Locator, Page } from '@playwright/test'
import { datasetNamed, callsOf } from './calls.ts'
import { expectDrawn, figure, flightsSay } from './charts.ts'
import { expect, expectAccessible, type Facet, test } from './facet.ts'

const ALL = 3_000_000

/** A dashboard with one figure of the flights on it and no filter; gives its id. */
async function board(page: Page, facet: Facet, filters: readonly object[] = []): Promise<number> {
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

/** Finds a value by what is typed, and takes it. */
async function choose(place: Locator, value = 'ORD'): Promise<void> {
  await place.getByRole('searchbox', { name: /^Search (Origin|From)/ }).fill(value)
  await place.getByRole('option', { name: new RegExp(`^${value}`) }).click()
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add and edit filters' })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply filters' }).click()

test('a filter is made of a column in two presses, changed in the dialog, and there for the next reader', async ({
  page,
  facet,
}) => {
  const expected = await flightsSay('count(*)', "origin = 'ORD'")
  await board(page, facet)
  await expect(figure(page, 'All flights', ALL)).toBeVisible()
  await page.getByRole('button', { name: 'Add a filter' }).click()
  await page
    .getByRole('list', { name: 'Columns' })
    .getByRole('button', { name: /^Origin/i })
    .first()
    .click()
  await choose(page.getByRole('complementary', { name: 'Filters' }))
  await apply(page)
  await expect(figure(page, 'All flights', expected)).toBeVisible()

  await page.getByRole('button', { name: 'Add and edit filters' }).first().click()
  await dialog(page).getByLabel('Filter name').fill('From')
  await dialog(page).getByLabel('Description').fill('  Where it took off ')
  await dialog(page).getByRole('checkbox', { name: 'Filter has default value' }).check()
  await choose(dialog(page))
  await expect(dialog(page).getByText(`of ${ALL.toLocaleString('en-US')} rows`)).toContainText(
    expected.toLocaleString('en-US'),
  )
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.goto(page.url().split('?')[0] ?? '')
  await expect(figure(page, 'All flights', expected)).toBeVisible()
  await expect(page.getByRole('group', { name: 'What narrows this page' })).toContainText('From')
})
