import { openFlightsDashboard, columnFilter } from './dashboards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { figure, queryFlights } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { userPage } from './users.ts'

const ALL = 3_000_000

test('Saves applied filters as a filter set, applies, shares and deletes it', async ({ page, browser, facet }) => {
  const ord = await queryFlights('count(*)', "origin = 'ORD'")
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  const id = await openFlightsDashboard(page, facet, [columnFilter(dataset, 'Origin', 'origin')])
  const bar = page.getByRole('complementary', { name: 'Filters' })
  const apply = () => page.getByRole('button', { name: 'Apply filters' }).click()
  await bar.getByRole('searchbox').fill('ORD')
  await bar.getByRole('option', { name: /^ORD/ }).click()
  await apply()
  await expect(figure(page, 'All flights', ord)).toBeVisible()

  await bar.getByRole('tab', { name: 'Filter sets (0)' }).click()
  await bar.getByRole('button', { name: 'Create new filter set' }).click()
  await bar.getByLabel('Name').fill('Chicago')
  await expectAccessible(page)
  await bar.getByRole('checkbox', { name: 'Share with all viewers' }).check()
  await bar.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(bar.getByRole('tab', { name: 'Filter sets (1)' })).toBeVisible()

  await page.getByRole('button', { name: 'Clear all' }).click()
  await apply()
  await expect(figure(page, 'All flights', ALL)).toBeVisible()
  await bar.getByRole('button', { name: 'Chicago', exact: true }).click()
  await apply()
  await expect(figure(page, 'All flights', ord)).toBeVisible()

  await bar.getByRole('button', { name: 'Options for Chicago' }).click()
  await page
    .getByRole('menuitemcheckbox', { name: 'The dashboard opens with it' })
    .or(page.getByRole('menuitem', { name: 'The dashboard opens with it' }))
    .click()
  await expect(bar.getByText('Default')).toBeVisible()
  const reader = await userPage(browser, facet, 'Gamma', {
    more: [['all_datasource_access', 'all_datasource_access']],
  })
  await reader.goto(`/dashboard/${id}`)
  await expect(figure(reader, 'All flights', ord)).toBeVisible()
  await expect(reader.getByRole('group', { name: 'What narrows this page' })).toContainText('ORD')
  await reader.getByRole('tab', { name: 'Filter sets (1)' }).click()
  await reader.getByRole('button', { name: 'Options for Chicago' }).click()
  await expect(reader.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await reader.context().close()

  await bar.getByRole('button', { name: 'Options for Chicago' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(bar.getByRole('tab', { name: 'Filter sets (0)' })).toBeVisible()
})

test('Reorders shared filter sets, and keeps the order after a reload', async ({ page, facet }) => {
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  await openFlightsDashboard(page, facet, [columnFilter(dataset, 'Origin', 'origin')])
  const bar = page.getByRole('complementary', { name: 'Filters' })
  const sets = bar.getByRole('button', { name: /^(Applied )?(First|Second|Third)$/ })
  // Two sets with equal values are shown as one.
  for (const [at, [name, origin]] of [
    ['First', 'ORD'],
    ['Second', 'ATL'],
    ['Third', 'DFW'],
  ].entries()) {
    await bar.getByRole('tab', { name: /^All filters/ }).click()
    await bar.getByRole('searchbox').fill(origin ?? '')
    await bar.getByRole('option', { name: new RegExp(`^${origin}`) }).click()
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await bar.getByRole('tab', { name: `Filter sets (${at})` }).click()
    await bar.getByRole('button', { name: 'Create new filter set' }).click()
    await bar.getByLabel('Name').fill(name ?? '')
    await bar.getByRole('checkbox', { name: 'Share with all viewers' }).check()
    await bar.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(bar.getByRole('tab', { name: `Filter sets (${at + 1})` })).toBeVisible()
  }
  const open = async () => {
    await page.reload()
    await bar.getByRole('tab', { name: 'Filter sets (3)' }).click()
  }
  const move = async (name: string, way: 'Move up' | 'Move down') => {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await bar.getByRole('button', { name: `Options for ${name}` }).click()
    await page.getByRole('menuitem', { name: way }).click()
    await saved
  }
  await expect(sets).toHaveText(['First', 'Second', 'Third'])
  await move('Third', 'Move up')
  await expect(sets).toHaveText(['First', 'Third', 'Second'])
  await open()
  await expect(sets).toHaveText(['First', 'Third', 'Second'])
  await move('First', 'Move down')
  await move('First', 'Move down')
  await expect(sets).toHaveText(['Third', 'Second', 'First'])
  await open()
  await expect(sets).toHaveText(['Third', 'Second', 'First'])
  await bar.getByRole('button', { name: 'Options for First' }).click()
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeDisabled()
})
