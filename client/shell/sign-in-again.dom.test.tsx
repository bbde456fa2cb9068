import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { call, configureCalls } from '#calls/call.ts'
import { dismissExpiry, expireSignIn } from '#client/session/sign-in-expiry.ts'
import { session } from '#client/session/session.ts'
import { reader } from '#testing/dashboard.ts'
import { type Call, field, userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { SignInAgain } from './SignInAgain.tsx'
import { createQueryClient } from '#client/session/query-client.ts'

const form = '<form><input type="hidden" id="csrf_token" name="csrf_token" value="form-token"></form>'

/** A response from the URL that redirects have led to. */
function answerOf(url: string, body: unknown): Response {
  return Object.defineProperty(Response.json(body), 'url', { value: `http://localhost${url}` })
}

/** A server where the session of user 1 has ended; `post` answers the sign-in. */
function open(post: (call: Call) => unknown) {
  openSession({ user: reader(1) })
  let isSignedIn = false
  const calls = mockResponses({
    'GET /login/': () => new Response(form, { headers: { 'content-type': 'text/html' } }),
    'POST /login/': (made: Call) => {
      isSignedIn = true
      return post(made)
    },
    'GET /api/v1/security/csrf_token/': { result: 'new token' },
    'PUT /api/v1/dashboard/5': () =>
      isSignedIn ? { result: {} } : Response.json({ msg: 'Not signed in' }, { status: 401 }),
  })
  configureCalls({ basePath: '', csrfToken: 'old token', timeout: 60_000, onSignedOut: expireSignIn })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <textarea aria-label="Unsaved" defaultValue="" />
      <SignInAgain />
    </QueryClientProvider>,
  )
  return calls
}

const password = async () => screen.findByLabelText<HTMLInputElement>('Password')

beforeEach(() => act(dismissExpiry))

it('opens the sign-in dialog when a request finds an ended session, retains unsaved work, and continues', async () => {
  const calls = open(() => answerOf('/api/v1/me/', { result: { id: 1 } }))
  await userInput().type(screen.getByRole('textbox', { name: 'Unsaved' }), 'my work')
  expect(screen.queryByText('Your sign-in has expired')).toBeNull()
  await act(() => call('PUT', '/api/v1/dashboard/5', { body: {} }).catch(() => undefined))

  expect(await screen.findByText('Sign in to continue. Your changes are kept.')).toBeDefined()
  expect(field('Username').value).toBe('user1')
  await userInput().type(await password(), 'secret{Enter}')
  await waitForAssertion(() => expect(screen.queryByText('Your sign-in has expired')).toBeNull())
  const sent = calls.find(({ method, path }) => method === 'POST' && path === '/login/')
  expect(sent?.query.get('next')).toBe('/api/v1/me/')
  expect(String(sent?.body)).toBe('username=user1&password=secret&csrf_token=form-token')

  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Unsaved' }).value).toBe('my work')
  expect(session().settings.csrfToken).toBe('new token')
  const request = vi.spyOn(globalThis, 'fetch')
  await call('PUT', '/api/v1/dashboard/5', { body: {} })
  expect(request.mock.calls[0]?.[1]?.headers).toMatchObject({ 'x-csrftoken': 'new token' })
})

it('reports a wrong password and requests it again', async () => {
  open(() => answerOf('/login/?problem=failed&next=%2Fapi%2Fv1%2Fme%2F', 'the sign-in page'))
  act(expireSignIn)
  await userInput().type(await password(), 'wrong')
  await press('Sign in')
  expect(await screen.findByText('Invalid login. Please try again.')).toBeDefined()
  expect((await password()).value).toBe('wrong')
  expect(session().settings.csrfToken).toBe('token')
})

it('names the missing input, focuses it, and sends nothing', async () => {
  const calls = open(() => answerOf('/api/v1/me/', { result: { id: 1 } }))
  act(expireSignIn)
  await userInput().clear(await screen.findByRole('textbox', { name: 'Username' }))
  await press('Sign in')
  expect(await screen.findByText('Type your username.')).toBeDefined()
  expect(screen.getByText('Type your password.')).toBeDefined()
  expect(document.activeElement).toBe(field('Username'))
  await userInput().type(field('Username'), 'user1')
  await press('Sign in')
  await waitForAssertion(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

it('reloads the page for another user, whose permissions differ', async () => {
  const reload = vi.fn<() => void>()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  open(() => answerOf('/api/v1/me/', { result: { id: 2 } }))
  act(expireSignIn)
  await userInput().clear(await screen.findByRole('textbox', { name: 'Username' }))
  await userInput().type(field('Username'), 'user2')
  await userInput().type(await password(), 'secret{Enter}')
  await waitForAssertion(() => expect(reload).toHaveBeenCalledOnce())
})
