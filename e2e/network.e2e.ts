import { callsOf, datasetNamed } from './calls.ts'
import { batches, chart, expectDrawn, figure } from './charts.ts'
import { allFlights, columnFilter, createTabs, type PlacedChart } from './dashboards.ts'
import { expect, test } from './facet.ts'

test.use({
  allowErrors:
    /status of 500|Failed to load resource|ERR_INTERNET_DISCONNECTED|could not be fetched|dynamically imported module/,
})

const broken = { status: 500, contentType: 'application/json', body: '{"message":"The disk is full"}' }

test('Old charts stay, the cause is shown and no query repeats when the server pauses, fails and disconnects', async ({
  page,
  facet,
  context,
}) => {
  await page.goto(`${facet.url}/dashboard/flights`)
  await expect(figure(page, 'Flights', 3_000_000)).toBeVisible()
  const night = page.getByRole('listbox', { name: 'Time of day' }).getByRole('option', { name: /^Night/ })
  await expect(night).toBeVisible()
  const requested = batches(page)
  let begin = () => {}
  const paused = new Promise<void>((resolve) => {
    begin = resolve
  })
  await page.route('**/chart/data/batch', async (route) => {
    await paused
    await route.continue()
  })
  await night.click()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(chart(page, 'Flights').locator('[aria-busy=true]')).toBeVisible()
  await expect(figure(page, 'Flights', 3_000_000)).toBeVisible()
  begin()
  await expect(figure(page, 'Flights', 117_982)).toBeVisible()
  expect(requested.filter(({ charts }) => charts.length > 0)).toHaveLength(1)
  await page.unroute('**/chart/data/batch')

  await page.route('**/chart/data/batch', (route) => route.fulfill(broken))
  await night.click()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  const failed = page.getByRole('status').filter({ hasText: 'The disk is full' })
  await expect(failed).toHaveCount(1)
  await expect(figure(page, 'Flights', 117_982)).toBeVisible()
  await page.unroute('**/chart/data/batch')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(figure(page, 'Flights', 3_000_000)).toBeVisible()

  await context.setOffline(true)
  await night.click()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page.getByText(/^Connection lost/)).toHaveCount(1)
  await expect(figure(page, 'Flights', 3_000_000)).toBeVisible()
  await expect(page.getByText("Couldn't load this chart")).toHaveCount(0)
  await context.setOffline(false)
  await expect(figure(page, 'Flights', 117_982)).toBeVisible()
  await expect(page.getByText(/^Connection lost/)).toHaveCount(0)
})

test('Offline, a new tab shows what is missing, and loads it once the connection is back', async ({
  page,
  facet,
  context,
}) => {
  const calls = await callsOf(page, facet)
  const origin = columnFilter(await datasetNamed(calls, 'flights'), 'Origin', 'origin')
  const filter = { ...origin, scope: { rootPath: ['TAB-2'], excluded: [] } }
  const byOrigin: PlacedChart = {
    name: 'By origin',
    form: { viz_type: 'table', query_mode: 'aggregate', groupby: ['origin'], metrics: ['flights'], row_limit: 10 },
  }
  const tabs = [
    ['Overview', allFlights],
    ['Origins', byOrigin],
  ] as const
  await page.goto(`${facet.url}/dashboard/${await createTabs(calls, tabs, [filter])}`)
  await expectDrawn(page, 1)
  await context.setOffline(true)
  await page.getByRole('tab', { name: 'Origins' }).click()
  const tile = chart(page, 'By origin')
  await expect(tile.getByText("Can't reach the server.")).toBeVisible()
  await expect(tile.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByText(/^Connection lost/)).toHaveCount(1)
  const origins = page.getByRole('complementary', { name: 'Filters' }).getByRole('region', { name: 'Origin' })
  await expect(origins.getByText("Can't reach the server.")).toBeVisible()
  await expect(origins.getByRole('button', { name: 'Try again' })).toHaveCount(1)
  await context.setOffline(false)
  await expect(tile.getByRole('grid', { name: 'Table with 10 rows' })).toBeVisible()
  await expect(origins.getByRole('option', { name: /^ATL/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('No click leaves the application while offline', async ({ page, facet, context }) => {
  await page.goto(`${facet.url}/dashboard/flights`)
  await expect(figure(page, 'Flights', 3_000_000)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Datasets' }).click()
  await expect(page.getByText('Unexpected error')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('searchbox').first().fill('flights')
  await expect(page.getByRole('link', { name: 'flights', exact: true })).toBeVisible()
})

test('Saving to a slow, failing or unreachable server writes once and keeps all input', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const name = `Slow ${test.info().workerIndex}`
  const dataset = await datasetNamed(calls, 'flights')
  await page.goto(`${facet.url}/explore?dataset_id=${dataset}&viz_type=big_number_total`)
  await page.getByRole('button', { name: 'Add Flights to the chart' }).click()
  await page.getByRole('textbox', { name: 'Chart name' }).fill(name)
  const writes: string[] = []
  let server: 'broken' | 'lost' | 'slow' = 'broken'
  let letGo = () => {}
  const paused = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/v1/chart/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    if (server === 'broken') return route.fulfill(broken)
    if (server === 'lost') return route.abort('internetdisconnected')
    writes.push(route.request().postData() ?? '')
    await paused
    return route.continue()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save chart' })
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(dialog.getByText('The disk is full')).toBeVisible()
  server = 'lost'
  await save.click()
  await expect(dialog.getByText("Can't reach the server.")).toBeVisible()
  server = 'slow'
  await expect(dialog.getByRole('textbox', { name: /chart name/i })).toHaveValue(name)
  await save.dblclick()
  await page.keyboard.press('Enter')
  letGo()
  await expect(page.getByText(`Chart [${name}] has been saved`)).toBeVisible()
  expect(writes).toHaveLength(1)
  const { count } = await calls.get<{ count: number }>(
    `/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:'${name}')))`,
  )
  expect(count).toBe(1)
})

test('An unsaved chart in explore is present after a reload', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  await page.goto(`${facet.url}/explore?dataset_id=${dataset}&viz_type=big_number_total`)
  await page.getByRole('button', { name: 'Add Flights to the chart' }).click()
  await page.getByRole('textbox', { name: 'Chart name' }).fill('Not saved yet')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue('Not saved yet')
  await expect(
    page.getByRole('complementary', { name: 'Controls' }).getByRole('button', { name: 'Remove Flights' }),
  ).toBeVisible()
})
