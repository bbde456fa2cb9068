import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { ViewAsDialog } from '#client/access/ViewAsDialog.tsx'
import { createQueryClient } from '#client/session/query-client.ts'
import { watchViewAs, signInAfterView } from '#client/session/view-as.ts'
import type { ViewAs } from '#core/access/current-user.ts'
import { openSession } from '#testing/session.ts'
import { press, mockResponses, waitForAssertion, write } from '#testing/user-input.ts'
import { ViewAsBar } from './ViewAsBar.tsx'

const VIEW_AS = '/api/v1/security/view_as/'

const assign = vi.fn<(url: string) => void>()
beforeEach(() => {
  openSession({ settings: { basePath: '/bi' } })
  vi.spyOn(window.location, 'assign').mockImplementation((url) => assign(String(url)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  assign.mockClear()
})

const viewAs = (over: Partial<ViewAs> = {}): ViewAs => ({
  type: 'user',
  id: 7,
  name: 'Ana Lee',
  administrator: { id: 1, username: 'ada' },
  until: Date.now() + 60_000,
  ...over,
})

const show = (part: React.ReactNode) =>
  render(<QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>)

const written = (calls: ReturnType<typeof mockResponses>) => calls.map(({ method, path, body }) => [method, path, body])

it('names the viewed user or role, and its button ends the view and opens the home page', async () => {
  const calls = mockResponses({ [`DELETE ${VIEW_AS}`]: { message: 'OK' } })
  const { unmount } = show(<ViewAsBar viewAs={viewAs({ type: 'role', name: 'Gamma' })} />)
  expect(screen.getByText('You see Facet as the role Gamma (read only)')).toBeDefined()
  unmount()
  show(<ViewAsBar viewAs={viewAs()} />)
  expect(screen.getByText('You see Facet as Ana Lee (read only)')).toBeDefined()
  await press('Stop')
  await waitForAssertion(() => expect(assign.mock.calls).toEqual([['/bi/']]))
  expect(written(calls)).toEqual([['DELETE', VIEW_AS, undefined]])
})

it('opens the home page when the view has ended already, and stays when the server fails', async () => {
  const fails = (status: number, code: string) => () =>
    new Response(JSON.stringify({ message: code }), { status, headers: { 'x-facet-error': code } })
  mockResponses({ [`DELETE ${VIEW_AS}`]: fails(400, 'csrf-wrong') })
  const { unmount } = show(<ViewAsBar viewAs={viewAs()} />)
  await press('Stop')
  await waitForAssertion(() => expect(assign).toHaveBeenCalledTimes(1))
  unmount()
  mockResponses({ [`DELETE ${VIEW_AS}`]: fails(500, 'internal') })
  show(<ViewAsBar viewAs={viewAs()} />)
  await press('Stop')
  await waitForAssertion(() =>
    expect(screen.getByRole('button', { name: 'Stop' }).getAttribute('aria-disabled')).not.toBe('true'),
  )
  expect(assign).toHaveBeenCalledTimes(1)
})

it('opens the home page when the time of the view is over', () => {
  vi.useFakeTimers()
  show(<ViewAsBar viewAs={viewAs({ until: Date.now() + 5000 })} />)
  vi.advanceTimersByTime(4999)
  expect(assign).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(assign.mock.calls).toEqual([['/bi/']])
})

it('a view begins with its reason, and other tabs reload, but not this one', async () => {
  const reload = vi.fn<() => void>()
  watchViewAs({ assign, reload })
  const otherTab = new BroadcastChannel('facet view /bi')
  onTestFinished(() => otherTab.close())
  const heard = vi.fn<() => void>()
  otherTab.addEventListener('message', heard)
  const calls = mockResponses({ [`POST ${VIEW_AS}`]: { result: {} } })
  show(<ViewAsDialog subject={{ user_id: 7 }} name="ana" onClose={() => undefined} />)
  await screen.findByRole('dialog', { name: 'View as ana' })
  await write('Reason (optional)', ' Ticket 12 ')
  await press('View as')
  await waitForAssertion(() => expect(assign.mock.calls).toEqual([['/bi/']]))
  expect(written(calls)).toEqual([['POST', VIEW_AS, { user_id: 7, reason: 'Ticket 12' }]])
  await waitForAssertion(() => expect(heard).toHaveBeenCalledTimes(1))
  expect(reload).not.toHaveBeenCalled()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  otherTab.postMessage(null)
  await waitForAssertion(() => expect(reload).toHaveBeenCalledTimes(1))
})

it('opens the sign-in page when the session of the administrator has ended, not when a role lacks a permission', async () => {
  const signIn = vi.fn<() => void>()
  mockResponses({ 'GET /api/v1/security/csrf_token/': { result: 'token' } })
  await signInAfterView(signIn)()
  expect(signIn).not.toHaveBeenCalled()
  mockResponses({ 'GET /api/v1/security/csrf_token/': () => new Response('{}', { status: 401 }) })
  await signInAfterView(signIn)()
  expect(signIn).toHaveBeenCalledTimes(1)
})

it('shows why a view does not begin', async () => {
  mockResponses({ [`POST ${VIEW_AS}`]: () => new Response('{"message":"Forbidden"}', { status: 403 }) })
  show(<ViewAsDialog subject={{ role_id: 3 }} name="Gamma" onClose={() => undefined} />)
  await press('View as')
  expect(await screen.findByText('Forbidden')).toBeDefined()
  expect(assign).not.toHaveBeenCalled()
})
