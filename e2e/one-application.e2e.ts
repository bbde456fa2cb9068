import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expectDrawn } from './charts.ts'
import { expect, test } from './facet.ts'
import { control, waitUntilDrawn, panel, source } from './panel.ts'

test.use({ facetEnv: { FACET_FEATURE_GLOBAL_ASYNC_QUERIES: 'true' } })

test('Goes from the list of dashboards to a database connection without a page load', async ({
  page,
  facet,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: facet.url })
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  await saveChart(calls, dataset, 'Passing chart', { viz_type: 'big_number_total', metric: 'flights' })
  const jobs: number[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/api/v1/chart/data') && answer.status() === 202) jobs.push(answer.status())
  })
  await page.goto(`${facet.url}/`)
  await page.evaluate(() => Object.assign(window, { sameApplication: true }))
  const rail = page.getByRole('navigation').first()
  const close = () => page.keyboard.press('Escape')

  await test.step('A-SHELL-09: reaches every part of the product within one application', async () => {
    // Visits the list of dashboards, a dashboard with charts and filters, and a permalink to its state.
    await rail.getByRole('link', { name: 'Dashboards' }).click()
    await page.getByRole('link', { name: 'Bird strikes', exact: true }).click()
    await expectDrawn(page, 4)
    await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible()
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByText('Link Copied!')).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/\/superset\/dashboard\/p\/\w+\//)

    // Visits explore: controls, chart types, time ranges, filters, and the dataset.
    await rail.getByRole('link', { name: 'Charts' }).click()
    await page.getByRole('searchbox').fill('Passing')
    await page.getByRole('link', { name: 'Passing chart', exact: true }).click()
    await waitUntilDrawn(page)
    await panel(page).getByRole('button', { name: 'View all charts' }).click()
    await expect(page.getByRole('dialog', { name: 'Select a visualization type' })).toBeVisible()
    await close()
    await panel(page)
      .getByRole('button', { name: /^Time range: / })
      .click()
    await expect(page.getByRole('dialog', { name: 'Edit time range' })).toBeVisible()
    await close()
    await control(page, 'adhoc_filters').getByRole('button', { name: 'Add a filter' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit filter' })).toBeVisible()
    await close()
    for (const name of ['Change dataset', 'Edit dataset']) {
      await source(page).getByRole('button', { name: 'Options for the dataset' }).click()
      await page.getByRole('menuitem', { name }).click()
      await expect(page.getByRole('dialog', { name: new RegExp(`^${name}`) })).toBeVisible()
      await close()
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    expect(jobs.length).toBeGreaterThan(0)

    // Marks and deletes a chart, opens an import and a new connection.
    await rail.getByRole('link', { name: 'Charts' }).click()
    await page.getByRole('searchbox').fill('Passing')
    // The star changes before the server has stored it.
    const stored = page.waitForResponse(/\/favstar\//)
    await page.getByRole('button', { name: 'Add Passing chart to favorites' }).click()
    await stored
    await expect(page.getByRole('button', { name: 'Remove Passing chart from favorites' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete Passing chart' }).click()
    await expect(page.getByText('Deleted: Passing chart')).toBeVisible()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Import chart' })).toBeVisible()
    await close()
    await rail.getByRole('link', { name: 'Datasets' }).click()
    await page.getByRole('link', { name: 'Databases' }).click()
    await page.getByRole('button', { name: 'Database', exact: true }).click()
    await expect(
      page.getByRole('dialog', { name: 'Connect a database' }).getByRole('button', { name: 'Test connection' }),
    ).toBeVisible()
    await close()
    await expect.poll(() => page.evaluate(() => 'sameApplication' in window)).toBe(true)
  })
})
