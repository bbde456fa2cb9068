import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import DatabasesPage from '#client/pages/DatabasesPage.tsx'
import { queryClient } from '#client/session/query-client.ts'
import { reader } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { press, mockResponses, waitForAssertion } from '#testing/user-input.ts'

const GRANTS = '/api/v1/security/grants/'
const shop = {
  id: 2,
  database_name: 'shop',
  backend: 'postgresql',
  engine_information: { name: 'PostgreSQL' },
  version: 1,
  abilities: { can_read: true, can_write: true, can_delete: true },
}

function open(user: ReturnType<typeof reader>) {
  openSession({ user })
  const calls = mockResponses({
    'GET /api/v1/database/_info': { permissions: ['can_read', 'can_write'] },
    'GET /api/v1/database/': { result: [shop], count: 1 },
    'GET /api/v1/database/2/schemas/': { result: ['public'] },
    [`GET ${GRANTS}`]: { count: 0, result: [] },
    [`GET ${GRANTS}subjects`]: { result: [] },
  })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/database/list', component: DatabasesPage })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/database/list'] }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return calls
}

beforeEach(() => queryClient.clear())

it('administrators share a database from its row', async () => {
  const calls = open({ ...reader(1), roles: { Admin: [['can_read', 'Database']] } })
  await screen.findByRole('button', { name: 'Share shop' })
  await press('Share shop')
  await screen.findByRole('dialog', { name: 'Share shop' })
  await waitForAssertion(() => expect(calls.find(({ path }) => path === GRANTS)?.query.get('database')).toBe('2'))
})

it('other users cannot share a database', async () => {
  open(reader(1, ['can_read', 'Database'], ['can_write', 'Database']))
  await screen.findByRole('button', { name: 'Edit' })
  expect(screen.queryByRole('button', { name: 'Share shop' })).toBeNull()
})

it('the engine of a database has its display name', async () => {
  open(reader(1, ['can_read', 'Database']))
  await screen.findByText('PostgreSQL')
  expect(screen.queryByText('postgresql')).toBeNull()
})
