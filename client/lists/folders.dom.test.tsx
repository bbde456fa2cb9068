import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { reasonText } from '#client/access/reason-text.ts'
import { reader } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { choose, press, mockResponses, waitForAssertion, write } from '#testing/user-input.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { FolderDialog } from './FolderDialog.tsx'
import { folderColumn } from './FolderPath.tsx'
import { folderFilters } from './list-filter.ts'
import { ResourceList } from './ResourceList.tsx'

interface Line {
  readonly id: number
  readonly slice_name: string
  readonly folder: { readonly id: number; readonly name: string } | null
}

const nameOf = (row: Line) => row.slice_name
const line = (id: number, slice_name: string, folder: Line['folder'] = null, mine = true) => ({
  id,
  slice_name,
  folder,
  abilities: { can_read: true, can_write: mine, can_delete: mine },
})
const sales = { id: 7, name: 'Sales' }
const member = reader(1, ['can_read', 'Folder'], ['can_write', 'Folder'])

beforeEach(() => localStorage.clear())

function open(
  content: 'list' | 'dialog',
  user = member,
  path = '/chart/list',
  over: Parameters<typeof mockResponses>[0] = {},
) {
  openSession({ user })
  const related = { result: [{ value: 7, text: 'Company / Sales' }], count: 1 }
  const rows = [line(1, 'Mine', sales), line(2, 'Second'), line(3, 'Foreign', null, false)]
  const calls = mockResponses({
    '/api/v1/chart/_info': { permissions: ['can_read', 'can_write'] },
    '/api/v1/chart/related/folder': related,
    '/api/v1/folder/related/parent': related,
    '/api/v1/folder/7': { id: 7, result: { ...sales, path: [{ id: 6, name: 'Company' }], parent: null } },
    'POST /api/v1/folder/': { id: 8, result: {} },
    'PUT /api/v1/chart/': { id: 1, result: {} },
    '/api/v1/chart/': { result: rows, count: rows.length },
    ...over,
  })
  const List = () => (
    <ResourceList<Line>
      name="chart"
      title="Charts"
      noun="chart"
      searchLabel="Search"
      searchFilter={(value) => ({ col: 'slice_name', opr: 'ct', value })}
      columns={[{ id: 'slice_name', title: 'Name', cell: nameOf }, folderColumn()]}
      nameOf={nameOf}
      hasFolders
      filters={folderFilters()}
      empty={() => 'none'}
    />
  )
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/chart/list',
    component: () => (content === 'list' ? <List /> : <FolderDialog onClose={() => undefined} />),
  })
  const history = createMemoryHistory({ initialEntries: [path] })
  queryClient.clear()
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
      <ToastRegion />
    </QueryClientProvider>,
  )
  return { calls, history }
}

type Calls = ReturnType<typeof open>['calls']

const written = (calls: Calls) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

it('moves one row to a folder, and only rows that the user may change', async () => {
  const { calls } = open('list')
  await screen.findByText('Second')
  await press('Move Second to folder…')
  expect(screen.queryByRole('button', { name: 'Move Foreign to folder…' })).toBeNull()
  await choose('To folder', 'Company / Sales')
  await press('Save')
  await waitForAssertion(() => expect(written(calls)).toEqual([['PUT', '/api/v1/chart/2', { folder_id: 7 }]]))
  expect(await screen.findByText('1 item moved')).toBeTruthy()
})

it('moves the selected rows out of their folders', async () => {
  const { calls } = open('list')
  await screen.findByText('Second')
  await press('Bulk select')
  await press(/Mine/, 'checkbox')
  await press(/Second/, 'checkbox')
  await press('Move to folder…')
  await choose('To folder', 'No folder')
  await press('Save')
  await waitForAssertion(() =>
    expect(written(calls)).toEqual([
      ['PUT', '/api/v1/chart/1', { folder_id: null }],
      ['PUT', '/api/v1/chart/2', { folder_id: null }],
    ]),
  )
})

it('filters by the folder of a row and shows the path to it', async () => {
  const { calls, history } = open('list')
  await screen.findByText('Second')
  await press('Sales')
  await waitForAssertion(() => expect(history.location.search).toContain('folder'))
  const listed = calls.findLast(({ path }) => path === '/api/v1/chart/')
  expect(decodeURIComponent(String(listed?.query))).toContain('folder_below')
  await screen.findByRole('navigation', { name: 'Folder' })
  await press('Company')
  await waitForAssertion(() => expect(history.location.search).toContain('6'))
})

it('offers no folders to users who may not see any', async () => {
  open('list', reader(1))
  await screen.findByText('Second')
  expect(screen.queryByRole('button', { name: 'Move Second to folder…' })).toBeNull()
})

it('creates a folder in another one', async () => {
  const { calls } = open('dialog')
  await screen.findByRole('dialog', { name: 'Add folder' })
  await write('Name', 'Europe')
  await choose('In folder', 'Company / Sales')
  await press('Save')
  await waitForAssertion(() =>
    expect(written(calls)).toEqual([['POST', '/api/v1/folder/', { name: 'Europe', parent_id: 7 }]]),
  )
})

it('offers a folder that was created since the folders were last read', async () => {
  const result = [{ value: 7, text: 'Company / Sales' }]
  open('dialog', member, '/chart/list', { '/api/v1/folder/related/parent': () => ({ result, count: result.length }) })
  await screen.findByRole('dialog', { name: 'Add folder' })
  await waitForAssertion(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  result.push({ value: 8, text: 'Europe' })
  render(
    <QueryClientProvider client={queryClient}>
      <FolderDialog onClose={() => undefined} />
    </QueryClientProvider>,
  )
  await waitForAssertion(() => expect(queryClient.isFetching()).toBe(0))
  await choose('In folder', 'Europe')
  expect(screen.getByRole('combobox', { name: /^In folder/ }).textContent).toContain('Europe')
})

it('names the folder that grants a right', () => {
  expect(reasonText({ by: 'grant', level: 'see', folder: sales })).toBe('may see, by folder Sales')
})
