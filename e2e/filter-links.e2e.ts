import { allFlights, openDashboardWith, columnFilter, type PlacedChart } from './dashboards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { chart, expectDrawn, figure, queryFlights } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { userPage } from './users.ts'

const ALL = 3_000_000
const byOrigin: PlacedChart = {
  name: 'By origin',
  form: { viz_type: 'table', query_mode: 'aggregate', groupby: ['origin'], metrics: ['flights'], row_limit: 10 },
}

test('A shared link filters only data that the viewer may read, and reveals nothing else', async ({
  page,
  browser,
  facet,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: facet.url })
  const calls = await callsOf(page, facet)
  const [flights, pizza] = [await datasetNamed(calls, 'flights'), await datasetNamed(calls, 'pizza')]
  const ord = await queryFlights('count(*)', "origin = 'ORD'")
  const orders: PlacedChart = {
    name: 'Orders of pizza',
    of: 'pizza',
    form: { viz_type: 'pie', groupby: ['category'], metric: 'orders' },
  }
  const secret = { ...columnFilter(pizza, 'Kind of pizza', 'category'), id: 'NATIVE_FILTER-secret' }
  await openDashboardWith(page, facet, [allFlights, orders], [columnFilter(flights, 'Origin', 'origin'), secret])
  const bar = page.getByRole('complementary', { name: 'Filters' })
  const kinds = bar.getByRole('region', { name: 'Kind of pizza' }).getByRole('option')
  await expect(kinds.first()).toBeVisible()
  const named = (await kinds.allTextContents()).map((each) => each.replace(/[\d,]+$/, ''))
  await bar.getByRole('searchbox', { name: 'Search Origin' }).fill('ORD')
  await bar.getByRole('option', { name: /^ORD/ }).click()
  await bar.getByRole('button', { name: 'Apply filters' }).click()
  await expect(figure(page, 'All flights', ord)).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link Copied!')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const more = [['datasource_access', `[examples].[flights](id:${flights})`]] as const
  const reader = await userPage(browser, facet, 'Gamma', { more })
  const bodies: Promise<string>[] = []
  reader.on('response', (answer) => bodies.push(answer.text().catch(() => '')))
  await reader.goto(link)
  await expect(figure(reader, 'All flights', ord)).toBeVisible()
  await expect(reader.getByText('You may not see this chart')).toBeVisible()
  const own = reader.getByRole('complementary', { name: 'Filters' })
  await expect(own.getByRole('region', { name: 'Kind of pizza' })).toContainText('You may not see these values')
  await expect(own.getByRole('region', { name: 'Kind of pizza' }).getByRole('button')).toHaveCount(0)
  for (const name of ['Add a filter', 'Add and edit filters'])
    await expect(reader.getByRole('button', { name })).toHaveCount(0)
  await expectAccessible(reader)
  await own.getByRole('button', { name: 'Clear all' }).click()
  await own.getByRole('button', { name: 'Apply filters' }).click()
  await expect(figure(reader, 'All flights', ALL)).toBeVisible()
  const errorText = (await Promise.all(bodies)).join('\n')
  expect(named.filter((each) => errorText.includes(`"${each}"`))).toEqual([])
  await reader.context().close()
})

test('Filters are set, applied and cleared in a drawer on a phone', async ({ page, facet }) => {
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  const ord = await queryFlights('count(*)', "origin = 'ORD'")
  await page.setViewportSize({ width: 390, height: 844 })
  const filters = [columnFilter(dataset, 'Origin', 'origin'), columnFilter(dataset, 'Destination', 'destination')]
  await openDashboardWith(page, facet, [allFlights, byOrigin], filters, 1)
  const says = (count: number) => expect(figure(page, 'All flights', count)).toBeVisible()
  await says(ALL)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByRole('searchbox', { name: 'Search Origin' }).fill('ORD')
  await drawer.getByRole('option', { name: /^ORD/ }).click()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Apply filters' }).click()
  await expect(drawer).toHaveCount(0)
  await says(ord)
  await expect(page.getByRole('button', { name: 'Filters · 1' })).toBeVisible()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)

  const sentence = page.getByRole('group', { name: 'What narrows this page' })
  await sentence.getByRole('button', { name: 'ORD', exact: true }).click()
  await expect(drawer.getByRole('region', { name: 'Origin' }).getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await page.goBack()
  await says(ALL)

  await test.step('edits filters by touch', async () => {
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await drawer.getByRole('button', { name: 'Add and edit filters' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add and edit filters' })
    await dialog
      .getByRole('button', { name: /^Destination/ })
      .first()
      .click()
    await dialog.getByLabel('Filter name').fill('To')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(drawer.getByRole('region', { name: 'To', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
  })

  await test.step('selects a cell by touch', async () => {
    await chart(page, 'By origin').scrollIntoViewIfNeeded()
    await expectDrawn(page, 2)
    await chart(page, 'By origin').getByText('ORD', { exact: true }).click()
    await expect(sentence).toContainText('By origin:')
    await says(ord)
  })
})
