import { openFlightsDashboard, columnFilter } from './dashboards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { figure, queryFlights } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'

const ALL = 3_000_000

test('Undoes filters by Back, by button and by keyboard, also after a reload; then Back leaves', async ({
  page,
  facet,
}) => {
  const ord = await queryFlights('count(*)', "origin = 'ORD'")
  const both = await queryFlights('count(*)', "origin in ('ORD', 'ATL')")
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  await page.goto(`${facet.url}/dashboard/list`)
  const id = await openFlightsDashboard(page, facet, [columnFilter(dataset, 'Origin', 'origin')])
  const bar = page.getByRole('complementary', { name: 'Filters' })
  const says = (count: number) => expect(figure(page, 'All flights', count)).toBeVisible()
  const add = async (airport: string) => {
    await bar.getByRole('searchbox').fill(airport)
    await bar.getByRole('option', { name: new RegExp(`^${airport}`) }).click()
    await page.getByRole('button', { name: 'Apply filters' }).click()
  }
  const undo = page.getByRole('button', { name: 'Undo the last filter' })
  const redo = page.getByRole('button', { name: 'Redo the filter' })

  const sentence = page.getByRole('group', { name: 'What narrows this page' })
  await says(ALL)
  await expect(sentence).toContainText('3,000,000 rows of flights')
  await expect(undo).toHaveCount(0)
  await add('ORD')
  await says(ord)
  await expect(page).toHaveURL(/\?f\.Origin=ORD$/)
  await expect(sentence).toContainText(`${ord.toLocaleString('en-US')} of 3,000,000 rows of flights`)
  await add('ATL')
  await says(both)

  await page.goBack()
  await says(ord)
  await expect(bar.getByRole('option', { name: /^ATL/ })).toHaveAttribute('aria-selected', 'false')
  await page.goForward()
  await says(both)
  await undo.click()
  await says(ord)
  await redo.click()
  await says(both)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+z')
  await says(ord)
  await page.keyboard.press('Control+z')
  await says(ALL)
  await expect(undo).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+Shift+z')
  await says(ord)

  await page.reload()
  await says(ord)
  await undo.click()
  await says(ALL)
  await expect(page).toHaveURL(new RegExp(`/dashboard/${id}$`))
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard\/list$/)
})
