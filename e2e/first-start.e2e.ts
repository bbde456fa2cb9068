import { callsOf, datasetNamed } from './calls.ts'
import { chart, expectDrawn, figure, queryFlights } from './charts.ts'
import { allFlights, columnFilter, createTabs, type PlacedChart } from './dashboards.ts'
import { expect, test } from './facet.ts'

/** Charts of the first tab within one screen of the viewport when it opens. */
const FIRST_CHARTS = 9

test('The printed link signs in once, and two clicks later every chart of the flights dashboard is drawn', async ({
  browser,
  facet,
}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(facet.link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${facet.url}/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboards' }).click()
  await page.getByRole('table').getByRole('link', { name: 'Three million flights' }).click()
  await expect(page.getByRole('heading', { name: 'Three million flights' })).toBeVisible()
  await expectDrawn(page, FIRST_CHARTS)
  await expect(figure(page, 'Flights', 3_000_000)).toBeVisible()
  await expect(page.getByText("Couldn't load this chart")).toHaveCount(0)
  for (const name of ['Busiest routes', 'Delay through the day', 'Delay through the week']) {
    await chart(page, name).scrollIntoViewIfNeeded()
    await expect(chart(page, name).locator('[data-status=rendered]')).toBeVisible()
  }
  expect(errors).toEqual([])
  await context.clearCookies()
  await page.goto(facet.link)
  await expect(page.getByText('This sign-in link has been used or has expired')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  await context.close()
})

test('URL and permalink both show the dashboard in its state', async ({ page, facet, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: facet.url })
  const fromOrd = await queryFlights('count(*)', "origin = 'ORD'")
  const calls = await callsOf(page, facet)
  const filter = columnFilter(await datasetNamed(calls, 'flights'), 'Origin', 'origin')
  const average: PlacedChart = {
    name: 'Average delay',
    form: { viz_type: 'big_number_total', metric: 'mean_delay' },
  }
  const tabs = [
    ['Overview', allFlights],
    ['Data quality', average],
  ] as const
  await page.goto(`${facet.url}/dashboard/${await createTabs(calls, tabs, [filter])}`)
  await expectDrawn(page, 1)
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByRole('searchbox').fill('ORD')
  await filters.getByRole('option', { name: /^ORD/ }).click()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(figure(page, 'All flights', fromOrd)).toBeVisible()
  await page.getByRole('tab', { name: 'Data quality' }).click()
  await expectDrawn(page, 2)
  await test.step('A-ERROR-03: reports that the link is copied', async () => {
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByText('Link Copied!')).toBeVisible()
  })
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain(facet.url)
  await test.step('A-URL-03: both URLs restore the state', async () => {
    for (const address of [page.url(), link]) {
      await page.goto('about:blank')
      await page.goto(address)
      await expect(page.getByRole('tab', { name: 'Data quality' })).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('button', { name: 'Remove the filter Origin' })).toBeVisible()
      await page.getByRole('tab', { name: 'Overview' }).click()
      await expect(figure(page, 'All flights', fromOrd)).toBeVisible()
    }
  })
})
