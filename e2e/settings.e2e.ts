import type { Page } from '@playwright/test'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { chart } from './charts.ts'
import { expect, type Facet, test } from './facet.ts'
import { control, waitUntilDrawn, newChart, panel, picture } from './panel.ts'

test.use({ allowErrors: /status of 500|status of 502|Failed to load resource/ })

interface Pause {
  readonly name: string
  readonly text: string
  /** Milliseconds on the clock of the page. */
  readonly delay: number
  readonly hours: number
}

/** Serves every page of the URL with other settings than those of the server. */
async function withSettings(page: Page, url: string, settings: Record<string, unknown>): Promise<void> {
  await page.route(url, async (route) => {
    const answer = await route.fetch()
    const text = Object.entries(settings).reduce(
      (html, [name, value]) => html.replace(new RegExp(`"${name}":[^,}]+`), `"${name}":${JSON.stringify(value)}`),
      await answer.text(),
    )
    await route.fulfill({ response: answer, body: text })
  })
}

/** Saves a chart of the flights for the duration of a test. */
async function chartOfFlights(page: Page, facet: Facet, viz_type: string, form: object) {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  const { id } = await saveChart(calls, dataset, 'Of a walk', { viz_type, metrics: ['flights'], ...form })
  return { url: `${facet.url}/explore?slice_id=${id}`, remove: () => calls.remove(`/api/v1/chart/${id}`) }
}

test('Charts on a dashboard and in explore wait for the web timeout of the server', {
  tag: '@extended',
}, async ({ page, facet }) => {
  const late = 'The query took longer than the server allows.'
  const saved = await chartOfFlights(page, facet, 'table', { groupby: ['origin'] })
  for (const url of [`${facet.url}/dashboard/flights`, saved.url]) await withSettings(page, url, { webTimeout: 1 })
  // The response never arrives.
  await page.route('**/api/v1/chart/data**', () => {})
  await test.step('C-DATA-08: the charts of a dashboard wait for the timeout of the server', async () => {
    await page.goto(`${facet.url}/dashboard/flights`)
    await expect(chart(page, 'Flights').getByRole('alert')).toContainText(late)
    await expect(chart(page, 'On time').getByRole('alert')).toContainText(late)
  })
  await page.goto(saved.url)
  await expect(picture(page).getByRole('alert')).toContainText(late)
  await saved.remove()
})

test('A new chart has the configured default type', {
  tag: '@extended',
}, async ({ page, facet }) => {
  const id = await datasetNamed(await callsOf(page, facet), 'flights')
  const url = `${facet.url}/explore?dataset_id=${id}`
  const types = panel(page).getByRole('group', { name: 'Visualization type' })
  await test.step('K-QUERY-10: the chart type is the configured default', async () => {
    await withSettings(page, url, { defaultVizType: 'pie' })
    await page.goto(url)
    await expect(types.getByRole('button', { name: 'Pie Chart', pressed: true })).toBeVisible()
  })
})

test('Samples that cannot be read show the message of the server, or a general one', async ({ page, facet }) => {
  const answers = [
    { contentType: 'application/json', body: '{"message":"The disk is full"}' },
    { contentType: 'application/json', body: '{"error":"The lock is held"}' },
    { contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
  ]
  const requested: string[] = []
  // The samples next to the results are requested too, and show the same error.
  let at = 0
  await page.route('**/api/v1/dataset/*/samples**', async (route) => {
    requested.push(new URL(route.request().url()).search)
    const answer = answers[at]
    await (answer ? route.fulfill({ status: 500, ...answer }) : route.continue())
  })
  await newChart(page, facet, 'flights', 'table')
  const results = page.getByRole('region', { name: 'Results' })
  await results.getByRole('tab', { name: 'Samples' }).click()
  const alert = results.getByRole('alert')
  const again = async () => {
    at += 1
    await results.getByRole('button', { name: 'Try again' }).click()
  }
  await test.step('C-SAMPLES-02: shows the message of the response, or a general one', async () => {
    await expect(alert).toContainText('The disk is full')
    await again()
    await expect(alert).toContainText('The lock is held')
    await again()
    await expect(alert).toContainText('Sorry, an error occurred')
  })
  await again()
  const rows = results.getByRole('grid', { name: 'Rows of the samples' })
  await expect(rows.getByRole('columnheader', { name: 'origin' })).toBeVisible()
  await expect(rows.getByRole('row').nth(1)).toBeVisible()
  await test.step('C-SAMPLES-01: requests samples without force', () =>
    expect([requested.length >= 4, new Set(requested)]).toEqual([true, new Set(['?force=false'])]))
})

test('Form data change 250 ms after the last key in a text field, and 300 ms in a bound', async ({ page, facet }) => {
  const saved = await chartOfFlights(page, facet, 'echarts_timeseries_line', { x_axis: 'date', truncateYAxis: true })
  const undo = page.getByRole('button', { name: 'Undo' })
  await page.clock.install()
  await page.goto(saved.url)
  await waitUntilDrawn(page)
  await panel(page).getByRole('tab', { name: 'Customize' }).click()
  const pauses = async ({ name, text, delay, hours }: Pause) => {
    const field = control(page, name).getByRole('textbox').first()
    await expect(field).toBeVisible()
    await expect(undo).toBeDisabled()
    await page.clock.pauseAt(new Date(Date.now() + hours * 3_600_000))
    await field.pressSequentially(text)
    await page.clock.runFor(delay - 1)
    await expect(undo).toBeDisabled()
    await page.clock.runFor(1)
    await expect(undo).toBeEnabled()
    await page.clock.resume()
    await undo.click()
  }
  await test.step('K-QUERY-07: applies a limit after 300 ms', () =>
    pauses({ name: 'y_axis_bounds', text: '1', delay: 300, hours: 1 }))
  await test.step('E-CONTROLS-24: applies a text after 250 ms', () =>
    pauses({ name: 'x_axis_title', text: 'Day', delay: 250, hours: 2 }))
  await saved.remove()
})
