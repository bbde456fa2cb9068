import { allFlights, openDashboardWith, columnFilter, type PlacedChart } from './dashboards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { chart, figure } from './charts.ts'
import { expect, test } from './facet.ts'

const NAMES = [
  'DASHBOARD_NATIVE_FILTERS',
  'DASHBOARD_CROSS_FILTERS',
  'DASHBOARD_FILTERS_EXPERIMENTAL',
  'DASHBOARD_NATIVE_FILTERS_SET',
]

test.use({ facetEnv: Object.fromEntries(NAMES.map((name) => [`FACET_FEATURE_${name}`, 'false'])) })

const ALL = 3_000_000
const byOrigin: PlacedChart = {
  name: 'By origin',
  form: { viz_type: 'table', query_mode: 'aggregate', groupby: ['origin'], metrics: ['flights'], row_limit: 10 },
}

test('Disabled flags hide filter bar, dialog, sets and cross-filters, and stored settings stay', async ({
  page,
  facet,
}) => {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  const filter = {
    ...columnFilter(dataset, 'Origin', 'origin'),
    defaultDataMask: {
      extraFormData: { filters: [{ col: 'origin', op: 'IN', val: ['ORD'] }] },
      filterState: { value: ['ORD'] },
    },
  }
  const id = await openDashboardWith(page, facet, [byOrigin, allFlights], [filter])
  await expect(figure(page, 'All flights', ALL)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Filters' })).toHaveCount(0)
  for (const name of ['Add a filter', 'Add and edit filters', 'Apply filters'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: /^Filter sets/ })).toHaveCount(0)

  const cell = chart(page, 'By origin').getByText('ORD', { exact: true })
  await cell.click()
  await cell.click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: /^(Filter by|Add|Exclude) ORD/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Options for By origin' }).click()
  await expect(page.getByRole('menuitem', { name: 'Cross-filter scope' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(figure(page, 'All flights', ALL)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/dashboard/${id}$`))
  expect((await page.request.get(`${facet.url}/api/v1/dashboard/${id}/filtersets`)).status()).toBe(404)

  await page.getByRole('button', { name: 'Edit dashboard' }).click()
  await page.getByRole('textbox', { name: 'Title of the dashboard' }).fill('Without filters')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
  const stored = await calls.get<{ result: { json_metadata: string } }>(`/api/v1/dashboard/${id}`)
  expect(JSON.parse(stored.result.json_metadata)).toMatchObject({ native_filter_configuration: [filter] })
})
