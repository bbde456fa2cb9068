import { allFlights, openDashboardWith, columnFilter } from './dashboards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { expectDrawn, queryFlights } from './charts.ts'
import { expect, test } from './facet.ts'
import { userPage } from './users.ts'

const THREE = ['ATL', 'DFW', 'ORD']
const said = (count = 0) => count.toLocaleString('en-US')

test('Pre-filters, sorts and makes a filter dependent, and another viewer is offered the same values', async ({
  page,
  browser,
  facet,
}) => {
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  const distance = {
    ...columnFilter(dataset, 'How far', 'distance'),
    filterType: 'filter_range',
    controlValues: {},
  }
  const late = { ...columnFilter(dataset, 'Late', 'origin'), id: 'NATIVE_FILTER-late' }
  const id = await openDashboardWith(
    page,
    facet,
    [allFlights],
    [columnFilter(dataset, 'From', 'origin'), columnFilter(dataset, 'To', 'destination'), distance, late],
  )
  await page.getByRole('button', { name: 'Add and edit filters' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add and edit filters' })
  const choose = (name: string) =>
    dialog.getByRole('list', { name: 'Filters and dividers' }).getByRole('button', { name, exact: true }).click()
  await test.step('a pre-filter, a sort metric, and a dependency on another filter', async () => {
    await choose('To')
    await dialog.getByRole('button', { name: 'Add a filter' }).click()
    const filter = page.getByRole('dialog', { name: 'Edit filter', exact: true })
    await filter.getByRole('tab', { name: 'Custom SQL' }).click()
    await filter.getByRole('textbox', { name: 'SQL expression' }).fill("destination IN ('ORD', 'ATL', 'DFW')")
    await filter.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('combobox', { name: 'Sort metric' }).click()
    await page.getByRole('option', { name: 'Flights', exact: true }).click()
    await dialog.getByRole('checkbox', { name: 'Sort ascending' }).click()
    await dialog.getByRole('combobox', { name: 'Values are dependent on other filters' }).click()
    await page.getByRole('option', { name: 'From', exact: true }).click()
    await page.keyboard.press('Escape')
  })
  await test.step('dynamic search of values, and a unit', async () => {
    await choose('From')
    await dialog.getByRole('checkbox', { name: 'Dynamically search all filter values' }).click()
    await choose('How far')
    await dialog.getByRole('textbox', { name: 'Unit' }).fill('mi')
  })
  await test.step('a time range without rows', async () => {
    await choose('Late')
    await dialog.getByRole('button', { name: /^Time range: / }).click()
    const range = page.getByRole('dialog', { name: 'Edit time range' })
    await range.getByRole('combobox', { name: 'RANGE TYPE' }).click()
    await page.getByRole('option', { name: 'Last', exact: true }).click()
    await range.getByRole('button', { name: 'APPLY' }).click()
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const rights = { more: [['all_datasource_access', 'all_datasource_access']] as const }
  const reader = await userPage(browser, facet, 'Gamma', rights)
  await reader.goto(`/dashboard/${id}`)
  await expectDrawn(reader, 1)
  const bar = reader.getByRole('complementary', { name: 'Filters' })
  const options = (name: string) => bar.getByRole('region', { name, exact: true }).getByRole('option')
  const flightsTo = await Promise.all(THREE.map((each) => queryFlights('count(*)', `destination = '${each}'`)))
  const most = THREE.toSorted((a, b) => (flightsTo[THREE.indexOf(b)] ?? 0) - (flightsTo[THREE.indexOf(a)] ?? 0))
  await test.step('values are the pre-filtered three, sorted by number of flights', async () => {
    await expect(options('To')).toHaveText(most.map((each) => `${each}${said(flightsTo[THREE.indexOf(each)])}`))
  })
  await test.step('the dependent filter omits ORD when the origin is ORD', async () => {
    const pending = reader.waitForRequest((request) => request.postData()?.includes('"%ORD%"') === true)
    await bar.getByRole('region', { name: 'From', exact: true }).getByRole('searchbox').fill('ORD')
    await pending
    await options('From').first().click()
    await expect(options('To')).toHaveText(most.filter((each) => each !== 'ORD').map((each) => new RegExp(`^${each}`)))
  })
  await expect(bar.getByRole('region', { name: 'How far' })).toContainText('mi')
  await expect(options('Late')).toHaveCount(0)
  await reader.context().close()
})
