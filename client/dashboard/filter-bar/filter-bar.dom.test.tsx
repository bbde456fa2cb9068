import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { updateStarted, updateSucceeded } from '#client/chart/chart-state.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { mockResponses } from '#testing/user-input.ts'
import { maskOf } from '../state/masks.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { FilterBar } from './FilterBar.tsx'
import { TimeZone } from './TimeZone.tsx'

it('shows on the collapsed bar how many filters are applied, and names them', () => {
  openSession()
  mockResponses({})
  const origin = selectFilter('NATIVE_FILTER-origin', 'origin', { name: 'Origin' })
  const carrier = selectFilter('NATIVE_FILTER-carrier', 'carrier', { name: 'Carrier' })
  const weekday = selectFilter('NATIVE_FILTER-weekday', 'weekday', { name: 'Weekday' })
  const store = createDashboardStore(openDashboard({ native_filter_configuration: [origin, carrier, weekday] }))
  render(
    <DashboardContext value={store}>
      <FilterBar isOpen={false} onToggle={() => undefined} />
    </DashboardContext>,
  )
  expect(screen.queryByText(/applied/)).toBeNull()
  act(() => actions.setMask(store, origin.id, maskOf(origin, ['ATL'])))
  expect(screen.getByText('1 filter applied: Origin')).toBeDefined()
  act(() => actions.setMask(store, weekday.id, maskOf(weekday, ['Mon', 'Tue'])))
  expect(screen.getByText('2 filters applied: Origin, Weekday')).toBeDefined()
  // A value that is selected but not applied is not counted.
  act(() => actions.select(store, carrier.id, maskOf(carrier, ['AA'])))
  expect(screen.getByText('2 filters applied: Origin, Weekday')).toBeDefined()
})

/** Renders the time zone of a dashboard; returns a function that gives a chart a result. */
function renderTimeZone() {
  const store = createDashboardStore(openDashboard())
  render(
    <DashboardContext value={store}>
      <TimeZone />
    </DashboardContext>,
  )
  return (id: number, coltypes: readonly number[], zone?: string) =>
    act(() =>
      actions.changeCharts(store, (all) => {
        const result = { colnames: ['a', 'b'], coltypes, columns: [[1], [2]], rowcount: 1, time_zone: zone }
        const entry = result as unknown as ColumnarResult
        const requested = updateStarted(all, id, new AbortController(), all[id]?.form_data ?? { viz_type: 'table' }, 1)
        return updateSucceeded(requested, id, [entry], 2)
      }),
    )
}

it('names the time zone once for all charts, when one of them shows times', () => {
  const answer = renderTimeZone()
  answer(10, [STRING, NUMERIC])
  expect(screen.queryByText(/Times in/)).toBeNull()
  answer(11, [TEMPORAL, NUMERIC])
  answer(12, [TEMPORAL, NUMERIC])
  expect(screen.getAllByText('Times in UTC')).toHaveLength(1)
})

it('names the time zone of the results, or each of theirs if they differ', () => {
  const answer = renderTimeZone()
  // Results without times do not count.
  answer(10, [STRING, NUMERIC], 'Asia/Tokyo')
  expect(screen.queryByText(/Times in/)).toBeNull()
  answer(11, [TEMPORAL, NUMERIC], 'Pacific/Auckland')
  answer(12, [TEMPORAL, NUMERIC], 'Pacific/Auckland')
  expect(screen.getAllByText('Times in Pacific/Auckland')).toHaveLength(1)
  answer(12, [TEMPORAL, NUMERIC], 'America/New_York')
  expect(screen.getByText('Times in America/New York, Pacific/Auckland')).toBeDefined()
  answer(11, [TEMPORAL, NUMERIC])
  expect(screen.getByText('Times in America/New York, UTC')).toBeDefined()
})
