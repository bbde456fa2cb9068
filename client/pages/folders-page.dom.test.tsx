import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import FoldersPage from '#client/pages/FoldersPage.tsx'
import { queryClient } from '#client/session/query-client.ts'
import { reader } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { toast } from '#ui/overlay/toast.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'

const FOLDERS = '/api/v1/folder/'
const sales = {
  id: 4,
  name: 'Sales',
  parent: null,
  path: [],
  owners: [],
  is_owner: true,
  version: 1,
  abilities: { can_read: true, can_write: true, can_delete: true },
}
const notEmpty = () =>
  Response.json(
    { message: 'The folder is not empty' },
    { status: 422, headers: { 'x-facet-error': 'folder-not-empty' } },
  )

function open(onDelete: object) {
  openSession({ user: reader(1, ['can_read', 'Folder'], ['can_write', 'Folder']) })
  const calls = mockResponses({
    'GET /api/v1/folder/_info': { permissions: ['can_read', 'can_write'] },
    [`GET ${FOLDERS}`]: { result: [sales], count: 1 },
    'DELETE /api/v1/folder/4': onDelete,
    [`DELETE ${FOLDERS}`]: { message: 'Deleted 1 folder' },
  })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/folder/list', component: FoldersPage })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/folder/list'] }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
      <ToastRegion />
    </QueryClientProvider>,
  )
  return calls
}

beforeEach(() => {
  queryClient.clear()
  toast.clear()
})

it('offers to move the contents of a folder up when it is not empty', async () => {
  const calls = open(notEmpty)
  await screen.findByRole('button', { name: 'Delete Sales' })
  await press('Delete Sales')
  await screen.findByRole('alertdialog', { name: 'Delete Sales and move its contents up?' })
  await press('Move contents up and delete')
  await waitForAssertion(() => expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2))
  const last = calls.findLast(({ method }) => method === 'DELETE')
  expect([last?.path, last?.query.get('q'), last?.query.get('contents')]).toEqual([FOLDERS, '!(4)', 'up'])
  expect(await screen.findByText('Deleted: Sales. Its contents moved up.')).toBeDefined()
})

it('deletes an empty folder at once', async () => {
  const calls = open({ message: 'Deleted 1 folder' })
  await screen.findByRole('button', { name: 'Delete Sales' })
  await press('Delete Sales')
  expect(await screen.findByText('Deleted: Sales')).toBeDefined()
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/api/v1/folder/4'])
})
