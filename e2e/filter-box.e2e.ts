import type { Locator, Page } from '@playwright/test'
import { parse } from 'yaml'
import { allFlights, openDashboardWith, columnFilter, type PlacedChart } from './dashboards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { chart, figure, queryFlights } from './charts.ts'
import { expect, expectAccessible, type Facet, test } from './facet.ts'
import { userPage } from './users.ts'
import { zip } from '#testing/bundle.ts'
import { type PublishedBundle, publishedBundles } from '#testing/published-bundles.ts'

const ALL = 3_000_000

const box: PlacedChart = {
  name: 'Where from',
  form: {
    viz_type: 'filter_box',
    date_filter: false,
    filter_configs: [
      { column: 'origin', label: 'Origin', multiple: true, metric: 'flights', asc: false },
      { column: 'destination', label: 'To', multiple: false, clearable: true },
    ],
  },
}
const byDestination: PlacedChart = {
  name: 'By destination',
  form: { viz_type: 'table', groupby: ['destination'], metrics: ['flights'], row_limit: 10 },
}

interface Board {
  readonly id: number
  /** The filter bar. */
  readonly bar: Locator
  /** The filter box. */
  readonly card: Locator
  /** The number of flights from ORD. */
  readonly ord: number
  /** Waits until the chart shows this number of flights. */
  readonly says: (count: number) => Promise<void>
}

/** Opens a dashboard with a filter box and a native filter, and filters it by the box. */
async function openFilteredBoard(page: Page, facet: Facet): Promise<Board> {
  const ord = await queryFlights('count(*)', "origin = 'ORD'")
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  const filters = [columnFilter(dataset, 'Destination', 'destination')]
  const id = await openDashboardWith(page, facet, [box, allFlights, byDestination], filters, 2)
  const bar = page.getByRole('complementary', { name: 'Filters' })
  const says = (count: number) => expect(figure(page, 'All flights', count)).toBeVisible()
  const card = chart(page, 'Where from')
  await says(ALL)
  await card.getByRole('combobox', { name: 'Origin' }).fill('OR')
  await page.getByRole('option', { name: /^ORD/ }).click()
  await page.keyboard.press('Escape')
  await says(ALL)
  await card.getByRole('button', { name: 'Apply' }).click()
  await says(ord)
  return { id, bar, card, ord, says }
}

test('A filter box filters with other filters', async ({ page, facet }) => {
  const toAtlanta = await queryFlights('count(*)', "origin = 'ORD' and destination = 'ATL'")
  const { bar, ord, says } = await openFilteredBoard(page, facet)
  await expectAccessible(page)
  await page.reload()
  await says(ord)

  await test.step('A-SHELL-03: a dashboard has a filter box, native filters, cross-filters and filter sets', async () => {
    await bar.getByRole('searchbox').fill('ATL')
    await bar.getByRole('option', { name: /^ATL/ }).click()
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await says(toAtlanta)
    await bar.getByRole('tab', { name: 'Filter sets (0)' }).click()
    await bar.getByRole('button', { name: 'Create new filter set' }).click()
    await bar.getByLabel('Name').fill('Atlanta')
    await bar.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(bar.getByRole('tab', { name: 'Filter sets (1)' })).toBeVisible()
    await page.goBack()
    await says(ord)
    await chart(page, 'By destination').getByText('ATL', { exact: true }).click()
    await says(toAtlanta)
    await page.goBack()
    await says(ord)
  })
})

