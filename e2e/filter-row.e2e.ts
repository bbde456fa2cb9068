import { allFlights, openDashboardWith, columnFilter } from './dashboards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { figure, queryFlights } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'

test('The horizontal filter bar applies instantly and moves filters that do not fit into a menu', async ({
  page,
  facet,
}) => {
  const ord = await queryFlights('count(*)', "origin = 'ORD'")
  const both = await queryFlights('count(*)', "origin = 'ORD' AND destination = 'DFW'")
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  const names = [
    'From',
    'To',
    'A third filter with a long name to read',
    'A fourth filter with a long name to read',
    'A fifth filter',
  ]
  await openDashboardWith(
    page,
    facet,
    [allFlights],
    names.map((name, at) => ({
      ...columnFilter(dataset, name, at === 1 ? 'destination' : 'origin'),
      id: `NATIVE_FILTER-${at}`,
    })),
  )
  const bar = page.getByRole('complementary', { name: 'Filters' })
  const set = async (name: string) => {
    await bar.getByRole('button', { name: 'Filter bar settings' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await set('Above the charts')
  await expect(bar.getByRole('button', { name: 'From', exact: true })).toBeVisible()
  await set('At once')
  await expect(bar.getByRole('button', { name: 'Apply filters' })).toHaveCount(0)
  await page.reload()
  await bar.getByRole('button', { name: 'From', exact: true }).click()
  const open = (name: string) => page.getByRole('dialog', { name, exact: true })
  await open('From').getByRole('searchbox').fill('ORD')
  await open('From').getByRole('option', { name: /^ORD/ }).click()
  await expect(figure(page, 'All flights', ord)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(bar.getByRole('button', { name: 'From: ORD' })).toBeVisible()

  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(bar.getByRole('button', { name: 'A fifth filter' })).toHaveCount(0)
  await bar.getByRole('button', { name: /^More filters/ }).click()
  await expect(open('More filters').getByRole('region', { name: 'A fifth filter' })).toBeVisible()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'To', exact: true }).click()
  await open('To').getByRole('searchbox').fill('DFW')
  await open('To').getByRole('option', { name: /^DFW/ }).click()
  await expect(figure(page, 'All flights', both)).toBeVisible()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Clear all' }).click()
  await expect(figure(page, 'All flights', 3_000_000)).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await set('Beside the charts')
  await expect(bar.getByRole('region', { name: 'From' })).toBeVisible()

  const sentence = page.getByRole('group', { name: 'What narrows this page' })
  await bar.getByRole('region', { name: 'From' }).getByRole('searchbox').fill('ORD')
  await bar.getByRole('region', { name: 'From' }).getByRole('option', { name: /^ORD/ }).click()
  await bar.getByRole('button', { name: 'Hide the filters' }).click()
  await sentence.getByRole('button', { name: 'ORD', exact: true }).click()
  await expect(bar.getByRole('region', { name: 'From' }).getByRole('searchbox')).toBeFocused()
})
