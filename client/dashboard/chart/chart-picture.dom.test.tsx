import { act, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ChartViewProps } from '#charts/chart.ts'
import { updateStarted, updateSucceeded } from '#client/chart/chart-state.ts'
import { actions, createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { addChartView, fetchChartView } from '#client/views.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { TEMPORAL } from '#core/table/table.ts'
import { openDashboard } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { mockResponses } from '#testing/user-input.ts'
import { ChartPicture } from './ChartPicture.tsx'
import { useDashboard } from '../state/store.ts'

afterEach(() => vi.restoreAllMocks())

const ignore = () => undefined

function Picture({ id }: { readonly id: number }) {
  const chart = useDashboard(({ charts }) => charts[id])
  return (
    chart && <ChartPicture chart={chart} earlier={undefined} title="Sales" onRetry={ignore} onVisibleRows={ignore} />
  )
}

it('hides the time zone of an axis while all charts have the same, and shows it when they differ', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  openSession()
  mockResponses({})
  const store = createDashboardStore(openDashboard())
  actions.datasetsArrived(store, 1)
  const View = vi.fn<(props: ChartViewProps) => null>(() => null)
  const type = store.getState().charts[10]?.form_data.viz_type ?? ''
  addChartView(type, { View, toProps: () => ({}) })
  const answer = (id: number, time_zone?: string) =>
    act(() =>
      actions.changeCharts(store, (all) => {
        const cost = { made_at: 1, engine: 1 }
        const result = { colnames: ['day'], coltypes: [TEMPORAL], columns: [[1]], rowcount: 1, cost, time_zone }
        const requested = updateStarted(all, id, new AbortController(), all[id]?.form_data ?? { viz_type: type }, 1)
        return updateSucceeded(requested, id, [result as unknown as ColumnarResult], 2)
      }),
    )
  answer(10, 'Pacific/Auckland')
  render(
    <DashboardContext value={store}>
      <Picture id={10} />
    </DashboardContext>,
  )
  const isHidden = () => View.mock.lastCall?.[0].isZoneHidden
  expect(isHidden()).toBe(true)
  answer(11, 'Pacific/Auckland')
  expect(isHidden()).toBe(true)
  answer(11)
  expect(isHidden()).toBe(false)
  // Restores the View of the type.
  await fetchChartView(type)
})
