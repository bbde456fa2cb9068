import type { Route } from '@playwright/test'
import { allFlights, openDashboardWith, columnFilter, type PlacedChart } from './dashboards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { chart, figure, queryFlights } from './charts.ts'
import { expect, test } from './facet.ts'

test.use({ allowErrors: /status of 500|Failed to load resource|ERR_INTERNET_DISCONNECTED|could not be fetched/ })

const ALL = 3_000_000
const broken = { status: 500, contentType: 'application/json', body: '{"message":"The disk is full"}' }
const fail = (route: Route) => route.fulfill(broken)
const byOrigin: PlacedChart = {
  name: 'By origin',
  form: { viz_type: 'table', query_mode: 'aggregate', groupby: ['origin'], metrics: ['flights'], row_limit: 10 },
}
const box: PlacedChart = {
  name: 'Where to',
  form: {
    viz_type: 'filter_box',
    date_filter: false,
    filter_configs: [{ column: 'destination', label: 'To', multiple: true, clearable: true }],
  },
}

test('Filters, cross-filters, sets and filter boxes lose nothing when server or network fail', async ({
  page,
  facet,
  context,
}) => {
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  const ord = await queryFlights('count(*)', "origin = 'ORD'")
  const both = await queryFlights('count(*)', "origin = 'ORD' AND destination = 'DFW'")
  const id = await openDashboardWith(
    page,
    facet,
    [box, byOrigin, allFlights],
    [{ ...columnFilter(dataset, 'Origin', 'origin'), controlValues: { multiSelect: true, searchAllOptions: true } }],
    2,
  )
  const bar = page.getByRole('complementary', { name: 'Filters' })
  const says = (count: number) => expect(figure(page, 'All flights', count)).toBeVisible()
  await says(ALL)

  await test.step('shows why values cannot be loaded, and loads them on retry', async () => {
    await expect(bar.getByRole('option').first()).toBeVisible()
    await page.route('**/chart/data/batch', fail)
    await bar.getByRole('searchbox').fill('ORD')
    await expect(bar.getByText('The disk is full')).toBeVisible()
    await page.unroute('**/chart/data/batch')
    await bar.getByRole('button', { name: 'Try again' }).click()
    await expect(bar.getByRole('option')).toHaveCount(1)
  })

  await test.step('applies a cross-filter selected offline once the connection is back', async () => {
    await context.setOffline(true)
    await chart(page, 'By origin').getByText('ORD', { exact: true }).click()
    await expect(page.getByText(/^Connection lost/)).toBeVisible()
    await says(ALL)
    await context.setOffline(false)
    await says(ord)
    await page.keyboard.press('Escape')
    await says(ALL)
  })

  await test.step('undoes a filter applied offline before the connection is back', async () => {
    await bar.getByRole('option', { name: /^ORD/ }).click()
    await context.setOffline(true)
    await bar.getByRole('button', { name: 'Apply filters' }).click()
    await expect(page.getByText(/^Connection lost/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo the last filter' }).click()
    await context.setOffline(false)
    await says(ALL)
    await expect(page.getByText(/^Connection lost/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Redo the filter' }).click()
    await says(ord)
  })

  await test.step('keeps the input of a filter set that cannot be saved, and saves it by the same button', async () => {
    await bar.getByRole('tab', { name: 'Filter sets (0)' }).click()
    await bar.getByRole('button', { name: 'Create new filter set' }).click()
    await bar.getByLabel('Name').fill('Chicago')
    await page.route('**/filtersets', fail)
    const refused = page.waitForResponse('**/filtersets')
    await bar.getByRole('button', { name: 'Create', exact: true }).click()
    await refused
    await expect(bar.getByLabel('Name')).toHaveValue('Chicago')
    await page.unroute('**/filtersets')
    await bar.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(bar.getByRole('tab', { name: 'Filter sets (1)' })).toBeVisible()
    await bar.getByRole('tab', { name: /^All filters/ }).click()
  })

  await test.step('keeps the input of a filter that cannot be saved, and saves it by the same button', async () => {
    await page.getByRole('button', { name: 'Add and edit filters' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add and edit filters' })
    await dialog.getByLabel('Filter name').fill('Took off at')
    await page.route(`**/api/v1/dashboard/${id}`, (route) =>
      route.request().method() === 'PUT' ? fail(route) : route.continue(),
    )
    const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await refused
    await expect(dialog.getByLabel('Filter name')).toHaveValue('Took off at')
    await page.unroute(`**/api/v1/dashboard/${id}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(bar.getByRole('region', { name: 'Took off at' })).toBeVisible()
    await says(ord)
  })

  await test.step('applies the values of a filter box set offline once the connection is back', async () => {
    const card = chart(page, 'Where to')
    await card.getByRole('combobox', { name: 'To' }).fill('DFW')
    await page.getByRole('option', { name: /^DFW/ }).click()
    await page.keyboard.press('Escape')
    await context.setOffline(true)
    await card.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText(/^Connection lost/)).toBeVisible()
    await context.setOffline(false)
    await says(both)
  })
})
