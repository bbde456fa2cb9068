import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiResponseError } from '#calls/call.ts'
import { press } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { PageError } from './PageError.tsx'

/** Renders a page that fails with this error until it is repaired. */
function open(error: Error) {
  openSession()
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  let isBroken = true
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => {
      if (isBroken) throw error
      return <p>Opened</p>
    },
  })
  const routeTree = root.addChildren([page])
  const history = createMemoryHistory({ initialEntries: ['/'] })
  render(<RouterProvider router={createRouter({ routeTree, history, defaultErrorComponent: PageError }) as never} />)
  return { repair: () => (isBroken = false) }
}

it('a page that fails has the error as its heading, and opens after a retry', async () => {
  const { repair } = open(new Error('The disk is full'))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { level: 1 }).textContent).toBe('Unexpected error')
  expect(within(alert).getByText('The disk is full')).toBeDefined()
  expect(within(alert).getByRole('button', { name: 'Copy error' })).toBeDefined()
  repair()
  await press('Try again')
  expect(await screen.findByText('Opened')).toBeDefined()
})

const LOAD_FAILURE = 'Part of the page could not be loaded. Try again, or reload the page.'
const MODULE_ERROR = 'Failed to fetch dynamically imported module: http://localhost/assets/page.js'

it.each([
  ['code', new TypeError(MODULE_ERROR), 'Unexpected error', `${LOAD_FAILURE} ${MODULE_ERROR}`],
  ['data', new ApiResponseError('x', 'network'), "Can't reach the server.", LOAD_FAILURE],
])('a page whose %s gets no response says what to do, and opens after a retry', async (_part, error, title, text) => {
  const { repair } = open(error)
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { level: 1 }).textContent).toBe(title)
  expect(within(alert).getByText(text)).toBeDefined()
  repair()
  await press('Try again')
  expect(await screen.findByText('Opened')).toBeDefined()
})
