import { render } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { maskOf } from '#client/dashboard/state/masks.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { actions, createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { useUrlSync } from './use-url-sync.ts'

function Synced() {
  useUrlSync()
  return null
}

/** A page with two tabs and URL sync, whose animation frames run on demand. */
function open(metadata: object = {}) {
  window.history.replaceState(null, '', '/dashboard/5')
  let requested: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (made: FrameRequestCallback) => requested.push(made))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  const store = createDashboardStore(openDashboard(metadata))
  const page = render(
    <DashboardContext value={store}>
      <Synced />
    </DashboardContext>,
  )
  const frame = () => {
    const now = requested
    requested = []
    for (const each of now) each(0)
    vi.advanceTimersByTime(1)
  }
  const change = (made: () => void) => act(async () => made())
  return { store, page, frame, change, hash: () => window.location.hash }
}

beforeEach(() => {
  vi.useRealTimers()
})

it('A-URL-03: the URL contains the open tab after it is painted', async () => {
  vi.useFakeTimers()
  const { store, frame, change, hash } = open()
  await change(() => actions.openTab(store, 'TAB-2'))
  frame()
  expect(hash()).toBe('')
  frame()
  expect(hash()).toBe('#TAB-2')
})

it('only the last of the tabs opened within one frame is written to the URL', async () => {
  const { store, change, hash } = open()
  const writes = vi.spyOn(window.history, 'replaceState')
  await change(() => actions.openTab(store, 'TAB-2'))
  await change(() => actions.openTab(store, 'TAB-1'))
  await waitForAssertion(() => expect(hash()).toBe('#TAB-1'))
  expect(writes).toHaveBeenCalledTimes(1)
})

it('a page that is left at once still writes its tab to the URL', async () => {
  vi.useFakeTimers()
  const { store, page, change, hash } = open()
  await change(() => actions.openTab(store, 'TAB-2'))
  page.unmount()
  expect(hash()).toBe('#TAB-2')
})

it('a new history entry does not change the tab of the previous entry', async () => {
  vi.useFakeTimers()
  const { store, change } = open()
  const written: string[] = []
  vi.spyOn(window.history, 'replaceState').mockImplementation((_state, _title, url) => void written.push(`on ${url}`))
  vi.spyOn(window.history, 'pushState').mockImplementation((_state, _title, url) => void written.push(`to ${url}`))
  const filters = [{ col: 'origin', op: 'IN' as const, val: ['ORD'] }]
  const pick = { id: '10', extraFormData: { filters }, filterState: { value: ['ORD'] } }
  await change(() => {
    actions.openTab(store, 'TAB-2')
    actions.setMask(store, '10', pick)
  })
  expect(written[0]).toBe('on /dashboard/5#TAB-2')
  expect(written[1]).toMatch(/^to \/dashboard\/5\?native_filters=.*#TAB-2$/)
  expect(written).toHaveLength(2)
})

it('going back drops a pending URL change of the previous entry', async () => {
  vi.useFakeTimers()
  const { store, frame, change, hash } = open()
  await change(() => actions.openTab(store, 'TAB-2'))
  window.dispatchEvent(new PopStateEvent('popstate'))
  frame()
  frame()
  expect(hash()).toBe('')
})

const region = { ...selectFilter('F-1', 'region'), name: 'Region' }
const filtered = { native_filter_configuration: [region] }

it('the URL contains applied filters by name, and Back removes the last one', async () => {
  const { store, change } = open(filtered)
  await change(() => actions.setMask(store, 'F-1', maskOf(region, ['EMEA', 'APAC'])))
  expect(window.location.search).toBe('?f.Region=EMEA,APAC')
  await change(() => actions.setMask(store, 'F-1', maskOf(region, ['EMEA'])))
  expect(window.location.search).toBe('?f.Region=EMEA')
  window.history.back()
  await waitForAssertion(() => expect(store.getState().masks['F-1']?.filterState?.value).toEqual(['EMEA', 'APAC']))
  expect(window.location.search).toBe('?f.Region=EMEA,APAC')
})

it('Back removes a comparison, and a filter that was set together with one in the same step', async () => {
  const { store, change } = open(filtered)
  const view = () => [window.location.search, store.getState().comparison]
  await change(() => actions.setMask(store, 'F-1', maskOf(region, ['EMEA']), { comparison: 'inherit' }))
  await change(() => actions.compare(store, '1 week ago'))
  expect(window.location.search).toBe('?compare=1+week+ago&f.Region=EMEA')
  window.history.back()
  await waitForAssertion(() => expect(view()).toEqual(['?compare=inherit&f.Region=EMEA', 'inherit']))
  window.history.back()
  await waitForAssertion(() => expect(view()).toEqual(['', undefined]))
  expect(store.getState().masks['F-1']?.filterState?.value).toBeNull()
})

it('a view that is too long for the URL is stored under a key', async () => {
  const { store, change } = open(filtered)
  const calls = mockResponses({ 'POST /api/v1/dashboard/5/filter_state': { key: 'k1' } })
  const values = Array.from({ length: 400 }, (_, at) => `value ${at}`)
  await change(() => actions.setMask(store, 'F-1', maskOf(region, values)))
  await waitForAssertion(() => expect(window.location.search).toBe('?native_filters_key=k1'))
  expect(calls.map(({ body }) => JSON.parse((body as { readonly value: string }).value))).toEqual([
    { 'F-1': { filterState: { value: values } } },
  ])
  // A tab opened later leaves the key.
  await change(() => actions.openTab(store, 'TAB-2'))
  await waitForAssertion(() => expect(window.location.hash).toBe('#TAB-2'))
  expect([window.location.search, calls.length]).toEqual(['?native_filters_key=k1', 1])
})

it('a view that is too long and cannot be stored stays in the URL', async () => {
  const { store, change } = open(filtered)
  const calls = mockResponses({ 'POST /api/v1/dashboard/5/filter_state': Response.json({}, { status: 403 }) })
  const values = Array.from({ length: 400 }, (_, at) => `other ${at}`)
  await change(() => actions.setMask(store, 'F-1', maskOf(region, values)))
  await waitForAssertion(() => expect(calls).toHaveLength(1))
  expect(window.location.search).toMatch(/^\?f\.Region=other\+0,other\+1,/)
})
