import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import type { TagReference } from '#core/rest/responses.ts'
import { reader } from '#testing/dashboard.ts'
import { userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import type { CardContent } from './CardGrid.tsx'
import { tagFilters } from './list-filter.ts'
import { ResourceList } from './ResourceList.tsx'
import { TagChips, tagsColumn } from './TagChips.tsx'

interface Line {
  readonly id: number
  readonly slice_name: string
  readonly tags: readonly TagReference[]
}

const nameOf = (row: Line) => row.slice_name
const line = (id: number, slice_name: string, names: readonly string[] = [], mine = true) => ({
  id,
  slice_name,
  tags: names.map((name, at) => ({ id: 10 + at, name })),
  abilities: { can_read: true, can_write: mine, can_delete: mine },
})
const card: CardContent<Line> = {
  nameOf,
  hrefOf: ({ id }) => `/explore?slice_id=${id}`,
  picture: () => null,
  details: () => 'Table',
  tags: (row) => <TagChips tags={row.tags} name={nameOf(row)} />,
}
const tagging = reader(1, ['can_read', 'Tag'], ['can_write', 'Tag'])

beforeEach(() => localStorage.clear())

function open(rows: readonly object[], user = tagging, over: Parameters<typeof mockResponses>[0] = {}) {
  openSession({ user })
  const calls = mockResponses({
    '/api/v1/chart/_info': { permissions: ['can_read', 'can_write'] },
    '/api/v1/chart/related/tags': {
      result: [
        { value: 10, text: 'sales' },
        { value: 11, text: 'weekly' },
      ],
      count: 2,
    },
    'POST /api/v1/tag/bulk_create': { result: { objects_tagged: [['chart', 4]], objects_skipped: [['chart', 5]] } },
    'DELETE /api/v1/tag/chart/': { message: 'OK' },
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
      columns={[{ id: 'slice_name', title: 'Name', cell: nameOf }, tagsColumn(nameOf)]}
      nameOf={nameOf}
      card={card}
      tagged="chart"
      filters={tagFilters()}
      empty={() => 'none'}
    />
  )
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/chart/list', component: List })
  const history = createMemoryHistory({ initialEntries: ['/chart/list'] })
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

it('shows tags on rows and cards; a click on a tag lists its entities', async () => {
  const { calls, history } = open([line(4, 'Delays', ['sales', 'weekly', 'board', 'more', 'most']), line(5, 'Routes')])
  const tags = await screen.findByRole('group', { name: 'Tags of Delays' })
  expect(
    within(tags)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['sales', 'weekly', 'board'])
  expect(within(tags).getByTitle('more, most').textContent).toBe('+2')
  expect(screen.queryByRole('group', { name: 'Tags of Routes' })).toBeNull()
  await press('weekly')
  await waitForAssertion(() => expect(new URLSearchParams(history.location.search).get('tag')).toContain('11'))
  await waitForAssertion(() =>
    expect(calls.some(({ query }) => query.get('q')?.includes('(col:tags,opr:rel_m_m,value:11)'))).toBe(true),
  )
  await userInput().click(screen.getByRole('radio', { name: 'Cards' }))
  const cards = await screen.findByRole('list', { name: 'Charts' })
  await userInput().click(within(cards).getByRole('button', { name: 'sales' }))
  await waitForAssertion(() => expect(new URLSearchParams(history.location.search).get('tag')).toContain('10'))
})

it('several rows are tagged at once by keyboard, with existing and new tags; failures are reported', async () => {
  const { calls } = open([line(4, 'Delays'), line(5, 'Routes'), line(6, 'Of another', [], false)])
  await screen.findByRole('row', { name: /Delays/ })
  await press('Bulk select')
  for (const box of await screen.findAllByRole('checkbox', { name: /Delays|Routes|another/ }))
    await userInput().click(box)
  await press('Tags')
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags of 2 items' }))
  const field = dialog.getByRole('combobox', { name: /^Tags/ })
  field.focus()
  const keys = userInput()
  await keys.keyboard('sales')
  await waitForAssertion(() => expect(screen.getByRole('option', { name: 'sales' })).toBeDefined())
  await keys.keyboard('{Enter}brand new')
  await waitForAssertion(() => expect(screen.getByRole('option', { name: /brand new/ })).toBeDefined())
  // Enter takes the active option; the typed text is the last one.
  await keys.click(screen.getByRole('option', { name: /brand new/ }))
  await keys.keyboard('{Escape}')
  await press('Save')
  const objects_to_tag = [
    ['chart', 4],
    ['chart', 5],
  ]
  await waitForAssertion(() =>
    expect(written(calls)).toEqual([
      [
        'POST',
        '/api/v1/tag/bulk_create',
        {
          tags: [
            { name: 'sales', objects_to_tag },
            { name: 'brand new', objects_to_tag },
          ],
        },
      ],
    ]),
  )
  expect(await screen.findByText('Tags could not be changed: Routes. Tags of 1 item changed')).toBeDefined()
})

it('existing tags of the rows can be removed', async () => {
  const { calls } = open([line(4, 'Delays', ['sales', 'weekly']), line(5, 'Routes', ['sales'])])
  await screen.findByRole('row', { name: /Delays/ })
  await press('Bulk select')
  for (const box of await screen.findAllByRole('checkbox', { name: /Delays|Routes/ })) await userInput().click(box)
  await press('Tags')
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags of 2 items' }))
  await userInput().click(dialog.getByRole('combobox', { name: /^Tags/ }))
  await userInput().click(await screen.findByRole('option', { name: 'weekly' }))
  await userInput().keyboard('{Escape}')
  await userInput().click(dialog.getByRole('radio', { name: 'Remove from the items' }))
  await press('Save')
  await waitForAssertion(() => expect(written(calls)).toEqual([['DELETE', '/api/v1/tag/chart/4/weekly/', undefined]]))
  expect(await screen.findByText('Tags of 2 items changed')).toBeDefined()
})

it('users who may not write tags are not offered to, and those who may not read them cannot search by them', async () => {
  open([line(4, 'Delays', ['sales'])], reader(1, ['can_read', 'Chart']))
  await screen.findByRole('row', { name: /Delays/ })
  expect(screen.getByText('sales')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'sales' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Tag' })).toBeNull()
  await press('Bulk select')
  await userInput().click(await screen.findByRole('checkbox', { name: /Delays/ }))
  expect(screen.queryByRole('button', { name: 'Tags' })).toBeNull()
})
