import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import type { CardContent } from './CardGrid.tsx'
import type { ResourceListProps, EntityUse } from './list-props.ts'
import { ResourceList } from './ResourceList.tsx'

interface Line {
  readonly id: number
  readonly slice_name: string
  readonly owners?: readonly { readonly id: number }[]
  readonly abilities: { readonly can_delete: boolean; readonly can_write: boolean }
}

const line = (id: number, slice_name: string, mine = true, owner = 1) => ({
  id,
  slice_name,
  owners: [{ id: owner, first_name: 'Ann', last_name: 'Test' }],
  abilities: { can_read: true, can_write: mine, can_delete: mine },
})
const card: CardContent<Line> = {
  nameOf: (row) => row.slice_name,
  hrefOf: (row) => `/explore?slice_id=${row.id}`,
  picture: (row) => <span>{`picture of ${row.slice_name}`}</span>,
  details: () => 'Table · now',
}

beforeEach(() => localStorage.clear())

function open(
  rows: readonly object[],
  usedIn: (rows: readonly Line[]) => Promise<readonly EntityUse[]> = async () => [],
  duplicate?: ResourceListProps<Line>['duplicate'],
  address = '/chart/list',
) {
  openSession()
  const calls = mockResponses({
    '/api/v1/chart/_info': { permissions: ['can_read', 'can_write'] },
    '/api/v1/chart/related/owners': { result: [{ value: 7, text: 'Bob Test' }], count: 1 },
    'PUT /api/v1/chart/': ({ path }: { path: string }) =>
      path.endsWith('/5')
        ? Response.json({ message: 'Forbidden' }, { status: 403 })
        : Response.json({ id: 4, result: {} }),
    'DELETE /api/v1/chart/': { message: 'OK' },
    '/api/v1/chart/': ({ query }: { query: URLSearchParams }) =>
      query.get('q')?.includes('slice_name') ? { result: [], count: 0 } : { result: rows, count: rows.length },
  })
  const List = () => (
    <ResourceList<Line>
      name="chart"
      title="Charts"
      noun="chart"
      searchLabel="Search"
      searchFilter={(value) => ({ col: 'slice_name', opr: 'ct', value })}
      columns={[{ id: 'slice_name', title: 'Name', isSortable: true, cell: (row) => row.slice_name }]}
      nameOf={(row) => row.slice_name}
      card={card}
      usedIn={usedIn}
      hasOwners
      isBinned
      {...(duplicate ? { duplicate } : {})}
      empty={() => 'none'}
    />
  )
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/chart/list', component: List })
  const history = createMemoryHistory({ initialEntries: [address] })
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter({ routeTree: root.addChildren([page]), history }) as never} />
      <ToastRegion />
    </QueryClientProvider>,
  )
  return calls
}

const written = (calls: ReturnType<typeof open>) =>
  calls
    .filter(({ method }) => method === 'PUT' || method === 'DELETE')
    .map(({ method, path, body }) => [method, path, body])

it('shows cards with named buttons, a choice that this browser keeps', async () => {
  const calls = open([line(4, 'Delays')])
  await screen.findByRole('row', { name: /Delays/ })
  await userInput().click(screen.getByRole('radio', { name: 'Cards' }))
  const cards = await screen.findByRole('list', { name: 'Charts' })
  expect(within(cards).getByText('picture of Delays')).toBeDefined()
  expect(within(cards).getByRole('link', { name: 'Delays' }).getAttribute('href')).toBe('/explore?slice_id=4')
  expect(localStorage.getItem('list_view_chart')).toBe('cards')
  expect(screen.queryByRole('table')).toBeNull()
  // Bulk selection requires the list view.
  await press('Bulk select')
  expect(await screen.findByRole('table')).toBeDefined()
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
})

