import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { chart } from './charts.ts'
import { allFlights, createDashboardWith, openFlightsDashboard } from './dashboards.ts'
import { expect, test } from './facet.ts'

test.use({
  allowErrors: /status of 500|Failed to load resource|dynamically imported module|Failed to fetch|The ring broke/,
})
const broken = { status: 500, contentType: 'application/json', body: '{"message":"The disk is full"}' }

test('A list that fails to load shows the reason and loads on retry', async ({ page, facet }) => {
  await page.route('**/api/v1/chart/?q=*', (route) => route.fulfill(broken))
  await page.goto(`${facet.url}/chart/list?search=Revenue`)
  await test.step('R-GENERIC-13: shows why the list cannot be fetched', async () => {
    await expect(page.getByText('An error occurred while fetching charts: The disk is full')).toBeVisible()
    await page.unroute('**/api/v1/chart/?q=*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('link', { name: 'Revenue', exact: true })).toBeVisible()
  })
})

test('A failed permission request of a list is reported', async ({ page, facet }) => {
  await page.route('**/api/v1/chart/_info*', (route) => route.fulfill(broken))
  await page.goto(`${facet.url}/chart/list?search=Revenue`)
  await test.step('R-GENERIC-12: shows the failed call', async () => {
    await expect(page.getByText('An error occurred while fetching chart info: The disk is full')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Revenue', exact: true })).toBeVisible()
  })
})

test('A failed creation shows the reason', async ({ page, facet }) => {
  await page.route('**/api/v1/dashboard/', (route) =>
    route.request().method() === 'POST' ? route.fulfill(broken) : route.continue(),
  )
  await page.goto(`${facet.url}/dashboard/list`)
  await test.step('R-GENERIC-14: shows why the dashboard cannot be created', async () => {
    await page.getByRole('button', { name: 'Dashboard', exact: true }).click()
    await expect(page.getByText('An error occurred while creating dashboards: The disk is full')).toBeVisible()
    await expect(page).toHaveURL(/dashboard\/list/)
  })
})

test('A part whose code fails to load shows an error to copy, and the rest works', async ({ page, facet, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: facet.url })
  await page.route('**/assets/ControlPanel*', (route) => route.continue())
  await page.route('**/assets/ExplorePage*.js', (route) => route.abort())
  await page.goto(`${facet.url}/chart/list?search=Revenue`)
  await page.getByRole('link', { name: 'Revenue', exact: true }).click()
  await test.step('A-ERROR-01: shows the error', async () => {
    await expect(page.getByText('Unexpected error')).toBeVisible()
    await expect(page.getByText(/ExplorePage/).first()).toBeVisible()
  })
  await test.step('A-ERROR-02: copies the error', async () => {
    await page.getByRole('button', { name: 'Copy error' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/ExplorePage/)
  })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('A chart that fails to load or draw names the cause; the others are drawn', {
  tag: '@extended',
}, async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const filter = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'no_such_column > 1', filterOptionName: 'a' }
  const params = { viz_type: 'table', groupby: ['origin'], metrics: ['flights'], adhoc_filters: [filter] }
  const { id } = await saveChart(calls, await datasetNamed(calls, 'flights'), 'Broken', params)
  await test.step('C-STATE-12: the alert shows the error of the response', async () => {
    await page.goto(`${facet.url}/explore?slice_id=${id}`)
    await expect(page.getByRole('alert').filter({ hasText: 'no_such_column' })).toBeVisible()
    await expect(page.locator('[data-status=failed]')).toBeVisible()
  })
  await calls.remove(`/api/v1/chart/${id}`)

  await page.route('**/assets/View-*.js', async (route) => {
    const answer = await route.fetch()
    const isRing = (await answer.text()).includes('outerRadius')
    const body =
      'export const toProps = () => ({}); export default function View() { throw new Error("The ring broke") }'
    await route.fulfill(isRing ? { response: answer, body } : { response: answer })
  })
  const pie = { name: 'Pie', form: { viz_type: 'pie', groupby: ['origin'], metric: 'flights', row_limit: 10 } }
  const table = { name: 'Table', form: { viz_type: 'table', groupby: ['origin'], metrics: ['flights'] } }
  const board = await createDashboardWith(calls, [pie, allFlights, table])
  await test.step('C-STATE-15: the alert shows why rendering failed', async () => {
    await page.goto(`${facet.url}/dashboard/${board}`)
    await expect(chart(page, 'Pie').getByRole('alert')).toContainText(
      'An error occurred while rendering the visualization: The ring broke',
    )
    await expect(chart(page, 'All flights').locator('[data-status=rendered]')).toBeVisible()
    await expect(chart(page, 'Table').locator('[data-status=rendered]')).toBeVisible()
  })
})

test('Reports a browser that cannot copy', async ({ page, facet }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
    })
  })
  await openFlightsDashboard(page, facet)
  await test.step('A-ERROR-04: reports that copying failed', async () => {
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByText('Sorry, your browser does not support copying.')).toBeVisible()
  })
})
