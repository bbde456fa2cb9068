import { act, fireEvent, render } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { PaletteKeys } from '#client/palette/PaletteKeys.tsx'
import { setSingleKeys } from '#client/palette/single-keys.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { maskOf } from '../state/masks.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { useDashboardActions } from './use-dashboard-actions.ts'

const origin = selectFilter('F-1', 'origin', { name: 'Origin' })
const time = selectFilter('F-2', 'time', { filterType: 'filter_time', targets: [{}] })

beforeEach(() => {
  openSession()
  setSingleKeys(true)
})

function Keys() {
  useDashboardActions({ onEdit: () => undefined, onRefresh: () => undefined })
  return <PaletteKeys everywhere={[]} />
}

it('/ goes to the first filter, T to the time range, [ and ] step through time, and . repeats the step', async () => {
  mockResponses({
    '/api/v1/time_range/': { result: { since: '2001-05-01T00:00:00', until: '2001-06-01T00:00:00' } },
  })
  const store = createDashboardStore(openDashboard({ native_filter_configuration: [origin, time] }))
  const setLastMonth = () => act(() => actions.setMask(store, time.id, maskOf(time, 'Last month')))
  const hasRange = (range: string) =>
    waitForAssertion(() => expect(store.getState().masks[time.id]?.filterState?.value).toBe(range))
  render(
    <DashboardContext value={store}>
      <Keys />
    </DashboardContext>,
  )
  const type = (key: string) => act(() => void fireEvent.keyDown(document.body, { key }))
  type('/')
  expect(store.getState().sought).toBe(origin.id)
  type('t')
  expect(store.getState().sought).toBe(time.id)
  setLastMonth()
  type('[')
  await hasRange('2001-04-01T00:00:00 : 2001-05-01T00:00:00')
  for (const key of [']', '.']) {
    setLastMonth()
    type(key)
    await hasRange('2001-06-01T00:00:00 : 2001-07-01T00:00:00')
  }
})
