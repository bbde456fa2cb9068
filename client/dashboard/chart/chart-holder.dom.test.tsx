import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChartHolder } from '#client/dashboard/chart/ChartHolder.tsx'
import { createDashboardLoader, LoaderContext } from '#client/dashboard/state/loading.ts'
import { actions, createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { updateFailed, updateStarted } from '#client/chart/machine.ts'
import type { LayoutNode } from '#core/layout/node.ts'
import { openDashboard } from '#testing/dashboard.ts'
import { serve } from '#testing/hands.ts'

it('D-HYDRATE-02: until the datasets are here a failure is not told', () => {
  serve({})
  const store = createDashboardStore(openDashboard())
  const { layout, charts } = store.getState()
  const form = charts[10]?.form_data ?? { viz_type: 'table' }
  actions.changeCharts(store, (all) => {
    const asked = updateStarted(all, 10, new AbortController(), form, 1)
    return updateFailed(asked, 10, { error: 'no such column' }, 2)
  })
  render(
    <DashboardContext value={store}>
      <LoaderContext value={createDashboardLoader(store, 60_000)}>
        <ChartHolder node={layout['CHART-10'] as LayoutNode} />
      </LoaderContext>
    </DashboardContext>,
  )
  expect(store.getState().datasetsStatus).toBe('loading')
  expect(screen.queryByText('no such column')).toBeNull()
  act(() => actions.datasetsArrived(store, 3))
  expect(screen.getByText('no such column')).toBeDefined()
})
