import type { Locator, Page } from '@playwright/test'
import { callsOf, datasetOfSql, saveChart } from './calls.ts'
import { expect, test } from './facet.ts'
import { waitUntilDrawn, picture } from './panel.ts'

/** Oslo has sold 2,700, Turku 900, Rome 750 and Nice 600: 4,950 in total; 1,500, 1,950 and 1,500 by month. */
const rows = `SELECT * FROM (VALUES
  (TIMESTAMP '2020-01-01', 'North', 'Oslo', 1200, 10, 59.9, 10.7),
  (TIMESTAMP '2020-02-01', 'North', 'Oslo', 1500, 20, 59.9, 10.7),
  (TIMESTAMP '2020-03-01', 'North', 'Turku', 900, 30, 60.4, 22.3),
  (TIMESTAMP '2020-01-01', 'South', 'Rome', 300, 40, 41.9, 12.5),
  (TIMESTAMP '2020-02-01', 'South', 'Rome', 450, 50, 41.9, 12.5),
  (TIMESTAMP '2020-03-01', 'South', 'Nice', 600, 60, 43.7, 7.3)
) AS t("at", region, city, n, cost, lat, lon)`

const sold = { expressionType: 'SQL', sqlExpression: 'SUM(n)', label: 'Sold', hasCustomLabel: true }
const cost = { expressionType: 'SQL', sqlExpression: 'SUM(cost)', label: 'Cost', hasCustomLabel: true }
const months = { granularity_sqla: 'at', time_grain_sqla: 'P1M', y_axis_format: ',d' }
const spatial = { type: 'latlong', latCol: 'lat', lonCol: 'lon' }

/** A chart type, its form data, the key for the next mark, and the tooltips by mark: the title, then each row. */
interface TooltipCase {
  readonly form: { readonly viz_type: string; readonly [key: string]: unknown }
  readonly key?: string
  readonly says: readonly string[]
  /** Texts that only the pointer can reach. */
  readonly alsoSays?: readonly string[]
}

const months2020 = ['Jan 2020 | Sold 1,500', 'Feb 2020 | Sold 1,950', 'Mar 2020 | Sold 1,500']
const withCost = (write: (cost: number) => string): string[] =>
  months2020.map((month, at) => `${month} | Cost ${write([50, 70, 90][at] ?? 0)}`)

const kinds: readonly TooltipCase[] = [
  { form: { viz_type: 'echarts_timeseries_line', ...months, metrics: [sold, cost] }, says: withCost(String) },
  { form: { viz_type: 'echarts_timeseries_bar', ...months, metrics: [sold, cost] }, says: withCost(String) },
  {
    form: {
      viz_type: 'mixed_timeseries',
      ...months,
      y_axis_format_secondary: '$,.2f',
      metrics: [sold],
      seriesType: 'bar',
      metrics_b: [cost],
      yAxisIndexB: 1,
    },
    says: withCost((value) => `$${value}.00`),
  },
  {
    form: { viz_type: 'pie', groupby: ['region'], metric: sold, number_format: ',d' },
    // Of 4,950.
    says: ['Sold | North 3,600 (72.7%)', 'Sold | South 1,350 (27.3%)'],
  },
  {
    form: { viz_type: 'treemap_v2', groupby: ['region', 'city'], metric: sold, number_format: ',d' },
    says: [
      'North | Sold 3,600 | of all that is drawn 72.7%',
      'North › Oslo | Sold 2,700 | of North 75.0% | of all that is drawn 54.5%',
      'North › Turku | Sold 900 | of North 25.0% | of all that is drawn 18.2%',
      'South | Sold 1,350 | of all that is drawn 27.3%',
      'South › Rome | Sold 750 | of South 55.6% | of all that is drawn 15.2%',
      'South › Nice | Sold 600 | of South 44.4% | of all that is drawn 12.1%',
    ],
  },
  {
    form: { viz_type: 'graph_chart', source: 'region', target: 'city', metric: sold },
    says: ['North 3.6k', 'Oslo 2.7k', 'Turku 900', 'South 1.35k', 'Rome 750', 'Nice 600'].map(
      (node) => `Sold | ${node}`,
    ),
    alsoSays: ['North → Oslo 2.7k', 'North → Turku 900', 'South → Rome 750', 'South → Nice 600'].map(
      (link) => `Sold | ${link}`,
    ),
  },
  {
    form: {
      viz_type: 'bubble_v2',
      entity: 'city',
      x: cost,
      y: sold,
      size: sold,
      xAxisFormat: ',d',
      y_axis_format: '$,d',
      tooltipSizeFormat: ',d',
    },
    says: [
      'Oslo | Cost 30 | Sold $2,700 | Sold 2,700',
      'Turku | Cost 30 | Sold $900 | Sold 900',
      'Rome | Cost 90 | Sold $750 | Sold 750',
      'Nice | Cost 60 | Sold $600 | Sold 600',
    ],
  },
  {
    form: { viz_type: 'heatmap_v2', x_axis: 'region', groupby: 'city', metric: sold, y_axis_format: ',d' },
    says: [
      'North, Oslo | Sold 2,700 | Share of all 54.5%',
      'North, Turku | Sold 900 | Share of all 18.2%',
      'South, Rome | Sold 750 | Share of all 15.2%',
      'South, Nice | Sold 600 | Share of all 12.1%',
    ],
  },
  {
    form: {
      viz_type: 'box_plot',
      metrics: [sold],
      columns: ['at'],
      groupby: ['region'],
      granularity_sqla: 'at',
      time_grain_sqla: 'P1M',
      number_format: ',d',
    },
    // Of 900, 1,200 and 1,500, and of 300, 450 and 600: quartiles are interpolated halfway.
    says: [
      'North | Upper end 1,500 | Upper quartile 1,350 | Median 1,200 | Mean 1,200 | Lower quartile 1,050 | Lower end 900 | Values 3 | Outliers 0',
      'South | Upper end 600 | Upper quartile 525 | Median 450 | Mean 450 | Lower quartile 375 | Lower end 300 | Values 3 | Outliers 0',
    ],
  },
  {
    form: {
      viz_type: 'deck_scatter',
      spatial,
      row_limit: 100,
      min_radius: 25,
      max_radius: 40,
      js_columns: ['city'],
      point_radius_fixed: { type: 'metric', value: sold },
    },
    key: 'PageDown',
    says: [
      'city Oslo | Sold 2.7k | Longitude, latitude 10.7, 59.9',
      'city Turku | Sold 900 | Longitude, latitude 22.3, 60.4',
      'city Rome | Sold 750 | Longitude, latitude 12.5, 41.9',
      'city Nice | Sold 600 | Longitude, latitude 7.3, 43.7',
    ],
  },
]

