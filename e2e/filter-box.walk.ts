import { allFlights, boardOf, columnFilter, type Placed } from './boards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { chart, figure, flightsSay } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { personPage } from './people.ts'

const ALL = 3_000_000

const box: Placed = {
  name: 'Where from',
  form: {
    viz_type: 'filter_box',
    date_filter: false,
    filter_configs: [
      { column: 'origin', label: 'Origin', multiple: true, metric: 'flights', asc: false },
      { column: 'destination', label: 'To', multiple: false, clearable: true },
    ],
  },
}
const byDestination: Placed = {
  name: 'By destination',
  form: { viz_type: 'table', groupby: ['destination'], metrics: ['flights'], row_limit: 10 },
}

test('a filter box filters with the other filters, becomes filters of the bar, and a box again', async ({
  page,
  browser,
  facet,
}) => {
  const ord = await flightsSay('count(*)', "origin = 'ORD'")
  const toAtlanta = await flightsSay('count(*)', "origin = 'ORD' and destination = 'ATL'")
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  const filters = [columnFilter(dataset, 'Destination', 'destination')]
  const id = await boardOf(page, facet, [box, allFlights, byDestination], filters, 2)
  const bar = page.getByRole('complementary', { name: 'Filters' })
  const says = (count: number) => expect(figure(page, 'All flights', count)).toBeVisible()
  const card = chart(page, 'Where from')
  await says(ALL)
  await expectAccessible(page)

  await card.getByRole('combobox', { name: 'Origin' }).fill('OR')
  await page.getByRole('option', { name: /^ORD/ }).click()
  await page.keyboard.press('Escape')
  await says(ALL)
  await card.getByRole('button', { name: 'Apply' }).click()
  await says(ord)
  await page.reload()
  await says(ord)

  await test.step('A-SHELL-03: a dashboard carries a filter box, native filters, cross-filters and filter sets', async () => {
    await bar.getByRole('searchbox').fill('ATL')
    await bar.getByRole('option', { name: /^ATL/ }).click()
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await says(toAtlanta)
    await bar.getByRole('tab', { name: 'Filter sets (0)' }).click()
    await bar.getByRole('button', { name: 'Create new filter set' }).click()
    await bar.getByLabel('Name').fill('Atlanta')
    await bar.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(bar.getByRole('tab', { name: 'Filter sets (1)' })).toBeVisible()
    await page.goBack()
    await says(ord)
    await chart(page, 'By destination').getByText('ATL', { exact: true }).click()
    await says(toAtlanta)
    await page.goBack()
    await says(ord)
  })

  await page.getByRole('button', { name: 'Review' }).click()
  await expect(card).toHaveCount(0)
  await says(ord)
  await expect(page.getByRole('group', { name: 'What narrows this page' })).toContainText('ORD')
  await page.getByRole('button', { name: 'Keep these filters' }).click()
  await expect(page.getByRole('button', { name: 'Keep these filters' })).toHaveCount(0)

  const reader = await personPage(browser, facet, 'Gamma', {
    more: [['all_datasource_access', 'all_datasource_access']],
  })
  await reader.goto(`/dashboard/${id}`)
  await expect(figure(reader, 'All flights', ord)).toBeVisible()
  await expect(reader.getByRole('article', { name: 'Where from' })).toHaveCount(0)
  await reader.context().close()

  await page.goto(`${facet.url}/dashboard/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Back to the filter boxes' }).click()
  await expect(card.getByRole('combobox', { name: 'Origin' })).toBeVisible()
  await says(ALL)
  await page.reload()
  await expect(card.getByRole('combobox', { name: 'Origin' })).toBeVisible()
  await expect(bar.getByText('Destination')).toBeVisible()
})
