import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { serve } from '#testing/hands.ts'
import { maskOf } from '../state/masks.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { FilterBar } from './FilterBar.tsx'

it('shows on the collapsed bar how many filters are applied, and names them', () => {
  openSession()
  serve({})
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
  // What is chosen but not applied is not counted.
  act(() => actions.select(store, carrier.id, maskOf(carrier, ['AA'])))
  expect(screen.getByText('2 filters applied: Origin, Weekday')).toBeDefined()
})