test('A filter box converts to native filters and back', {
  tag: '@extended',
}, async ({ page, browser, facet }) => {
  const { id, bar, card, ord, says } = await openFilteredBoard(page, facet)
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(card).toHaveCount(0)
  await says(ord)
  await expect(page.getByRole('group', { name: 'What narrows this page' })).toContainText('ORD')
  await page.getByRole('button', { name: 'Keep these filters' }).click()
  await expect(page.getByRole('button', { name: 'Keep these filters' })).toHaveCount(0)

  const reader = await userPage(browser, facet, 'Gamma', {
    more: [['all_datasource_access', 'all_datasource_access']],
  })
  await reader.goto(`/dashboard/${id}`)
  await expect(figure(reader, 'All flights', ord)).toBeVisible()
  await expect(reader.getByRole('article', { name: 'Where from' })).toHaveCount(0)
  await reader.context().close()

  await page.goto(`${facet.url}/dashboard/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Back to the filter boxes' }).click()
  await expect(card.getByRole('combobox', { name: 'Origin' })).toBeVisible()
  await says(ALL)
  await page.reload()
  await expect(card.getByRole('combobox', { name: 'Origin' })).toBeVisible()
  await expect(bar.getByText('Destination')).toBeVisible()
})

/** 240 rows for the games dashboard: four platforms and three genres in rotation. */
const GAMES = `SELECT range AS rank, 'Game ' || range AS name, ['PS', 'Wii', 'DS', 'XB'][1 + range % 4] AS platform,
  ['Action', 'Puzzle', 'Sports'][1 + range % 3] AS genre, 'Publisher ' || range % 7 AS publisher,
  1985 + range % 30 AS year, range / 10 AS global_sales, range / 20 AS na_sales, range / 40 AS eu_sales,
  range / 80 AS jp_sales, range / 80 AS other_sales FROM range(240)`

/** Imports the published games dashboard for this dataset; returns its id. */
async function publishedGames(page: Page, facet: Facet): Promise<number> {
  const bundle = publishedBundles.find(({ name }) => name === '2.0.1/video-game-sales')
  const files: PublishedBundle['files'] = bundle?.files ?? {}
  const calls = await callsOf(page, facet)
  const { result: databases } = await calls.get<{ result: { uuid: string }[] }>(
    "/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:'examples')))",
  )
  const { uuid } = parse(files['databases/examples.yaml'] ?? '') as { uuid: string }
  const here = Object.entries(files).map(([path, text]) => {
    const local = text.replaceAll(uuid, databases[0]?.uuid ?? '')
    return [path, local.replace(/^sql: ''$/m, `sql: ${JSON.stringify(GAMES)}`).replace(/^data: .*$/m, '')]
  })
  const token = await calls.get<{ result: string }>('/api/v1/security/csrf_token/')
  const sent = await page.request.post(`${facet.url}/api/v1/dashboard/import/`, {
    headers: { 'x-csrftoken': token.result, referer: `${facet.url}/` },
    multipart: {
      formData: { name: 'bundle.zip', mimeType: 'application/zip', buffer: Buffer.from(zip(Object.fromEntries(here))) },
      overwrite: 'true',
    },
  })
  expect(sent.status(), await sent.text()).toBe(200)
  const { result } = await calls.get<{ result: { id: number }[] }>(
    "/api/v1/dashboard/?q=(filters:!((col:dashboard_title,opr:eq,value:'Video Game Sales')))",
  )
  return result[0]?.id ?? 0
}

test('A published dashboard with a filter box opens, filters, converts and is restored', {
  tag: '@extended',
}, async ({ page, facet }) => {
  const id = await publishedGames(page, facet)
  const card = chart(page, 'Filter')
  const games = (rows: number) => expect(chart(page, 'Games')).toContainText(new RegExp(`\\b${rows} rows`))
  const explore = () => page.getByRole('tab', { name: 'Explore Trends' }).click()
  await page.goto(`${facet.url}/dashboard/${id}`)
  await explore()
  // It opens with PS, PS2, PS3, XB and X360 selected: every second row.
  await games(120)
  await expect(card.getByRole('button', { name: 'Remove X360' })).toBeVisible()

  await card.getByRole('combobox', { name: 'genre' }).fill('Puz')
  await page.getByRole('option', { name: 'Puzzle' }).click()
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Apply' }).click()
  // Rows 4 and 7 of every twelve: modulo four they are 0 and 3, modulo three 1.
  await games(40)
  await expect(page.getByRole('group', { name: 'What narrows this page' })).toContainText('Puzzle')

  await page.getByRole('button', { name: 'Review' }).click()
  await expect(card).toHaveCount(0)
  await games(40)
  const bar = page.getByRole('complementary', { name: 'Filters' })
  for (const name of ['Time range', 'platform', 'genre', 'publisher'])
    await expect(bar.getByRole('region', { name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Keep these filters' }).click()
  await expect(page.getByRole('button', { name: 'Keep these filters' })).toHaveCount(0)

  await page.goto(`${facet.url}/dashboard/${id}`)
  await explore()
  await games(40)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Back to the filter boxes' }).click()
  await expect(bar).toHaveCount(0)
  await expect(card.getByRole('combobox', { name: 'genre' })).toBeVisible()
  await games(120)
})
