import type { Page } from '@playwright/test'
import { allFlights, openDashboardWith, columnFilter } from './dashboards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { chart, expectDrawn, figure } from './charts.ts'
import { expect, test } from './facet.ts'

/** Holds the queries that the server would run until the returned function is called. */
async function holdQueries(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/v1/chart/data/batch', async (route) => {
    if (!route.request().postData()?.includes('"only_cached":true')) await held
    await route.continue().catch(() => {})
  })
  return letGo
}

test('Edits a chart of a filtered dashboard, saves a copy on the dashboard, and keeps the filters', async ({
  page,
  facet,
}) => {
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['origin'], metrics: ['flights'], row_limit: 10 }
  const charts = [{ name: 'Changed of many', form }, allFlights]
  await openDashboardWith(page, facet, charts, [columnFilter(dataset, 'Time of day', 'time_of_day')])
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page
    .getByRole('listbox', { name: 'Time of day' })
    .getByRole('option', { name: /^Night/ })
    .click()
  const tile = chart(page, 'Changed of many').locator('[data-chart] [data-status]')
  await expect(tile).toHaveAttribute('data-status', 'rendered')
  const tileBox = await tile.boundingBox()
  const letGo = await holdQueries(page)
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(chart(page, 'Changed of many').getByRole('group', { name: 'Earlier results' })).toBeVisible()
  await expect.poll(() => tile.boundingBox()).toEqual(tileBox)
  letGo()
  await expect(figure(page, 'All flights', 117_982)).toBeVisible()
  await page.getByRole('button', { name: 'Options for Changed of many' }).click()
  await page.getByRole('menuitem', { name: 'Edit chart', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue('Changed of many')
  const results = page.getByRole('region', { name: 'Chart', exact: true })
  const drawn = results.locator('[data-status=rendered]')
  await expect(drawn).toBeVisible()
  const box = await drawn.boundingBox()

  await page
    .getByRole('button', { name: 'Add Mean distance to the chart' })
    .or(page.getByRole('button', { name: 'Add Miles to the chart' }))
    .first()
    .click()
  await expect(page.getByText('Your chart is not up to date')).toBeVisible()
  await expect.poll(() => drawn.boundingBox()).toEqual(box)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Your chart is not up to date')).toBeHidden()
  await page.getByRole('button', { name: 'Redo' }).click()
  await page.getByRole('complementary', { name: 'Controls' }).getByRole('button', { name: 'Update chart' }).click()
  await expect(page.getByText('Your chart is not up to date')).toBeHidden()
  await expect(results.locator('[data-status=rendered]')).toBeVisible()
  await expect(results.getByRole('columnheader')).toHaveCount(3)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save as...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save chart' })
  const name = `Changed and kept ${test.info().workerIndex}-${test.info().retry}`
  await dialog.getByRole('textbox', { name: /chart name/i }).fill(name)
  await dialog.getByRole('combobox', { name: 'Add to dashboard' }).click()
  await page.getByRole('option', { name: title, exact: true }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`Chart [${name}] has been saved`)).toBeVisible()
  await page.getByRole('link', { name: `Back to ${title}` }).click()
  await expect(figure(page, 'All flights', 117_982)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the filter Time of day' })).toBeVisible()
  await chart(page, name).scrollIntoViewIfNeeded()
  await expect(chart(page, name).locator('[data-status=rendered]')).toBeVisible()
})

test('Stops a running query and runs it again', async ({ page, facet }) => {
  await page.goto(`${facet.url}/chart/list?search=Flights+per+day`)
  await page.getByRole('link', { name: 'Flights per day' }).click()
  const picture = page.getByRole('region', { name: 'Chart', exact: true })
  await expect(picture.locator('[data-status=rendered]')).toBeVisible()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/v1/chart/data**', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  const controls = page.getByRole('complementary', { name: 'Controls' })
  await controls.getByRole('button', { name: 'Update chart' }).click()
  await test.step('C-STATE-08: shows the chart as stopped', async () => {
    await controls.getByRole('button', { name: 'Stop' }).click()
    await expect(page.locator('[data-status=stopped]')).toBeVisible()
  })
  letGo()
  await page.unroute('**/api/v1/chart/data**')
  await controls.getByRole('button', { name: 'Update chart' }).click()
  await expect(picture.locator('[data-status=rendered]')).toBeVisible()
})

test('Five clicks lead from the start page to a new chart on a new dashboard', async ({ page, facet }) => {
  await page.addInitScript(() => {
    const count = ({ isTrusted }: MouseEvent) => {
      if (isTrusted) sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1))
    }
    addEventListener('click', count, { capture: true })
  })
  await page.goto(facet.url)
  await page.evaluate(() => sessionStorage.removeItem('clicks'))
  await page.getByRole('link', { name: 'New chart', exact: true }).click()
  await page.getByRole('group', { name: 'Recently changed datasets' }).getByRole('button').first().click()
  await page.getByRole('list', { name: 'Charts of your data' }).getByRole('button').first().click()
  const name = page.getByRole('textbox', { name: 'Chart name' })
  await expect(name).not.toHaveValue('')
  const title = await name.inputValue()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog', { name: 'Save chart' }).getByRole('button', { name: 'Save to new dashboard' }).click()
  await page.waitForURL(/\/dashboard\//)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expectDrawn(page, 1)
  await expect(chart(page, title)).toBeVisible()
  await expect.poll(() => page.evaluate(() => Number(sessionStorage.getItem('clicks')))).toBe(5)
})
