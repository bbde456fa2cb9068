import { render } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openDashboard } from '#testing/dashboard.ts'
import { soon } from '#testing/user-input.ts'
import { actions, createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { useUrlSync } from './use-url-sync.ts'

function Synced() {
  useUrlSync()
  return null
}

/** A page with two tabs and URL sync, whose animation frames run on demand. */
function open() {
  window.history.replaceState(null, '', '/dashboard/5')
  let requested: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (made: FrameRequestCallback) => requested.push(made))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  const store = createDashboardStore(openDashboard())
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

it('A-URL-03: the URL names the open tab once it is painted', async () => {
  vi.useFakeTimers()
  const { store, frame, change, hash } = open()
  await change(() => actions.openTab(store, 'TAB-2'))
  frame()
  expect(hash()).toBe('')
  frame()
  expect(hash()).toBe('#TAB-2')
})

it('of tabs opened within a frame the last is said; a page that makes no frames says it as well', async () => {
  const { store, change, hash } = open()
  const writes = vi.spyOn(window.history, 'replaceState')
  await change(() => actions.openTab(store, 'TAB-2'))
  await change(() => actions.openTab(store, 'TAB-1'))
  await soon(() => expect(hash()).toBe('#TAB-1'))
  expect(writes).toHaveBeenCalledTimes(1)
})

it('a page that is left in the same moment says the tab before', async () => {
  vi.useFakeTimers()
  const { store, page, change, hash } = open()
  await change(() => actions.openTab(store, 'TAB-2'))
  page.unmount()
  expect(hash()).toBe('#TAB-2')
})

it('a step leaves the tab behind it that was open before', async () => {
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
