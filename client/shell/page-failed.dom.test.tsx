import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { press } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { PageError } from './PageError.tsx'

it('a page that fails has the error as its heading, and opens after a retry', async () => {
  openSession()
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  let isBroken = true
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => {
      if (isBroken) throw new Error('The disk is full')
      return <p>Opened</p>
    },
  })
  const routeTree = root.addChildren([page])
  const history = createMemoryHistory({ initialEntries: ['/'] })
  render(<RouterProvider router={createRouter({ routeTree, history, defaultErrorComponent: PageError }) as never} />)
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { level: 1 }).textContent).toBe('Unexpected error')
  expect(within(alert).getByText('The disk is full')).toBeDefined()
  expect(within(alert).getByRole('button', { name: 'Copy error' })).toBeDefined()
  isBroken = false
  await press('Try again')
  expect(await screen.findByText('Opened')).toBeDefined()
})
