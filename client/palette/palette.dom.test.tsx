import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type PageAction, usePageActions } from '#client/shell/page-actions.ts'
import { chartShortcuts, usePageShortcuts } from '#client/shell/page-shortcuts.ts'
import { usePageSearch } from '#client/shell/page-search.ts'
import { userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { reader } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { NavigateContext } from '#ui/layout/navigate-to.ts'
import { PaletteKeys } from './PaletteKeys.tsx'
import { setSingleKeys } from './single-keys.ts'
import { createQueryClient } from '#client/session/query-client.ts'

const lists = {
  '/api/v1/dashboard/': { result: [{ id: 7, slug: 'pizza', dashboard_title: 'Pizza Paradise' }] },
  '/api/v1/chart/': { result: [{ id: 3, slice_name: 'When people fly', datasource_name_text: 'flights' }] },
  '/api/v1/dataset/': { result: [{ id: 2, table_name: 'flights' }] },
}

function Page({ actions }: { readonly actions: readonly PageAction[] }) {
  usePageActions(actions)
  return <input aria-label="A field" />
}

function open(answers: object = lists) {
  const calls = mockResponses({ ...answers })
  const went = vi.fn<(href: string) => void>()
  const refresh = vi.fn<() => void>()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <NavigateContext value={went}>
        <Page actions={[{ id: 'refresh', label: 'Refresh dashboard', keys: 'r', act: refresh }]} />
        <PaletteKeys everywhere={[{ id: 'home', label: 'Home', icon: 'home', href: '/' }]} />
      </NavigateContext>
    </QueryClientProvider>,
  )
  return { calls, went, refresh, hand: userInput() }
}

/** The code of the palette loads when it is first opened. */
const PATIENT = { timeout: 20_000 }
const field = () => screen.findByRole('combobox', {}, PATIENT)

beforeEach(() => {
  openSession()
  setSingleKeys(true)
})

it('Ctrl+K opens a dashboard by a similar name', async () => {
  const { went, hand } = open()
  await hand.keyboard('{Control>}k{/Control}')
  await hand.type(await field(), 'piza')
  await screen.findByRole('option', { name: /Pizza Paradise/ })
  expect(screen.queryByRole('option', { name: /When people fly/ })).toBeNull()
  await hand.keyboard('{Enter}')
  expect(went).toHaveBeenCalledWith('/dashboard/pizza')
  expect(screen.queryByRole('combobox')).toBeNull()
})

it('input is also searched on the server, so that old objects are found', async () => {
  const { calls, hand } = open()
  await hand.keyboard('{Meta>}k{/Meta}')
  await hand.type(await field(), 'strikes')
  const requests = () =>
    calls.map(({ path, query }) => `${path} ${query.get('q')}`).filter((each) => each.includes('strikes'))
  await waitForAssertion(() => expect(requests()).toHaveLength(4))
  expect(requests()[0]).toContain('title_or_slug')
})

it('finds columns of datasets on a page without data, and opens their dataset', async () => {
  const column = { dataset_id: 2, dataset_name: 'flights', column_name: 'dep_delay', verbose_name: null }
  const { calls, went, hand } = open({ ...lists, '/api/v1/dataset/columns/': { result: [column] } })
  await hand.keyboard('{Control>}k{/Control}')
  const requests = () =>
    calls.filter(({ path }) => path === '/api/v1/dataset/columns/').map(({ query }) => query.get('q'))
  await hand.type(await field(), 'd')
  await screen.findByRole('option', { name: /Keyboard shortcuts/ })
  await hand.type(await field(), 'ep')
  await hand.click(await screen.findByRole('option', { name: 'dep_delay flights' }))
  expect(requests()).toEqual(['(filter:dep,page_size:8)'])
  expect(went).toHaveBeenCalledWith('/explore?dataset_id=2')
})

it('arrow keys select, and an action of the page runs', async () => {
  const { refresh, hand } = open()
  await hand.keyboard('{Control>}k{/Control}')
  const typed = await field()
  await hand.type(typed, 'e')
  await screen.findByRole('option', { name: /Refresh dashboard/ })
  await hand.clear(typed)
  const active = () => document.getElementById(typed.getAttribute('aria-activedescendant') ?? '')?.textContent
  expect(active()).toContain('Refresh dashboard')
  await hand.keyboard('{ArrowUp}')
  expect(active()).toContain('Keyboard shortcuts')
  await hand.keyboard('{ArrowDown}{Enter}')
  expect(refresh).toHaveBeenCalledTimes(1)
})