const host = (page: Page): Locator => picture(page).getByRole('application').first()
/** Returns the tooltip: a box in the chart that contains a table. */
const tip = (page: Page): Locator =>
  picture(page)
    .locator('[role=tooltip], [role=application] > div')
    .filter({ has: page.locator('xpath=./table') })

/** Returns the complete text of the tooltip: its title and its rows. */
const textOf = (page: Page): Promise<string> =>
  tip(page).evaluate((element) =>
    [...element.children]
      .flatMap((part) =>
        part instanceof HTMLTableElement
          ? [...part.rows].map((row) =>
              [...row.cells]
                .map((cell) => cell.textContent.trim())
                .join(' ')
                .trim(),
            )
          : [part.textContent.trim()],
      )
      .join(' | '),
  )

async function expectInWindow(page: Page): Promise<void> {
  const box = await tip(page).boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
}

/** Returns the tooltips of all marks in order, by keyboard. */
async function byKeys(page: Page, key: string, count: number): Promise<string[]> {
  const texts: string[] = []
  await host(page).focus()
  for (let step = 0; step < count; step++) {
    await page.keyboard.press(key)
    await expect(tip(page)).toBeVisible()
    if (texts.length > 0) await expect.poll(() => textOf(page)).not.toBe(texts.at(-1))
    texts.push(await textOf(page))
    await expectInWindow(page)
  }
  return texts
}

const LEGEND_HINT = 'Click: hide or show'

/** Moves the pointer over the chart until the tooltip of a mark appears. */
async function hovered(page: Page): Promise<string> {
  const box = await host(page).boundingBox()
  if (!box) throw new Error('There is no picture')
  const ways = 14
  for (let step = 0; step < ways * ways; step++) {
    // Not row by row: marks are rarely at the edge.
    const at = (step * 61) % (ways * ways)
    const x = box.x + (box.width * ((at % ways) + 0.5)) / ways
    const y = box.y + (box.height * (Math.floor(at / ways) + 0.5)) / ways
    await page.mouse.move(x, y)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    if (!(await tip(page).isVisible())) continue
    const text = await textOf(page)
    if (!text.includes(LEGEND_HINT)) return text
    await expectInWindow(page)
  }
  throw new Error('No mark has a tooltip')
}

for (const { form, key = 'ArrowRight', says, alsoSays = [] } of kinds) {
  test(`tooltips of ${form.viz_type} are complete by keys and by the pointer, in the window of a phone`, async ({
    page,
    facet,
  }) => {
    const calls = await callsOf(page, facet)
    const id = await datasetOfSql(calls, `tips_${form.viz_type}_${Date.now()}`, rows)
    const chart = await saveChart(calls, id, `Tips ${form.viz_type}`, { time_range: 'No filter', ...form })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${facet.url}/explore?slice_id=${chart.id}`)
    await waitUntilDrawn(page)
    await host(page).scrollIntoViewIfNeeded()
    const texts = await byKeys(page, key, says.length)
    expect.soft(texts.toSorted()).toEqual(says.toSorted())
    await page.keyboard.press('Escape')
    await expect(tip(page)).toBeHidden()

    const text = await hovered(page)
    expect.soft([...says, ...alsoSays]).toContain(text)
    await expectInWindow(page)
    await page.mouse.move(1, 1)
    await expect(tip(page)).toBeHidden()
  })
}

test('A pivot table cell and a long table cell show their complete text', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const long = 'A text that is longer than the column it stands in'
  const id = await datasetOfSql(calls, `tips_cells_${Date.now()}`, `SELECT '${long}' AS city, 1234 AS n`)
  const whole = { time_range: 'No filter' }
  const pivot = await saveChart(calls, id, 'Tips of a pivot table', {
    ...whole,
    viz_type: 'pivot_table_v2',
    groupbyRows: ['city'],
    metrics: [sold],
    valueFormat: ',d',
  })
  const table = await saveChart(calls, id, 'Tips of a table', {
    ...whole,
    viz_type: 'table',
    query_mode: 'raw',
    all_columns: ['city', 'n'],
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${facet.url}/explore?slice_id=${pivot.id}`)
  await waitUntilDrawn(page)
  await expect(picture(page).getByRole('rowheader', { name: long })).toHaveAttribute('title', long)
  await expect(picture(page).getByRole('gridcell', { name: '1,234', exact: true }).first()).toHaveAttribute(
    'title',
    '1,234',
  )
  await page.goto(`${facet.url}/explore?slice_id=${table.id}`)
  await waitUntilDrawn(page)
  await expect(picture(page).getByRole('gridcell', { name: long })).toHaveAttribute('title', long)
})
