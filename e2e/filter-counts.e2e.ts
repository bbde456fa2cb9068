import type { Locator } from '@playwright/test'
import { allFlights, openDashboardWith, columnFilter } from './dashboards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { figure, queryFlights } from './charts.ts'
import { expect, test } from './facet.ts'

test('Counts filter values under the other filters but not its own, and not where counts are off', async ({
  page,
  facet,
}) => {
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  const off = columnFilter(dataset, 'Silent', 'destination')
  const silent = { ...off, id: 'NATIVE_FILTER-silent', controlValues: { ...off.controlValues, countRows: false } }
  await openDashboardWith(
    page,
    facet,
    [allFlights],
    [columnFilter(dataset, 'From', 'origin'), columnFilter(dataset, 'To', 'destination'), silent],
  )
  const bar = page.getByRole('complementary', { name: 'Filters' })
  const filter = (name: string) => bar.getByRole('region', { name, exact: true })
  const option = (name: string, value: string): Locator =>
    filter(name).getByRole('option', { name: new RegExp(`^${value}`) })
  const find = async (name: string, value: string) => {
    await filter(name).getByRole('searchbox').fill(value)
    await expect(option(name, value)).toBeVisible()
  }
  const says = async (name: string, value: string, condition: string) =>
    expect(option(name, value)).toHaveText(
      `${value}${(await queryFlights('count(*)', condition)).toLocaleString('en-US')}`,
    )
  const apply = async (condition: string) => {
    await bar.getByRole('button', { name: 'Apply filters' }).click()
    await expect(figure(page, 'All flights', await queryFlights('count(*)', condition))).toBeVisible()
  }
  for (const name of ['From', 'To', 'Silent']) await find(name, 'ORD')
  await says('From', 'ORD', "origin = 'ORD'")

  await find('To', 'DFW')
  await option('To', 'DFW').click()
  await apply("destination = 'DFW'")
  await says('From', 'ORD', "origin = 'ORD' AND destination = 'DFW'")
  await says('To', 'DFW', "destination = 'DFW'")
  await expect(option('Silent', 'ORD')).toHaveText('ORD')

  await option('From', 'ORD').click()
  await apply("origin = 'ORD' AND destination = 'DFW'")
  await says('From', 'ORD', "origin = 'ORD' AND destination = 'DFW'")
  await says('To', 'DFW', "origin = 'ORD' AND destination = 'DFW'")
  await find('From', 'ATL')
  await says('From', 'ATL', "origin = 'ATL' AND destination = 'DFW'")
})
