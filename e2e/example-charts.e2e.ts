import { isDeepStrictEqual } from 'node:util'
import type { Page } from '@playwright/test'
import { findChartType } from '#charts/index.ts'
import { exampleCharts } from '#testing/example-charts/example-charts.ts'
import { exampleRows, rowsFor } from '#testing/example-charts/rows.ts'
import { type Calls, callsOf, datasetOfSql } from './calls.ts'
import { chart, expectDrawn } from './charts.ts'
import { expect, test } from './facet.ts'
import { waitUntilDrawn } from './panel.ts'

/** Filter boxes are items of a dashboard's filter bar, not charts. */
const stored = Object.entries(exampleCharts).flatMap(([version, all]) =>
  all.filter(({ viz_type }) => viz_type !== 'filter_box').map((each) => ({ version, ...each })),
)

/** Number of charts per dashboard. */
const ON_A_PAGE = 30

interface Saved {
  readonly id: number
  readonly name: string
  readonly viz_type: string
  readonly params: string
}

/** Creates a dataset for each table of rows, with its time column; returns the ids by name. */
async function makeDatasets(calls: Calls): Promise<ReadonlyMap<string, number>> {
  const made = new Map<string, number>()
  for (const { name, sql, timeColumn } of exampleRows) {
    const id = await datasetOfSql(calls, name, sql)
    if (timeColumn !== null) await calls.put(`/api/v1/dataset/${id}`, { main_dttm_col: timeColumn })
    made.set(name, id)
  }
  return made
}

/** Returns a layout with rows of three charts, 4 columns wide each. */
function layoutOf(charts: readonly Saved[]): object {
  const rows = Array.from({ length: Math.ceil(charts.length / 3) }, (_, at) => charts.slice(3 * at, 3 * at + 3))
  const nodes = rows.flatMap((row, at) => {
    const parents = ['ROOT_ID', 'GRID_ID', `ROW-${at}`]
    const children = row.map(({ id }) => `CHART-${id}`)
    return [
      { type: 'ROW', id: `ROW-${at}`, children, parents: parents.slice(0, 2), meta: {} },
      ...row.map(({ id }) => ({
        type: 'CHART',
        id: `CHART-${id}`,
        children: [],
        parents,
        meta: { chartId: id, width: 4, height: 40 },
      })),
    ]
  })
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: rows.map((_, at) => `ROW-${at}`), parents: ['ROOT_ID'] },
    ...Object.fromEntries(nodes.map((node) => [node.id, node])),
  }
}

/** The chart types rendered as elements; all others use a canvas. */
const OF_ELEMENTS = ['table', 'pivot_table_v2', 'big_number_total']

/** Minimum colored pixels of marks; axes, names and grid lines are grey and do not count. */
const MIN_PAINTED_PIXELS = 150

/**
 * Returns what the tile of a chart shows: the number of colored pixels of its canvases, whether it has a figure, and
 * its name.
 */
const shownIn = (page: Page, name: string) =>
  chart(page, name).evaluate((tile) => {
    const inked = [...tile.querySelectorAll('canvas')].map((canvas) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: new Uint8ClampedArray(),
      }
      let count = 0
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
        if (alpha > 0 && Math.max(red, green, blue) - Math.min(red, green, blue) > 24) count++
      }
      return count
    })
    const { textContent: figures } = tile.querySelector('[data-status]') ?? tile
    return {
      inked: inked.reduce((sum, count) => sum + count, 0),
      figures: /\d/.test(figures),
      said: tile.querySelector('[role=application], [role=grid], [role=group]')?.getAttribute('aria-label') ?? '',
    }
  })

/** Returns the stored values of a chart, and when they were changed. */
async function storedOf(calls: Calls, { id }: Saved): Promise<Readonly<Record<string, unknown>>> {
  const { result } = await calls.get<{ result: Record<string, unknown> }>(`/api/v1/chart/${id}`)
  const { slice_name, viz_type, params, query_context, changed_on } = result
  expect(changed_on).toEqual(expect.any(String))
  return { slice_name, viz_type, params, query_context, changed_on }
}

test("Every chart of the reference's example bundles is drawn from its stored form data, which stay unchanged", async ({
  page,
  facet,
}) => {
  const calls = await callsOf(page, facet)
  const datasets = await makeDatasets(calls)
  const charts: Saved[] = []
  for (const each of stored) {
    const dataset = datasets.get(rowsFor(each).name) ?? 0
    const name = `${each.slice_name} (${each.viz_type}, ${each.version})`
    const { viz_type } = each
    const params = JSON.stringify({ ...each.params, datasource: `${dataset}__table`, viz_type })
    const draft = { slice_name: name, viz_type, datasource_id: dataset, datasource_type: 'table', params }
    charts.push({ id: (await calls.post('/api/v1/chart/', draft)).id, name, viz_type, params })
  }
  // 62 and 32, minus four filter boxes.
  expect(charts).toHaveLength(90)
  await page.setViewportSize({ width: 1440, height: 1800 })

  const boards: number[] = []
  for (let begin = 0; begin < charts.length; begin += ON_A_PAGE) {
    const here = charts.slice(begin, begin + ON_A_PAGE)
    const metadata = JSON.stringify({ positions: layoutOf(here) })
    const title = `Example charts from ${begin}`
    boards.push((await calls.post('/api/v1/dashboard/', { dashboard_title: title, json_metadata: metadata })).id)
  }
  const before = await Promise.all(charts.map((each) => storedOf(calls, each)))
  const changed = (now: typeof before) => charts.filter((_, at) => !isDeepStrictEqual(now[at], before[at]))
  expect(charts.filter(({ params }, at) => before[at]?.['params'] !== params)).toEqual([])

  for (const [at, board] of boards.entries())
    await test.step(`dashboard ${at + 1} draws all of its charts`, async () => {
      const here = charts.slice(at * ON_A_PAGE, (at + 1) * ON_A_PAGE)
      await page.goto(`${facet.url}/dashboard/${board}`)
      await expectDrawn(page, here.length)
      for (const { name, viz_type } of here) {
        const { inked, figures, said } = await shownIn(page, name)
        const isThere = OF_ELEMENTS.includes(viz_type) ? figures : inked > MIN_PAINTED_PIXELS
        expect({ name, isThere, inked, said }).toMatchObject({ isThere: true, said: expect.stringMatching(/\S/) })
      }
    })

  await test.step('explore opens one chart of each legacy type', async () => {
    const first = new Map(charts.toReversed().map((each) => [each.viz_type, each]))
    const older = [...first.values()].filter(({ viz_type }) => findChartType(viz_type)?.type !== viz_type)
    expect(older.map(({ viz_type }) => viz_type).toSorted()).toEqual(
      'area bar dist_bar heatmap histogram line sankey sunburst treemap'.split(' '),
    )
    for (const { id } of older) {
      await page.goto(`${facet.url}/explore?slice_id=${id}`)
      await waitUntilDrawn(page)
    }
  })

  await test.step('the stored form data are unchanged', async () => {
    const after = await Promise.all(charts.map((each) => storedOf(calls, each)))
    expect(changed(after).map(({ name }) => name)).toEqual([])
  })
  for (const board of boards) await calls.remove(`/api/v1/dashboard/${board}`)
})
