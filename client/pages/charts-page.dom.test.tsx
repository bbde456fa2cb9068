import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { EXAMPLE_LOAD_KEY } from '#client/shell/ExampleLoad.tsx'
import { queryClient } from '#client/session/query-client.ts'
import { openSession } from '#testing/session.ts'
import { press, mockResponses } from '#testing/user-input.ts'
import ChartsPage from './ChartsPage.tsx'

/** Opens the list, by default with one chart that the user may read but not change. */
async function open(basePath = '', over: Parameters<typeof mockResponses>[0] = {}, isLoadingExamples = false) {
  openSession({ settings: { basePath, isLoadingExamples } })
  mockResponses({
    '/api/v1/chart/_info': { permissions: ['can_read'] },
    '/api/v1/chart/favorite_status/': { result: [] },
    '/api/v1/chart/': {
      result: [
        {
          id: 4,
          slice_name: 'Delays',
          viz_type: 'table',
          owners: [],
          tags: [],
          abilities: { can_read: true, can_write: false, can_delete: false },
        },
      ],
      count: 1,
    },
    ...over,
  })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/chart/list', component: ChartsPage })
  const history = createMemoryHistory({ initialEntries: ['/chart/list'] })
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter({ routeTree: root.addChildren([page]), history }) as never} />
    </QueryClientProvider>,
  )
}

it('a reader shares a chart of the list by its link, also under a base path', async () => {
  vi.stubGlobal('isSecureContext', true)
  await open('/facet')
  await screen.findByRole('row', { name: /Delays/ })
  await press('Share Delays')
  const link = `${window.location.origin}/facet/explore?slice_id=4`
  await expect.poll(() => navigator.clipboard.readText(), { timeout: 20_000 }).toBe(link)
  expect(screen.queryByRole('button', { name: 'Edit properties of Delays' })).toBeNull()
})

it('names contacts to a user who sees no charts', async () => {
  await open('', {
    '/api/v1/chart/': { result: [], count: 0 },
    '/api/v1/security/grants/contacts': { result: ['Ana Lee'] },
  })
  expect(await screen.findByText('Ask one of the administrators: Ana Lee.')).toBeDefined()
})

it('an empty list shows that examples are being loaded, and lists them once they are', async () => {
  let load = { state: 'loading', loaded: 8, total: 16 }
  let result: readonly object[] = []
  const over = {
    '/api/v1/example_load/': () => ({ result: load }),
    '/api/v1/chart/': () => ({ result, count: result.length }),
  }
  await open('', over, true)
  expect(await screen.findByText('Loading examples…')).toBeDefined()
  const progress = await screen.findByText('8 of 16 parts loaded')
  expect(progress.isConnected).toBe(true)
  expect(screen.queryByText('No charts yet')).toBeNull()
  load = { state: 'loading', loaded: 9, total: 16 }
  result = [{ id: 4, slice_name: 'Delays', viz_type: 'table', owners: [], tags: [] }]
  await queryClient.refetchQueries({ queryKey: EXAMPLE_LOAD_KEY })
  expect(await screen.findByRole('row', { name: /Delays/ })).toBeDefined()
  expect(screen.getByRole('status').textContent).toContain('9 of 16 parts loaded')
})
