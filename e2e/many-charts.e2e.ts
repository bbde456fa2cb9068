import type { Page } from '@playwright/test'
import { columnFilter } from './dashboards.ts'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { type Batch, batches, chart, expectDrawn, figure, queryFlights } from './charts.ts'
import { expect, type Facet, test } from './facet.ts'

const ROWS = 8
const IN_A_ROW = 3
const TABS = ['First', 'Second']
const ALL = 3_000_000

/** Creates 45 big numbers and tables of the flights in two tabs: 24 in the first, 21 in the second. */
async function manyCharts(page: Page, facet: Facet): Promise<number> {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  const nodes: Record<string, object> = {}
  const put = (type: string, id: string, children: readonly string[], parents: readonly string[], meta = {}) => {
    nodes[id] = { type, id, children, parents, meta }
  }
  const forms = [
    { viz_type: 'big_number_total', metric: 'flights', y_axis_format: ',d' },
    { viz_type: 'table', query_mode: 'aggregate', groupby: ['origin'], metrics: ['flights'], row_limit: 20 },
  ]
  put('ROOT', 'ROOT_ID', ['TABS-1'], [])
  put('GRID', 'GRID_ID', [], ['ROOT_ID'])
  put(
    'TABS',
    'TABS-1',
    TABS.map((_, at) => `TAB-${at}`),
    ['ROOT_ID'],
  )
  let made = 0
  for (const [tab, text] of TABS.entries()) {
    const rows = Array.from({ length: ROWS - tab }, (_, at) => `ROW-${tab}-${at}`)
    put('TAB', `TAB-${tab}`, rows, ['ROOT_ID', 'TABS-1'], { text })
    for (const row of rows) {
      const parents = ['ROOT_ID', 'TABS-1', `TAB-${tab}`]
      const ids: string[] = []
      for (let at = 0; at < IN_A_ROW; at++) {
        const { id } = await saveChart(calls, dataset, `Chart ${made}`, {
          ...forms[made % 3 === 1 ? 1 : 0],
          // Makes every query different.
          adhoc_filters: [
            { expressionType: 'SQL', clause: 'WHERE', sqlExpression: `${made} >= 0`, filterOptionName: `f${made}` },
          ],
        })
        made++
        ids.push(`CHART-${id}`)
        put('CHART', `CHART-${id}`, [], [...parents, row], { chartId: id, width: 4, height: 40 })
      }
      put('ROW', row, ids, parents)
    }
  }
  expect(made).toBe(45)
  const filters = [columnFilter(dataset, 'From', 'origin'), columnFilter(dataset, 'To', 'destination')]
  const { id } = await calls.post('/api/v1/dashboard/', {
    dashboard_title: 'Forty-five',
    published: true,
    json_metadata: JSON.stringify({
      positions: { DASHBOARD_VERSION_KEY: 'v2', ...nodes },
      native_filter_configuration: filters,
    }),
  })
  return id
}

const withCharts = (requests: readonly Batch[]) => requests.filter(({ charts }) => charts.length > 0)

test('Each gesture is one request of the visible charts of 45 in two tabs, and a hidden tab requests nothing', async ({
  page,
  facet,
}) => {
  const ord = await queryFlights('count(*)', "origin = 'ORD'")
  const id = await manyCharts(page, facet)
  const requests = batches(page)
  const bar = page.getByRole('complementary', { name: 'Filters' })
  const quiet = async () => {
    await expectDrawn(page, IN_A_ROW)
    await page.waitForLoadState('networkidle')
  }
  await page.goto(`${facet.url}/dashboard/${id}`)
  await expect(figure(page, 'Chart 0', ALL)).toBeVisible()
  await quiet()
  const first = withCharts(requests)
  const seen = new Set(first.flatMap(({ charts }) => charts))
  await test.step('opening requests the visible charts once', () => {
    expect(first).toHaveLength(1)
    expect(seen.size).toBeLessThan(24)
    return Promise.resolve()
  })

  await test.step('a filter requests the same charts in one call, and its counts afterwards', async () => {
    requests.length = 0
    await bar.getByRole('searchbox', { name: 'Search From' }).fill('ORD')
    await bar.getByRole('option', { name: /^ORD/ }).click()
    expect(withCharts(requests)).toEqual([])
    await bar.getByRole('button', { name: 'Apply filters' }).click()
    await expect(figure(page, 'Chart 0', ord)).toBeVisible()
    await quiet()
    const [batch, ...others] = withCharts(requests)
    expect(others).toEqual([])
    expect(new Set(batch?.charts)).toEqual(seen)
    expect(requests).toHaveLength(1)
    // The cached rows, and the counts of the other filter.
    expect(batch?.others).toBe(2)
  })

  await test.step('a cross-filter requests all charts except its source in one call', async () => {
    requests.length = 0
    await chart(page, 'Chart 1').getByText('ORD', { exact: true }).click()
    await expect(page.getByRole('group', { name: 'What narrows this page' })).toContainText('Chart 1:')
    await quiet()
    const [batch, ...others] = withCharts(requests)
    expect(others).toEqual([])
    expect(batch?.charts).toHaveLength(seen.size - 1)
    await page.keyboard.press('Escape')
    await quiet()
  })

  await test.step('another tab requests its charts when it is first opened, and none when it is opened again', async () => {
    requests.length = 0
    await page.getByRole('tab', { name: 'Second' }).click()
    await expect(figure(page, 'Chart 24', ord)).toBeVisible()
    await quiet()
    const [batch, ...others] = withCharts(requests)
    expect(others).toEqual([])
    expect(batch?.charts.filter((each) => seen.has(each))).toEqual([])
    requests.length = 0
    // Charts in a visited tab stay unchanged: a redrawn chart would lose this mark.
    const mark = (name: string) => chart(page, name).evaluate((card) => card.setAttribute('data-walked', ''))
    await mark('Chart 24')
    await page.getByRole('tab', { name: 'First' }).click()
    await expect(figure(page, 'Chart 0', ord)).toBeVisible()
    await expect(chart(page, 'Chart 24')).toHaveCount(0)
    await page.getByRole('tab', { name: 'Second' }).click()
    await expect(figure(page, 'Chart 24', ord)).toBeVisible()
    await expect(chart(page, 'Chart 24')).toHaveAttribute('data-walked')
    await expect(chart(page, 'Chart 0')).toHaveCount(0)
    await quiet()
    expect(withCharts(requests)).toEqual([])
  })

  await test.step('a hidden tab requests changed charts when it is opened', async () => {
    await bar.getByRole('button', { name: 'Clear all' }).click()
    requests.length = 0
    await bar.getByRole('button', { name: 'Apply filters' }).click()
    await expect(figure(page, 'Chart 24', ALL)).toBeVisible()
    await quiet()
    expect(
      withCharts(requests)
        .flatMap(({ charts }) => charts)
        .filter((each) => seen.has(each)),
    ).toEqual([])
    requests.length = 0
    await page.getByRole('tab', { name: 'First' }).click()
    await expect(figure(page, 'Chart 0', ALL)).toBeVisible()
    await quiet()
    expect(withCharts(requests).length).toBeLessThanOrEqual(1)
  })
})
