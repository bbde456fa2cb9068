import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FilterActions } from '#client/dashboard/filter-bar/FilterBar.tsx'
import { FilterList } from '#client/dashboard/filter-bar/FilterList.tsx'
import { FilterItem } from '#client/dashboard/filter-bar/FilterItem.tsx'
import { AppliedFilterSummary } from '#client/dashboard/filter-bar/AppliedFilterSummary.tsx'
import { maskOf } from '#client/dashboard/state/masks.ts'
import { createDashboardLoader, LoaderContext } from '#client/dashboard/state/loading.ts'
import { actions, createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { reportFirstSizes } from '#testing/resize-observer.ts'
import { button, userInput, isOpen, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { createQueryClient } from '#client/session/query-client.ts'

const filters = ['Origin', 'Carrier', 'Month'].map((name) => selectFilter(name, name))

function shown(what: React.ReactNode) {
  const store = createDashboardStore(openDashboard({ native_filter_configuration: filters }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DashboardContext value={store}>{what}</DashboardContext>
    </QueryClientProvider>,
  )
  return store
}

const focused = () => document.activeElement

it.each(['Apply filters', 'Clear all'])('%s keeps the focus when it becomes disabled', async (name) => {
  const store = shown(<FilterActions />)
  act(() => actions.select(store, 'Origin', maskOf(filters[0] as never, ['ATL'])))
  await press(name)
  expect(isOpen(name)).toBe(false)
  expect(focused()).toBe(button(name))
  const before = store.getState().masks
  await userInput().keyboard('{Enter}')
  expect(store.getState().masks).toBe(before)
})

it('removing a chip moves the focus to the next one, and removing the last one to the summary', async () => {
  const store = shown(<AppliedFilterSummary />)
  act(() => {
    for (const filter of filters) actions.setMask(store, filter.id, maskOf(filter, ['a']))
  })
  await press('Remove the filter Carrier')
  expect(focused()).toBe(button('Remove the filter Month'))
  await press('Remove the filter Month')
  expect(focused()).toBe(button('Remove the filter Origin'))
  await press('Remove the filter Origin')
  expect(focused()).toBe(screen.getByRole('group', { name: 'What narrows this page' }))
})

it('shows the number of selected values of a filter, and clearing them keeps the focus', async () => {
  mockResponses({
    '/api/v1/chart/data/batch': () => {
      throw new Error('not here')
    },
  })
  const client = createQueryClient()
  const store = createDashboardStore(openDashboard({ native_filter_configuration: filters }))
  const answer = [{ columns: [{ name: 'Origin', type: 1, values: ['ATL', 'BOS', 'DEN'] }], rowCount: 3 }]
  client.setQueryDefaults(['filter-options'], { initialData: answer, staleTime: Infinity })
  render(
    <QueryClientProvider client={client}>
      <DashboardContext value={store}>
        <LoaderContext value={createDashboardLoader(store, 60_000)}>
          <FilterItem config={filters[0] as never} />
        </LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  expect(screen.queryByRole('button', { name: 'Clear Origin' })).toBeNull()
  act(() => actions.select(store, 'Origin', maskOf(filters[0] as never, ['ATL', 'BOS'])))
  expect(await screen.findByText('2 of 3')).toBeDefined()
  await screen.findByRole('listbox', { name: 'Origin' }, { timeout: 20_000 })
  await press('Clear Origin')
  expect(store.getState().selected['Origin']?.filterState?.value ?? null).toBeNull()
  expect(screen.queryByText('2 of 3')).toBeNull()
  expect(focused()).toBe(screen.getByRole('listbox', { name: 'Origin' }))
})

it('a fade indicates further filters until the last one is visible', async () => {
  reportFirstSizes()
  const stub = (name: 'clientHeight' | 'scrollHeight', height: number) =>
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(height)
  stub('clientHeight', 300)
  stub('scrollHeight', 800)
  shown(
    <LoaderContext value={createDashboardLoader(createDashboardStore(openDashboard()), 60_000)}>
      <FilterList />
    </LoaderContext>,
  )
  const list = document.querySelector<HTMLElement>('[data-more]')
  await waitForAssertion(() => expect(list?.dataset['more']).toBe('below'))
  if (list) list.scrollTop = 500
  if (list) fireEvent.scroll(list)
  await waitForAssertion(() => expect(list?.dataset['more']).toBe(''))
})

it('shows the unit of a filter next to its name and in the summary', async () => {
  const miles = selectFilter('Distance', 'Distance', { filterType: 'filter_range', controlValues: { unit: 'mi' } })
  const store = createDashboardStore(openDashboard({ native_filter_configuration: [miles] }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DashboardContext value={store}>
        <LoaderContext value={createDashboardLoader(store, 60_000)}>
          <FilterItem config={miles} />
          <AppliedFilterSummary />
        </LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  expect(within(screen.getByRole('region', { name: 'Distance' })).getByText('mi')).toBeDefined()
  act(() => actions.setMask(store, 'Distance', maskOf(miles, [4950, null])))
  expect(screen.getByText('≥ 4,950 mi')).toBeDefined()
  await press('Remove the filter Distance')
  expect(screen.queryByText('≥ 4,950 mi')).toBeNull()
})

it('shows the number of unapplied filters, and resets one of them to its default', async () => {
  mockResponses({})
  const origin = { ...(filters[0] as FilterConfig), defaultDataMask: { filterState: { value: ['ATL'] } } }
  const [, carrier] = filters as [FilterConfig, FilterConfig]
  const store = createDashboardStore(openDashboard({ native_filter_configuration: [origin, carrier] }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DashboardContext value={store}>
        <LoaderContext value={createDashboardLoader(store, 60_000)}>
          <FilterItem config={origin} />
          <FilterActions />
        </LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  const unapplied = () => screen.getAllByRole('status').at(-1)?.textContent
  expect(unapplied()).toBe('')
  expect(screen.queryByRole('button', { name: /^Reset/ })).toBeNull()
  act(() => {
    actions.select(store, origin.id, maskOf(origin, ['BOS']))
    actions.select(store, carrier.id, maskOf(carrier, ['AA']))
  })
  expect(unapplied()).toBe('2 changes are not applied')
  expect(screen.getByText('Apply filters · 2')).toBeDefined()
  await press('Reset Origin to its default')
  expect(unapplied()).toBe('1 change is not applied')
  const { selected } = store.getState()
  expect([selected[origin.id]?.filterState?.value, selected[carrier.id]?.filterState?.value]).toEqual([['ATL'], ['AA']])
  expect(screen.queryByRole('button', { name: 'Reset Origin to its default' })).toBeNull()
})

it('the chip of a cross-filter opens the tab of its chart and focuses it', async () => {
  const store = shown(<AppliedFilterSummary />)
  act(() =>
    actions.setMask(store, '12', {
      id: '12',
      extraFormData: { filters: [{ col: 'dest', op: 'IN', val: ['BOS'] }] },
      filterState: { label: 'BOS', value: ['BOS'] },
    }),
  )
  await press('BOS')
  const { activeTabs, anchor } = store.getState()
  expect([activeTabs, anchor]).toEqual([['TAB-2'], 'CHART-12'])
})
