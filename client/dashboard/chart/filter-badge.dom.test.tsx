import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FilterBadge } from './FilterBadge.tsx'
import { useEscape } from './use-escape.ts'
import { FilterActions } from '../filter-bar/FilterBar.tsx'
import { FilterBar } from '#client/dashboard/filter-bar/FilterBar.tsx'
import { FilterList } from '../filter-bar/FilterList.tsx'
import { FilterRow } from '../filter-bar/FilterRow.tsx'
import { AppliedFilterSummary } from '../filter-bar/AppliedFilterSummary.tsx'
import { type SendQuery, createDashboardLoader, LoaderContext } from '../state/loading.ts'
import { maskOf } from '../state/masks.ts'
import { actions, createDashboardStore, DashboardContext, isDimmed, isOutlined, useDashboard } from '../state/store.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { button, userInput, press, waitForAssertion } from '#testing/user-input.ts'
import { createQueryClient } from '#client/session/query-client.ts'

const origin = selectFilter('NATIVE_FILTER-o', 'Origin', { defaultDataMask: { filterState: { value: ['ATL'] } } })
const month = selectFilter('NATIVE_FILTER-m', 'Month')
const first = selectFilter('NATIVE_FILTER-f', 'First', { scope: { rootPath: ['TAB-1'], excluded: [] } })
const pick = (id: number, value: string) => ({
  id: String(id),
  extraFormData: { filters: [{ col: 'dest', op: 'IN', val: [value] }] },
  filterState: { label: value, value: [value] },
})

function shown(what: React.ReactNode) {
  const store = createDashboardStore(openDashboard({ native_filter_configuration: [origin, month, first] }))
  const ask = vi.fn<SendQuery>(() => Promise.resolve([]))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DashboardContext value={store}>
        <LoaderContext value={{ ...createDashboardLoader(store, 60_000), ask }}>{what}</LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  return store
}

function Badge() {
  const chart = useDashboard(({ charts }) => charts[12])
  return chart ? <FilterBadge chartId={12} answers={chart.queriesResponse} /> : null
}

it('the badge of a chart lists cross-filters, applied, incompatible and unset filters separately', async () => {
  const store = shown(<Badge />)
  act(() => actions.setMask(store, '10', pick(10, 'BOS')))
  await press('2 filters narrow this chart')
  const said = () => screen.getByRole('dialog', { name: 'Filters of this chart' }).textContent
  expect(said()).toBe('Applied cross-filters (1)Chart 10 BOSApplied filters (1)Origin ATLUnset filters (1)Month')
  const rejected = { applied_filters: [{ column: 'dest' }], rejected_filters: [{ column: 'Origin' }] }
  act(() =>
    store.setState(({ charts }) => ({
      charts: { ...charts, 12: { ...charts[12], queriesResponse: [rejected] } as never },
    })),
  )
  expect(said()).toContain('Incompatible filters (1)Origin ATL')
})

it('the badge distinguishes an invalid time range from an incompatible filter', async () => {
  const store = shown(<Badge />)
  const time = { id: '10', extraFormData: { time_range: 'foo' }, filterState: { label: 'foo', value: 'foo' } }
  act(() => actions.setMask(store, '10', time))
  const reject = (...columns: string[]) =>
    act(() =>
      store.setState(({ charts }) => ({
        charts: {
          ...charts,
          12: {
            ...charts[12],
            queriesResponse: [{ applied_filters: [], rejected_filters: columns.map((column) => ({ column })) }],
          } as never,
        },
      })),
    )
  reject('__time_range')
  await userInput().hover(screen.getByRole('button', { name: '1 filter does not apply: Chart 10' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe(
    'The time range is not understood, and the data end today: Chart 10',
  )
  reject('__time_range', 'Origin')
  await waitForAssertion(() =>
    expect(screen.getByRole('tooltip').textContent.split('\n')).toEqual([
      'This chart has nothing to compare with: Origin',
      'The time range is not understood, and the data end today: Chart 10',
    ]),
  )
})

it('the badge describes its filters in a tooltip, by pointer and by focus', async () => {
  const store = shown(<Badge />)
  act(() => actions.setMask(store, '10', pick(10, 'BOS')))
  await userInput().tab()
  expect((await screen.findByRole('tooltip')).textContent.split('\n')).toEqual([
    'Applied cross-filters: Chart 10 BOS',
    'Applied filters: Origin ATL',
    'Unset filters: Month',
  ])
})

it('a hovered or focused badge highlights its filters in the filter bar and in the summary', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const store = shown(
    <>
      <Badge />
      <FilterList />
      <FilterRow />
    </>,
  )
  const highlightedFilterId = () =>
    [...document.querySelectorAll('[data-lit]')].map((each) => each.getAttribute('aria-label') ?? each.textContent)
  // The filter views have loaded.
  await waitForAssertion(() => expect(screen.queryByLabelText('Loading filter values')).toBeNull())
  expect(highlightedFilterId()).toEqual([])
  const hand = userInput()
  await hand.hover(screen.getByRole('button', { name: '1 filter narrows this chart' }))
  expect(highlightedFilterId()).toEqual(['Origin', 'Origin: ATL'])
  await hand.unhover(screen.getByRole('button', { name: '1 filter narrows this chart' }))
  expect(highlightedFilterId()).toEqual([])
  await hand.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '1 filter narrows this chart' }))
  expect(highlightedFilterId()).toEqual(['Origin', 'Origin: ATL'])
  act(() => actions.setMask(store, month.id, maskOf(month, ['5'])))
  expect(highlightedFilterId()).toEqual(['Origin', 'Month', 'Origin: ATL', 'Month: 5'])
  await hand.tab()
  expect(highlightedFilterId()).toEqual([])
})

