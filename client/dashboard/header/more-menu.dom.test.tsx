import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reader, openDashboard } from '#testing/dashboard.ts'
import { userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { NavigateContext } from '#ui/layout/navigate-to.ts'
import { toast } from '#ui/overlay/toast.ts'
import { DashboardExportContext } from '../state/dashboard-exports.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { MoreMenu } from './MoreMenu.tsx'
import { createQueryClient } from '#client/session/query-client.ts'

const owner = [
  ['can_read', 'Dashboard'],
  ['can_write', 'Dashboard'],
  ['can_save_dash', 'Superset'],
  ['can_share_dashboard', 'Superset'],
] as const

function open(permissions: readonly (readonly [string, string])[] = owner, metadata: object = {}, settings = {}) {
  const user = reader(1, ...permissions)
  openSession({ user, settings })
  const calls = mockResponses({
    'DELETE /api/v1/dashboard/5': { message: 'OK' },
    'GET /api/v1/security/grants/': { count: 0, result: [] },
    'GET /api/v1/security/grants/subjects': { result: [] },
    'GET /api/v1/security/grants/requests': { count: 0, result: [] },
    'POST /api/v1/dashboard/5/restore': { message: 'OK' },
    'POST /api/v1/dashboard/5/permalink': { key: 'k', url: '/superset/dashboard/p/k/' },
  })
  const store = createDashboardStore(openDashboard(metadata, { user }))
  const went = vi.fn<(href: string) => void>()
  const sheet = vi.fn<(format: string) => void>()
  const refresh = vi.fn<() => void>()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <NavigateContext value={went}>
        <DashboardContext value={store}>
          <DashboardExportContext value={{ saveChart: () => undefined, copyChart: () => undefined, open: sheet }}>
            <MoreMenu onRefresh={refresh} />
          </DashboardExportContext>
        </DashboardContext>
      </NavigateContext>
    </QueryClientProvider>,
  )
  return { store, calls, went, sheet, refresh }
}

const lines = async () => {
  await press('More')
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}
const within = async (name: string, then: RegExp | string) => {
  await press('More')
  await press(name, 'menuitem')
  await userInput().click(await screen.findByRole('menuitem', { name: then }))
}

beforeEach(() => {
  toast.clear()
  window.history.replaceState(null, '', '/dashboard/5?native_filters=()#TAB-1')
})

describe('the menu of a dashboard', () => {
  it('D-META-05: offers the items that the flags of the dashboard allow', async () => {
    open([['can_read', 'Dashboard']])
    const offered = await lines()
    expect(offered).toEqual([
      'Refresh dashboard',
      'Auto-refresh',
      'Compare withSet a time range first.',
      'Present',
      'Enter fullscreen',
      'Download',
    ])
  })

  it('offers the embed code only when the server allows framing', async () => {
    const { calls } = open(owner, {}, { isFramed: true })
    await within('Share', 'Embed code')
    // The text field shown until the editor loads is another element.
    const code = () => screen.getByRole('textbox', { name: 'Embed code' }).textContent
    await waitForAssertion(() =>
      expect(code()).toMatch(/width="1200"[^]*height="800"[^]*src="[^"]*\/superset\/dashboard\/p\/k\/"/),
    )
    const requests = calls.filter(({ path }) => path.endsWith('/permalink'))
    expect(requests).toHaveLength(1)
    expect(requests[0]?.body).toMatchObject({ urlParams: [['standalone', '2']] })
  })

  it('offers no embed code if the server denies frames', async () => {
    open()
    await press('More')
    await press('Share', 'menuitem')
    expect(await screen.findByRole('menuitem', { name: 'Send by mail' })).toBeDefined()
    expect(screen.queryByRole('menuitem', { name: 'Embed code' })).toBeNull()
  })

  it('opens the sharing dialog for owners', async () => {
    const { calls } = open()
    await press('More')
    await press('Share with people', 'menuitem')
    expect(await screen.findByRole('dialog', { name: 'Share Flights' })).toBeDefined()
    await waitForAssertion(() => expect(calls.map(({ path }) => path)).toContain('/api/v1/security/grants/'))
  })

  it('deletes the dashboard, and brings it back', async () => {
    const { calls, went } = open()
    await press('More')
    await press('Delete', 'menuitem')
    await waitForAssertion(() => expect(went).toHaveBeenCalledWith('/dashboard/list'))
    expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/api/v1/dashboard/5'])
    toast.first()?.action?.onPress()
    await waitForAssertion(() => expect(went).toHaveBeenLastCalledWith('/dashboard/5'))
    expect(calls.at(-1)?.path).toBe('/api/v1/dashboard/5/restore')
  })

  it('I-10: copies a link to the open tab', async () => {
    const { calls } = open()
    await within('Share', 'Copy link to tab First')
    await waitForAssertion(() => expect(calls.at(-1)?.body).toMatchObject({ anchor: 'TAB-1' }))
  })

  it('exports an image or a PDF', async () => {
    const { sheet } = open()
    await within('Download', 'Image (PNG)')
    await within('Download', /PDF or paper/)
    expect(sheet.mock.calls).toEqual([['png'], ['pdf']])
  })

  it('I-10: enters full screen, and keeps the state of the page in the URL', async () => {
    open()
    document.documentElement.requestFullscreen = () => Promise.resolve()
    await press('More')
    await press('Enter fullscreen', 'menuitem')
    const { search, hash } = window.location
    expect([
      new URLSearchParams(search).get('standalone'),
      new URLSearchParams(search).get('native_filters'),
      hash,
    ]).toEqual(['1', '()', '#TAB-1'])
  })

  it('starts and ends a comparison of charts with a time range', async () => {
    const { store } = open()
    actions.changeCharts(store, (charts) => ({
      ...charts,
      10: { ...charts[10], form_data: { ...charts[10]?.form_data, time_range: 'Last week' } } as never,
    }))
    await within('Compare with', 'The previous period')
    expect(store.getState().comparison).toBe('inherit')
    await within('Compare with', 'Nothing')
    expect(store.getState().comparison).toBeUndefined()
  })

  it('D-HYDRATE-07: refreshes at the stored interval, or at one for this visit', async () => {
    const { store } = open(owner, { refresh_frequency: 60 })
    expect(store.getState().refreshFrequency).toBe(60)
    await within('Auto-refresh', "Don't refresh")
    expect(store.getState().refreshFrequency).toBe(0)
    expect(store.getState().info.metadata['refresh_frequency']).toBe(60)
  })
})
