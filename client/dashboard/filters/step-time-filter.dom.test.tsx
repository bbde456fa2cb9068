import { expect, it } from 'vitest'
import { createDashboardStore, actions } from '../state/store.ts'
import { maskOf } from '../state/masks.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { mockResponses } from '#testing/user-input.ts'
import { stepTimeFilter } from './step-time-filter.ts'

const time = selectFilter('NATIVE_FILTER-time', 'time', { filterType: 'filter_time', targets: [{}] })

function open(range: string | undefined, answer: unknown) {
  mockResponses({ '/api/v1/time_range/': answer })
  const store = createDashboardStore(openDashboard({ native_filter_configuration: [time] }))
  if (range !== undefined) actions.setMask(store, time.id, maskOf(time, range))
  return { store, value: () => store.getState().masks[time.id]?.filterState?.value }
}
const may = { result: { since: '2001-05-01T00:00:00', until: '2001-06-01T00:00:00' } }

it('moves a relative range to the fixed period before it', async () => {
  const { store, value } = open('Last month', may)
  await stepTimeFilter(store, time, -1)
  expect(value()).toBe('2001-04-01T00:00:00 : 2001-05-01T00:00:00')
})

it('changes nothing without a range, and if another range was set meanwhile', async () => {
  const empty = open(undefined, may)
  await stepTimeFilter(empty.store, time, 1)
  expect(empty.value() ?? null).toBeNull()
  const changed = open('Last month', may)
  const stepping = stepTimeFilter(changed.store, time, 1)
  actions.setMask(changed.store, time.id, maskOf(time, 'Last year'))
  await stepping
  expect(changed.value()).toBe('Last year')
})
