import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import HomePage from '#client/pages/HomePage.tsx'
import { queryClient } from '#client/session/query-client.ts'
import { serve, soon } from '#testing/hands.ts'
import { openSession } from '#testing/session.ts'

function open(count: number) {
  openSession()
  const row = { id: 1, dashboard_title: 'Sales', slice_name: 'Revenue' }
  const result = Array.from({ length: count }, () => row)
  serve({
    '/api/v1/dashboard/': { result, count },
    '/api/v1/chart/': { result, count },
    '/api/v1/database/': { result: [], count: 0 },
    '/recent_activity/': { result: [] },
  })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/', component: HomePage })
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider
        router={
          createRouter({
            routeTree: root.addChildren([page]),
            history: createMemoryHistory({ initialEntries: ['/'] }),
          }) as never
        }
      />
    </QueryClientProvider>,
  )
}

it('an empty product has one start under one heading, and no list beside it', async () => {
  open(0)
  const start = await screen.findByRole('region', { name: 'Welcome to Facet' })
  expect(screen.getAllByRole('heading').map((each) => each.textContent)).toEqual(['Welcome to Facet'])
  expect(within(start).getByRole('group', { name: 'Drop a CSV file here' })).toBeDefined()
  expect(within(start).getByRole('link').getAttribute('href')).toBe('/dataset/list')
  expect(screen.queryByRole('region', { name: 'Charts' })).toBeNull()
})

it('a product in use has its lists and no second welcome', async () => {
  open(1)
  await soon(() => expect(screen.getByRole('link', { name: 'Revenue' })).toBeDefined())
  expect(screen.queryByText('Welcome to Facet')).toBeNull()
})