it('the menu of hidden filters is highlighted when one of them applies to the hovered chart', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  // Only the first filter fits the first line.
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return this.previousElementSibling ? 30 : 0
  })
  const store = shown(
    <>
      <Badge />
      <FilterBar isOpen={false} onToggle={() => {}} />
      <FilterRow />
    </>,
  )
  const highlightedFilterId = () =>
    [...document.querySelectorAll('[data-lit]')].map((each) => each.getAttribute('aria-label') ?? each.textContent)
  const hand = userInput()
  const badge = () => screen.getByRole('button', { name: /narrows? this chart/ })
  await hand.hover(badge())
  expect(highlightedFilterId()).toEqual(['Filters', 'Origin: ATL'])
  act(() => actions.setMask(store, month.id, maskOf(month, ['5'])))
  expect(highlightedFilterId()).toEqual(['Filters', 'Origin: ATL', 'Month: 5', 'More filters (2)'])
  act(() => actions.setMask(store, origin.id, maskOf(origin, [])))
  expect(highlightedFilterId()).toEqual(['Filters', 'Month: 5', 'More filters (2)'])
  await hand.unhover(badge())
  expect(highlightedFilterId()).toEqual([])
})

it('Escape removes the latest cross-filter, then the one before, and no filter of the bar', async () => {
  function Keys() {
    useEscape()
    return <input aria-label="Search" />
  }
  const store = shown(<Keys />)
  act(() => actions.setMask(store, '10', pick(10, 'BOS')))
  act(() => actions.setMask(store, '11', pick(11, 'DEN')))
  const picked = () =>
    Object.keys(store.getState().masks).filter((id) => store.getState().masks[id]?.filterState?.value)
  await userInput().click(screen.getByLabelText('Search'))
  await userInput().keyboard('{Escape}')
  expect(picked()).toEqual(['10', '11', origin.id])
  act(() => screen.getByLabelText('Search').blur())
  await userInput().keyboard('{Escape}')
  expect(picked()).toEqual(['10', origin.id])
  await userInput().keyboard('{Escape}{Escape}')
  expect(picked()).toEqual([origin.id])
})

it('a hovered filter dims the charts outside of its scope', () => {
  const store = shown(null)
  const dimmed = () => [10, 11, 12].filter((id) => isDimmed(store.getState(), id))
  expect(dimmed()).toEqual([])
  actions.light(store, first.id)
  expect(dimmed()).toEqual([12])
  actions.light(store, origin.id)
  expect(dimmed()).toEqual([])
  actions.light(store, 'gone')
  expect(dimmed()).toEqual([])
})

it('outlines the charts that a hovered filter applies to, also if these are all charts', () => {
  const store = shown(null)
  const outlined = () => [10, 11, 12].filter((id) => isOutlined(store.getState(), id))
  expect(outlined()).toEqual([])
  actions.light(store, first.id)
  expect(outlined()).toEqual([10, 11])
  actions.light(store, origin.id)
  expect(outlined()).toEqual([10, 11, 12])
  actions.light(store, undefined)
  expect(outlined()).toEqual([])
})

it('hovering a filter highlights its charts until the pointer leaves', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const store = shown(
    <>
      <FilterRow />
      <AppliedFilterSummary />
    </>,
  )
  const highlightedFilterId = () => store.getState().highlightedFilterId
  const hand = userInput()
  const inRow = button('Origin: ATL')
  await hand.hover(inRow)
  expect(highlightedFilterId()).toBe(origin.id)
  await hand.unhover(inRow)
  expect(highlightedFilterId()).toBeUndefined()
  await hand.hover(screen.getByRole('button', { name: 'ATL' }))
  expect(highlightedFilterId()).toBe(origin.id)
  await press('Remove the filter Origin')
  expect(screen.queryByRole('button', { name: 'ATL' })).toBeNull()
  expect(highlightedFilterId()).toBeUndefined()
})

it('Reset to defaults selects the initial values without applying them', async () => {
  const store = shown(<FilterActions />)
  expect(screen.queryByRole('button', { name: 'Reset to defaults' })).toBeNull()
  act(() => {
    actions.select(store, origin.id, maskOf(origin, undefined))
    actions.select(store, month.id, maskOf(month, ['5']))
  })
  const before = store.getState().masks
  await press('Reset to defaults')
  const { selected, masks } = store.getState()
  expect([selected[origin.id]?.filterState?.value, selected[month.id]?.filterState?.value]).toEqual([['ATL'], null])
  expect(masks).toBe(before)
  expect(screen.queryByRole('button', { name: 'Reset to defaults' })).toBeNull()
})
