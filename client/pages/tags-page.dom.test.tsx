import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import TagPage from '#client/pages/TagPage.tsx'
import TagsPage from '#client/pages/TagsPage.tsx'
import { queryClient } from '#client/session/query-client.ts'
import { reader } from '#testing/dashboard.ts'
import { userInput, isOpen, press, mockResponses, waitForAssertion, write } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { toast } from '#ui/overlay/toast.ts'

const sales = {
  id: 3,
  name: 'sales',
  description: 'What the board reads',
  used_by: { dashboard: 1, chart: 2, dataset: 0, query: 0 },
  created_by: { id: 1, first_name: 'Ada', last_name: 'Lovelace' },
  changed_on_delta_humanized: 'a day ago',
  abilities: { can_read: true, can_write: true, can_delete: true },
}
const carrier = (type: string, id: number, name: string, url: string) => ({
  id,
  type,
  name,
  url,
  creator: 'Ada Lovelace',
  owners: [],
  tags: [{ id: 3, name: 'sales' }],
})

async function open(address: string, rows: readonly object[], over: Parameters<typeof mockResponses>[0] = {}) {
  openSession({ user: reader(1, ['can_read', 'Tag'], ['can_write', 'Tag']) })
  const calls = mockResponses({
    'GET /api/v1/tag/_info': { permissions: ['can_read', 'can_write'] },
    'GET /api/v1/tag/get_objects/': {
      result: [
        carrier('dashboard', 5, 'Board', '/superset/dashboard/board/'),
        carrier('chart', 7, 'Delays', '/explore/?slice_id=7'),
      ],
      counts: { dashboard: 1, chart: 1, query: 0, dataset: 0 },
    },
    'GET /api/v1/tag/3': { id: 3, result: rows[0] },
    'GET /api/v1/tag/': { result: rows, count: rows.length },
    'POST /api/v1/tag/': { id: 4, result: {} },
    'PUT /api/v1/tag/3': { result: {} },
    'DELETE /api/v1/tag/3': { message: 'OK' },
    ...over,
  })
  const root = createRootRoute()
  const list = createRoute({ getParentRoute: () => root, path: '/tag/list', component: TagsPage })
  const one = createRoute({ getParentRoute: () => root, path: '/tag/objects', component: TagPage })
  const router = createRouter({
    routeTree: root.addChildren([list, one]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return calls
}

const writes = (calls: ReturnType<typeof mockResponses>) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

beforeEach(() => {
  queryClient.clear()
  toast.clear()
})

it('tags are listed with their objects; a tag is created, and an invalid name is reported while typing', async () => {
  const calls = await open('/tag/list', [sales])
  const row = within(await screen.findByRole('row', { name: /sales/ }))
  expect(row.getByText('1 dashboard · 2 charts')).toBeDefined()
  expect(row.getByRole('link', { name: 'sales' }).getAttribute('href')).toBe('/tag/objects?id=3')
  await press('Tag')
  await screen.findByRole('dialog', { name: 'Add tag' })
  await write('Name', 'a:b')
  expect(await screen.findByText('A name of a tag has no colon and no comma')).toBeDefined()
  expect(isOpen('Save')).toBe(false)
  await write('Name', 'weekly')
  await press('Save')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(calls)).toEqual([['POST', '/api/v1/tag/', { name: 'weekly', description: null }]])
})

it('reports a tag that cannot be created, and keeps the dialog open', async () => {
  const refused = () => Response.json({ message: 'The disk is full' }, { status: 500 })
  await open('/tag/list', [sales], { 'POST /api/v1/tag/': refused })
  await screen.findByRole('row', { name: /sales/ })
  await press('Tag')
  await write('Name', 'weekly')
  await press('Save')
  expect(await screen.findByText('An error occurred while creating tags: The disk is full')).toBeDefined()
})

it('a tag is renamed in the list, and deleted with a message', async () => {
  const calls = await open('/tag/list', [sales])
  await screen.findByRole('row', { name: /sales/ })
  await press('Edit')
  await screen.findByRole('dialog', { name: 'Edit tag' })
  await write('Name', 'revenue')
  await press('Save')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Delete sales')
  await waitForAssertion(() => expect(toast.first()?.text).toBe('Deleted: sales'))
  expect(writes(calls)).toEqual([
    ['PUT', '/api/v1/tag/3', { name: 'revenue', description: 'What the board reads' }],
    ['DELETE', '/api/v1/tag/3', undefined],
  ])
})

it('tags of others are neither renamed nor deleted', async () => {
  await open('/tag/list', [{ ...sales, abilities: { can_read: true, can_write: false, can_delete: false } }])
  await screen.findByRole('row', { name: /sales/ })
  await userInput().hover(screen.getByRole('row', { name: /sales/ }))
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete sales' })).toBeNull()
})

it('the page of a tag lists its objects by type, and renames it', async () => {
  const calls = await open('/tag/objects?id=3', [sales])
  await screen.findByRole('heading', { level: 1, name: 'sales' })
  const boards = within(await screen.findByRole('table', { name: 'Dashboards' }))
  expect(boards.getByRole('link', { name: 'Board' }).getAttribute('href')).toBe('/dashboard/board/')
  expect(within(screen.getByRole('table', { name: 'Charts' })).getByRole('link', { name: 'Delays' })).toBeDefined()
  expect(screen.queryByRole('table', { name: 'Datasets' })).toBeNull()
  await press('Edit')
  await write('Name', 'revenue')
  await press('Save')
  await waitForAssertion(() => expect(writes(calls)).toHaveLength(1))
})

it('the objects of a tag are loaded fifty of each type at a time, under their count', async () => {
  const charts = Array.from({ length: 52 }, (_, at) => carrier('chart', at, `Chart ${at}`, `/explore/?slice_id=${at}`))
  const calls = await open('/tag/objects?id=3', [sales], {
    'GET /api/v1/tag/get_objects/': ({ query }: { readonly query: URLSearchParams }) => {
      const from = 50 * Number(query.get('page'))
      return Response.json({ result: charts.slice(from, from + 50), counts: { chart: 52 } })
    },
  })
  const table = within(await screen.findByRole('table', { name: 'Charts' }))
  expect(screen.getByRole('heading', { name: 'Charts (52)' })).toBeDefined()
  expect(table.getAllByRole('link')).toHaveLength(50)
  await press('Show more')
  await waitForAssertion(() => expect(table.getAllByRole('link')).toHaveLength(52))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  const pages = calls.filter(({ path }) => path.startsWith('/api/v1/tag/get_objects/'))
  expect(pages).toHaveLength(2)
})

it('reports a missing tag', async () => {
  await open('/tag/objects?id=9', [sales], {
    'GET /api/v1/tag/9': () => Response.json({ message: 'Not found' }, { status: 404 }),
  })
  expect(await screen.findByText('The tag cannot be shown')).toBeDefined()
  await press('Try again')
  expect(await screen.findByText('Not found')).toBeDefined()
})
