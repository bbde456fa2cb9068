import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { chartNodes } from '#core/layout/charts.ts'
import type { LayoutNode } from '#core/layout/node.ts'
import { dashboardResponse, dashboardChart, openDashboard } from '#testing/dashboard.ts'
import { layoutBody } from '../state/edit-save.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { createDashboardStore, DashboardContext } from '../state/store.ts'
import { ChartHolder } from './ChartTile.tsx'

const people = [
  { id: 1, first_name: 'Me', last_name: 'Myself' },
  { id: 2, first_name: 'Ada', last_name: 'Lovelace' },
  { id: 3, first_name: 'Grace', last_name: 'Hopper' },
]
const opened = (owners = people, charts: number[] = [10, 12]) =>
  openDashboard(
    {},
    {
      dashboard: { ...dashboardResponse(), owners },
      charts: [...charts.map((id) => dashboardChart(id)), { id: 11, is_unseen: true }],
    },
  )
const draw = (state: DashboardState) => {
  const node = chartNodes(state.layout).find(({ meta }) => meta.chartId === 11) as LayoutNode
  return renderToStaticMarkup(
    <DashboardContext value={createDashboardStore(state)}>
      <ChartHolder node={node} />
    </DashboardContext>,
  )
}

it('a chart without permission names who can give access', () => {
  const drawn = draw(opened())
  expect(drawn).toContain('You may not see this chart')
  expect(drawn).toContain('Ask Ada Lovelace, Grace Hopper or an administrator for access to its data.')
  expect(drawn).not.toContain('Untitled chart')
  expect(draw(opened(people.slice(0, 1)))).toContain('Ask an administrator for access to its data.')
})

it('keeps the position of a hidden chart, does not query it and saves it again', () => {
  const state = opened()
  expect(Object.keys(state.charts)).toEqual(['10', '12'])
  const { positions } = JSON.parse(layoutBody(state).json_metadata)
  expect(positions['ROW-1'].children).toEqual(['CHART-10', 'CHART-11'])
  expect(positions['CHART-11'].meta).toEqual({ chartId: 11, width: 4, height: 50 })
})

it('adds a hidden chart without a position to the layout', () => {
  const layout = JSON.parse(dashboardResponse().position_json ?? '')
  delete layout['CHART-11']
  layout['ROW-1'].children = ['CHART-10']
  const dashboard = dashboardResponse({ position_json: JSON.stringify(layout) })
  const state = openDashboard({}, { dashboard, charts: [dashboardChart(10), { id: 11, is_unseen: true }] })
  expect(chartNodes(state.layout).filter(({ meta }) => meta.chartId === 11).length).toBe(1)
})
