import { allFlights, openDashboardWith, type PlacedChart } from './dashboards.ts'
import { chart, figure, queryFlights } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'

const ALL = 3_000_000
const byOrigin: PlacedChart = {
  name: 'By origin',
  form: { viz_type: 'table', groupby: ['origin'], metrics: ['flights'], row_limit: 10 },
}

test('Sets and saves the scope of a cross-filter, keeps it after a reload, and turns all cross-filters off', async ({
  page,
  facet,
}) => {
  const ord = await queryFlights('count(*)', "origin = 'ORD'")
  await openDashboardWith(page, facet, [byOrigin, allFlights, { ...allFlights, name: 'The same flights' }])
  const pick = () => chart(page, 'By origin').getByText('ORD', { exact: true }).click()
  const say = async (first: number, second: number) => {
    await expect(figure(page, 'All flights', first)).toBeVisible()
    await expect(figure(page, 'The same flights', second)).toBeVisible()
  }
  await pick()
  await say(ord, ord)
  await pick()
  await say(ALL, ALL)

  const dialog = page.getByRole('dialog', { name: 'Cross-filter scope of By origin' })
  const open = async () => {
    await page.getByRole('button', { name: 'Options for By origin' }).click()
    await page.getByRole('menuitem', { name: 'Cross-filter scope' }).click()
    await expect(dialog).toBeVisible()
  }
  await open()
  await expect(dialog.getByRole('status')).toContainText('Applies to 2 charts')
  await dialog.getByRole('radio', { name: 'charts of its own' }).check()
  await dialog.getByRole('treeitem', { name: 'All flights' }).click()
  await expect(dialog.getByRole('status')).toContainText('Applies to 1 chart')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await pick()
  await say(ALL, ord)
  await page.reload()
  await say(ALL, ord)
  await page.keyboard.press('Control+z')
  await say(ALL, ALL)

  await open()
  await dialog.getByRole('switch', { name: 'Charts filter each other' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await pick()
  await expect(page.getByRole('group', { name: 'What narrows this page' })).toContainText('All rows')
  await say(ALL, ALL)
})
