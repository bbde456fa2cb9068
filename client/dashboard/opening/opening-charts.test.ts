import { describe, expect, it } from 'vitest'
import { dashboardResponse, dashboardChart, openDashboard } from '#testing/dashboard.ts'
import { openingCharts } from './opening-charts.ts'

const node = (type: string, id: string, children: readonly string[], meta: object = {}) => ({
  type,
  id,
  children,
  meta,
})

/** Rows of charts with these ids, each `height` units high. */
function rows(ids: readonly (readonly number[])[], height = 50, meta: object = {}) {
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: node('ROOT', 'ROOT_ID', ['GRID_ID']),
    GRID_ID: node(
      'GRID',
      'GRID_ID',
      ids.map((_, at) => `ROW-${at}`),
    ),
    ...Object.fromEntries(
      ids.map((row, at) => [
        `ROW-${at}`,
        node(
          'ROW',
          `ROW-${at}`,
          row.map((id) => `CHART-${id}`),
        ),
      ]),
    ),
    ...Object.fromEntries(
      ids
        .flat()
        .map((id) => [`CHART-${id}`, node('CHART', `CHART-${id}`, [], { chartId: id, width: 4, height, ...meta })]),
    ),
  }
  return openDashboard(
    {},
    {
      dashboard: dashboardResponse({ position_json: JSON.stringify(positions) }),
      charts: ids.flat().map((id) => dashboardChart(id)),
    },
  )
}

const wide = { width: 1456, height: 500, isNarrow: false, hasTitle: true, hasTopTabs: true }
const ids = (all: ReturnType<typeof openingCharts>) => all.map(({ id }) => id)

describe('charts that a dashboard loads first', () => {
  // A row is 50 units of 8 px high, with a gap of 16 px. The first picture starts below the title (52), the messages
  // above the charts (40) and the header of its card (37): tops are 129, 545, 961, 1377.
  const four = rows([[1, 2], [3], [4], [5]])

  it('begin within twice the height of the window; visible ones are marked', () => {
    expect(openingCharts(four, wide).map(({ id, isSeen }) => [id, isSeen])).toEqual([
      [1, true],
      [2, true],
      [3, false],
      [4, false],
    ])
    expect(ids(openingCharts(four, { ...wide, height: 481 }))).toEqual([1, 2, 3, 4])
    expect(ids(openingCharts(four, { ...wide, height: 480 }))).toEqual([1, 2, 3])
  })

  it('start higher on a page without a title', () => {
    expect(ids(openingCharts(four, { ...wide, height: 455, hasTitle: false }))).toEqual([1, 2, 3, 4])
    expect(ids(openingCharts(four, { ...wide, height: 454, hasTitle: false }))).toEqual([1, 2, 3])
  })

  it('are stacked on narrow screens, small ones in pairs', () => {
    const narrow = { ...wide, isNarrow: true, height: 500 }
    // 129, 541, 953, 1365
    expect(ids(openingCharts(four, narrow))).toEqual([1, 2, 3])
    // Tiles of 10 units: two at 129, and one at 221.
    const small = openingCharts(rows([[1, 2, 3]], 10), { ...narrow, height: 100 })
    expect(ids(small)).toEqual([1, 2])
    expect(ids(openingCharts(rows([[1, 2, 3]], 10), { ...narrow, height: 111 }))).toEqual([1, 2, 3])
  })

  it('have a third of the width of a row of three, without margins and gutters', () => {
    // (1456 - 32 + 16) / 3 - 16
    expect(openingCharts(four, wide)[0]?.width).toBe(464)
    expect(openingCharts(four, { ...wide, isNarrow: true })[0]?.width).toBe(1424)
  })

  it('are those of the open tab', () => {
    expect(ids(openingCharts(openDashboard(), wide))).toEqual([10, 11])
    expect(ids(openingCharts(openDashboard({}, { activeTabs: ['TAB-2'] }), { ...wide, height: 5000 }))).toEqual([12])
  })

  it('are none if the URL has the anchor of a box', () => {
    expect(openingCharts({ ...four, anchor: 'CHART-5' }, wide)).toEqual([])
  })

  it('exclude deleted charts, and give filter boxes no height', () => {
    const { 3: _removed, ...charts } = four.charts
    expect(ids(openingCharts({ ...four, charts }, wide))).toEqual([1, 2, 4])
    const box = rows([[1], [2], [3]])
    const first = box.charts[1]
    const boxed = { ...box.charts, 1: { ...first, form_data: { viz_type: 'filter_box' } } } as typeof box.charts
    expect(
      openingCharts({ ...box, charts: boxed }, { ...wide, height: 500 }).map(({ id, isSeen }) => [id, isSeen]),
    ).toEqual([
      [2, true],
      [3, false],
    ])
  })

  it('include duplicate nodes once', () => {
    expect(ids(openingCharts(rows([[1], [2], [1]]), wide))).toEqual([1, 2])
  })
})
