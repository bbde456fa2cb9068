import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { mockResponses } from '#testing/user-input.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { useCrossFilter } from './use-cross-filter.ts'

const time = selectFilter('TIME', 'date', { filterType: 'filter_time' })
/** November and December 2001, by the first day of each month. */
const months = { kind: 'time', first: Date.UTC(2001, 10, 1), last: Date.UTC(2001, 11, 1) } as const

function open(filters: readonly object[]) {
  openSession()
  mockResponses({})
  const store = createDashboardStore(openDashboard({ native_filter_configuration: filters }))
  const form = { viz_type: 'echarts_timeseries_line', x_axis: 'date', time_grain_sqla: 'P1M', metrics: ['count'] }
  actions.changeCharts(store, (all) => ({ ...all, 10: { ...all[10], form_data: form } as never }))
  const { result } = renderHook(() => useCrossFilter(10), {
    wrapper: ({ children }) => <DashboardContext value={store}>{children}</DashboardContext>,
  })
  return { store, onStretch: result.current.onStretch }
}

it('sets the time filter to a range drawn with Shift, up to the end of its last month, and compares it', () => {
  const { store, onStretch } = open([time])
  onStretch?.(months, true)
  expect(store.getState().masks['TIME']?.filterState?.value).toBe('2001-11-01T00:00:00 : 2002-01-01T00:00:00')
  expect(store.getState().comparison).toBe('inherit')
  expect(store.getState().masks['10']?.filterState?.['stretch']).toBeUndefined()
})

it('selects a range drawn with Shift as usual if no time filter applies to the chart', () => {
  const outOfScope = { ...time, scope: { rootPath: ['ROOT_ID'], excluded: [10] } }
  const { store, onStretch } = open([outOfScope])
  onStretch?.(months, true)
  expect(store.getState().comparison).toBeUndefined()
  expect(store.getState().masks['10']?.filterState?.['stretch']).toEqual(months)
})