it('lists the dependents of a row before it is deleted; without any it does not confirm', async () => {
  const boards = ['one', 'two'].map((each) => ({ name: `Board ${each}`, href: `/dashboard/${each}` }))
  const usedIn = vi.fn<(rows: readonly Line[]) => Promise<readonly EntityUse[]>>(async (rows) =>
    rows[0]?.id === 4 ? boards : [],
  )
  const calls = open([line(4, 'Delays'), line(6, 'Routes')], usedIn)
  await screen.findByRole('row', { name: /Delays/ })
  await press('Delete Delays')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Delays?' })
  expect(dialog.textContent).toContain('Used in: Board one, Board two')
  const ways = within(dialog).getAllByRole('link')
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/dashboard/one', '/dashboard/two'])
  await userInput().click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(written(calls)).toEqual([])
  await press('Delete Delays')
  await userInput().click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitForAssertion(() => expect(written(calls)).toEqual([['DELETE', '/api/v1/chart/4', undefined]]))
  await press('Delete Routes')
  await waitForAssertion(() => expect(written(calls)).toHaveLength(2))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('a deleted row leaves the list before the list is read again', async () => {
  open([line(4, 'Delays'), line(6, 'Routes')])
  await screen.findByRole('row', { name: /Delays/ })
  mockResponses({ 'DELETE /api/v1/chart/': { message: 'OK' }, '/api/v1/chart/': () => new Promise(() => undefined) })
  await press('Delete Delays')
  expect(await screen.findByText('Deleted: Delays')).toBeDefined()
  await waitForAssertion(() => expect(screen.queryByRole('row', { name: /Delays/ })).toBeNull())
  expect(screen.getByRole('row', { name: /Routes/ })).toBeDefined()
})

it('adds an owner to several rows, and reports rows that could not be changed', async () => {
  const calls = open([line(4, 'Delays'), line(5, 'Routes'), line(6, 'Of another', false)])
  await screen.findByRole('row', { name: /Delays/ })
  await press('Bulk select')
  for (const box of await screen.findAllByRole('checkbox', { name: /Delays|Routes/ })) await userInput().click(box)
  await press('Owners')
  const dialog = await screen.findByRole('dialog', { name: 'Owners of 2 items' })
  await userInput().click(within(dialog).getByRole('combobox'))
  await userInput().click(await screen.findByRole('option', { name: 'Bob Test' }))
  await userInput().keyboard('{Escape}')
  await press('Save')
  await waitForAssertion(() =>
    expect(written(calls)).toEqual([
      ['PUT', '/api/v1/chart/4', { owners: [1, 7] }],
      ['PUT', '/api/v1/chart/5', { owners: [1, 7] }],
    ]),
  )
  expect(
    await screen.findByText(/^Owners could not be changed: Routes \(.*\)\. Owners of 1 item changed$/),
  ).toBeDefined()
})

it('duplicates a row with one click if that is possible', async () => {
  const copied: number[] = []
  const duplicate = {
    copy: async ({ id }: Line) => void copied.push(id),
    isFor: ({ id }: Line) => id !== 5,
  }
  open([line(4, 'Delays'), line(5, 'Routes')], undefined, duplicate)
  await screen.findByRole('row', { name: /Delays/ })
  expect(screen.queryByRole('button', { name: 'Duplicate Routes' })).toBeNull()
  await press('Duplicate Delays')
  expect(await screen.findByText('Duplicated: Delays')).toBeDefined()
  expect(copied).toEqual([4])
})

it('a search without results offers a similar name, and can be cleared', async () => {
  open([line(4, 'Delays by day'), line(5, 'Routes')], undefined, undefined, '/chart/list?search=dleays')
  expect(await screen.findByText('Nothing matches “dleays”')).toBeDefined()
  const closest = await screen.findByRole('link', { name: 'Delays by day' })
  expect(closest.getAttribute('href')).toBe('/explore?slice_id=4')
  expect(screen.queryByText('Routes')).toBeNull()
  await press('Clear the search')
  expect(await screen.findByRole('row', { name: /Routes/ })).toBeDefined()
})