it('a type that may not be listed is not found, and the others are', async () => {
  const { hand } = open({ ...lists, '/api/v1/chart/': () => Response.json({ message: 'Forbidden' }, { status: 403 }) })
  await hand.keyboard('{Control>}k{/Control}')
  await screen.findByRole('option', { name: 'Pizza Paradise' })
  expect(screen.queryByRole('group', { name: 'Charts' })).toBeNull()
})

it('single keys are silent in fields and dialogs, and can be switched off', async () => {
  const { refresh, hand } = open()
  await hand.keyboard('r')
  expect(refresh).toHaveBeenCalledTimes(1)
  await hand.type(screen.getByRole('textbox'), 'r?')
  expect(refresh).toHaveBeenCalledTimes(1)
  await hand.click(document.body)
  await hand.keyboard('?')
  await screen.findByRole('cell', { name: 'Refresh dashboard' }, PATIENT)
  await hand.keyboard('r')
  expect(refresh).toHaveBeenCalledTimes(1)
  await press('Single-key shortcuts', 'switch')
  await hand.keyboard('{Escape}')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  await hand.keyboard('r?')
  expect(refresh).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('Ctrl+K finds a tag for users who may read tags, and opens its page', async () => {
  const tags = { '/api/v1/tag/': { result: [{ id: 8, name: 'quarterly', description: 'For the board' }] } }
  const { calls, hand } = open({ ...lists, ...tags })
  await hand.keyboard('{Control>}k{/Control}')
  await hand.type(await field(), 'quarterly')
  const requested = (path: string) =>
    calls.some((call) => call.path === path && call.query.get('q')?.includes('quarterly') === true)
  await waitForAssertion(() => expect(requested('/api/v1/chart/')).toBe(true))
  expect(requested('/api/v1/tag/')).toBe(false)
  cleanup()
  openSession({ user: reader(1, ['can_read', 'Tag']) })
  const again = open({ ...lists, ...tags })
  await again.hand.keyboard('{Control>}k{/Control}')
  await again.hand.type(await field(), 'quarterly')
  await again.hand.click(await screen.findByRole('option', { name: /quarterly/ }))
  expect(again.went).toHaveBeenCalledWith('/tag/objects?id=8')
})

function ChartPage() {
  usePageShortcuts(chartGroups)
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- charts have the focus
  return <div role="application" tabIndex={0} aria-label="Delays" />
}

const chartGroups = () => [chartShortcuts()]

it('? opens the shortcuts while a chart has the focus; they list the keys of charts', async () => {
  const { hand } = open()
  render(<ChartPage />)
  screen.getByRole('application', { name: 'Delays' }).focus()
  await hand.keyboard('r')
  expect(screen.queryByRole('dialog')).toBeNull()
  await hand.keyboard('?')
  const table = await screen.findByRole('table', { name: 'In a chart' }, PATIENT)
  const rows = within(table).getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['Arrows', 'Move between values'],
    ['Enter', 'Filter by the value'],
    ['ShiftArrows', 'Select a range; Enter applies it'],
    ['ShiftEnter', 'Compare the range with the period before, as Shift and a drag do'],
    ['Space', 'Show only this series, or all again, as a double-click on its legend entry does'],
    ['ShiftF10', 'Open the menu of the value'],
    ['Escape', 'Leave the value'],
  ])
})

it('finds parts of the open page after typing has paused, and none for a search that fails', async () => {
  const take = vi.fn<() => void>()
  const searched: string[] = []
  function Searching() {
    usePageSearch(async (typed) => {
      searched.push(typed)
      return [
        { id: 'values', heading: 'Filter values', items: [{ id: 'jfk', label: 'JFK', icon: 'filter', act: take }] },
      ]
    })
    usePageSearch(() => Promise.reject(new Error('broken')))
    return null
  }
  const { hand } = open()
  render(<Searching />)
  await hand.keyboard('{Control>}k{/Control}')
  await hand.type(await field(), 'jf')
  const group = await screen.findByRole('group', { name: 'Filter values' })
  expect(searched).toEqual(['jf'])
  await hand.click(within(group).getByRole('option', { name: /JFK/ }))
  expect(take).toHaveBeenCalledOnce()
})

it('a full stop repeats the command of the last single key', async () => {
  const { refresh, hand } = open()
  await hand.keyboard('.')
  expect(refresh).not.toHaveBeenCalled()
  await hand.keyboard('r')
  await hand.keyboard('.')
  await hand.keyboard('.')
  expect(refresh).toHaveBeenCalledTimes(3)
})
