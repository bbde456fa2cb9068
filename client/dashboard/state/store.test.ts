import { describe, expect, it } from 'vitest'
import type { ColumnarResult } from '#core/query/result.ts'
import { createLoader } from '#client/chart/loader.ts'
import { updateFailed, updateStarted, updateSucceeded } from '#client/chart/chart-state.ts'
import { maskOf } from '#client/dashboard/state/masks.ts'
import { actions, createDashboardStore, needsQuery, isWaiting } from '#client/dashboard/state/store.ts'
import { chartType } from '#charts/index.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { formDataOf } from './chart-form.ts'

const region = selectFilter('NATIVE_FILTER-region', 'region')
const first = selectFilter('NATIVE_FILTER-first', 'city', {
  controlValues: { defaultToFirstItem: true },
  scope: { rootPath: ['TAB-2'], excluded: [] },
})
const EU = { filters: [{ col: 'region', op: 'IN', val: ['EU'] }] }

function opened(filters: readonly object[] = [region], over: object = {}) {
  return createDashboardStore(openDashboard({ native_filter_configuration: filters }, over))
}

/** Simulates a loaded chart. */
function answer(store: ReturnType<typeof opened>, id: number): void {
  const form = formDataOf(store.getState(), id)
  if (!form) throw new Error('There is no such chart.')
  const answers = [{ rowcount: 1, error: null }] as unknown as ColumnarResult[]
  actions.changeCharts(store, (charts) =>
    updateSucceeded(updateStarted(charts, id, new AbortController(), form, 1), id, answers, 2),
  )
}

const due = (store: ReturnType<typeof opened>) => [10, 11, 12].filter((id) => needsQuery(store.getState(), id))

describe('the filter bar', () => {
  it('a selected value has no effect before it is applied', () => {
    const store = opened()
    actions.select(store, region.id, maskOf(region, ['EU']))
    expect(formDataOf(store.getState(), 10)?.extra_form_data).toEqual({})
    actions.apply(store)
    expect(formDataOf(store.getState(), 10)?.extra_form_data).toEqual(EU)
  })

  it('applying filters keeps the selections in charts', () => {
    const picked = (value: string) => ({ id: '10', extraFormData: { filters: [{ col: 'o', op: 'IN', val: [value] }] } })
    const store = opened([region], { masks: { 10: picked('SFO') } })
    actions.setMask(store, '10', picked('JFK'))
    actions.select(store, region.id, maskOf(region, ['EU']))
    actions.apply(store)
    expect(store.getState().masks['10']).toEqual(picked('JFK'))
  })

  it('an applied mask is also selected in the filter bar', () => {
    const store = opened()
    actions.setMask(store, region.id, maskOf(region, ['EU']))
    expect(store.getState().selected[region.id]?.filterState?.value).toEqual(['EU'])
    expect(formDataOf(store.getState(), 11)?.extra_form_data).toEqual(EU)
  })

  it('ignores a validation error of the filter bar', () => {
    const required = selectFilter('NATIVE_FILTER-r', 'region', { controlValues: { enableEmptyFilter: true } })
    const store = opened([required])
    actions.apply(store)
    expect(store.getState().masks[required.id]?.filterState).toEqual({ value: null })
    expect(store.getState().selected[required.id]?.filterState?.validateStatus).toBe('error')
  })

  it('clearing empties the selection and applies nothing', () => {
    const store = opened([{ ...region, defaultDataMask: { filterState: { value: ['EU'] } } }])
    actions.clear(store)
    expect(store.getState().selected[region.id]?.filterState?.value).toBeNull()
    expect(store.getState().masks[region.id]?.filterState?.value).toEqual(['EU'])
  })
})

describe("the form data of a chart's query", () => {
  it('D-HYDRATE-09: contains the URL parameters of the page', () => {
    const store = opened([], { urlParams: { lang: 'en', native_filters: '()' } })
    expect(formDataOf(store.getState(), 10)?.url_params).toEqual({ lang: 'en', native_filters: '()' })
    expect(formDataOf(store.getState(), 10)?.slice_id).toBe(10)
  })

  it('contains ownState', () => {
    const store = opened()
    actions.setMask(store, '10', { id: '10', ownState: { currentPage: 2 } })
    expect(formDataOf(store.getState(), 10)?.['ownState']).toEqual({ currentPage: 2 })
    expect(formDataOf(store.getState(), 11)?.['ownState']).toBeUndefined()
  })

  it('stays the same object until its values change', () => {
    const store = opened()
    const before = formDataOf(store.getState(), 10)
    answer(store, 11)
    expect(formDataOf(store.getState(), 10)).toBe(before)
    store.setState(({ layout }) => ({ layout: { ...layout } }))
    expect(formDataOf(store.getState(), 10)).toBe(before)
    actions.setMask(store, region.id, maskOf(region, ['EU']))
    expect(formDataOf(store.getState(), 10)).not.toBe(before)
  })

  it('changes to a new object if only the order of filter values changes', () => {
    const store = opened()
    actions.setMask(store, region.id, maskOf(region, ['EU', 'US']))
    const before = formDataOf(store.getState(), 10)
    actions.setMask(store, region.id, maskOf(region, ['US', 'EU']))
    expect(formDataOf(store.getState(), 10)).not.toBe(before)
    const after = formDataOf(store.getState(), 10)
    actions.setMask(store, region.id, maskOf(region, ['US', 'EU']))
    expect(formDataOf(store.getState(), 10)).toBe(after)
  })
})

describe('charts to query', () => {
  it('all charts are queried initially, and not after their responses', () => {
    const store = opened()
    expect(due(store)).toEqual([10, 11, 12])
    for (const id of [10, 11, 12]) answer(store, id)
    expect(due(store)).toEqual([])
  })

  it('a filter change queries the charts in its scope', () => {
    const store = opened([{ ...region, scope: { rootPath: ['ROOT_ID'], excluded: [11] } }])
    for (const id of [10, 11, 12]) answer(store, id)
    actions.setMask(store, region.id, maskOf(region, ['EU']))
    expect(due(store)).toEqual([10, 12])
  })

  it('a cross-filter does not query the chart that set it', () => {
    const store = opened()
    for (const id of [10, 11, 12]) answer(store, id)
    actions.setMask(store, '10', { id: '10', extraFormData: EU, filterState: { value: ['EU'] } })
    expect(due(store)).toEqual([11, 12])
  })

  it('opening a tab sends no query', () => {
    const store = opened()
    for (const id of [10, 11, 12]) answer(store, id)
    actions.openTab(store, 'TAB-2')
    expect(store.getState().activeTabs).toEqual(['TAB-2'])
    expect(due(store)).toEqual([])
  })

  it('a running query is not repeated unless the query has changed meanwhile', () => {
    const store = opened()
    const form = formDataOf(store.getState(), 10)
    if (!form) throw new Error('There is no such chart.')
    actions.changeCharts(store, (charts) => updateStarted(charts, 10, new AbortController(), form, 1))
    expect(due(store)).toEqual([11, 12])
    actions.setMask(store, region.id, maskOf(region, ['EU']))
    expect(due(store)).toEqual([10, 11, 12])
  })

  it('a lost connection repeats the query, and a failed query does not', () => {
    const store = opened()
    for (const id of [10, 11, 12]) answer(store, id)
    actions.changeCharts(store, (charts) => updateFailed(charts, 10, { error: 'no such column' }, 3))
    actions.changeCharts(store, (charts) => updateFailed(charts, 11, undefined, 3))
    expect(due(store)).toEqual([])
    actions.askLostAgain(store)
    expect(due(store)).toEqual([11])
  })

  it('the result of the second of two quick changes is shown', async () => {
    const store = opened()
    const gates: ((answers: readonly ColumnarResult[]) => void)[] = []
    const loader = createLoader({
      charts: () => store.getState().charts,
      change: (change) => actions.changeCharts(store, change),
      ask: () => new Promise((resolve) => gates.push(resolve)),
      askLayer: () => Promise.reject(new Error('nothing is laid over these charts')),
      chartType,
      now: () => 1,
      log: () => undefined,
    })
    const load = async (value: string) => {
      actions.setMask(store, region.id, maskOf(region, [value]))
      const form = formDataOf(store.getState(), 10)
      if (form) await loader.load(10, form)
    }
    const loads = [load('EU'), load('US')]
    const entry = (rowcount: number) => [{ rowcount, error: null }] as unknown as ColumnarResult[]
    gates[1]?.(entry(2))
    gates[0]?.(entry(1))
    await Promise.all(loads)
    expect(store.getState().charts[10]?.queriesResponse?.[0]?.rowcount).toBe(2)
    expect(needsQuery(store.getState(), 10)).toBe(false)
  })
})

describe('first values', () => {
  it('delay only charts in their scope', () => {
    const store = opened([region, first])
    expect([10, 11, 12].map((id) => isWaiting(store.getState(), id))).toEqual([false, false, true])
    expect(due(store)).toEqual([10, 11])
    actions.setMask(store, first.id, maskOf(first, ['Nice']))
    expect(due(store)).toEqual([10, 11, 12])
    expect(formDataOf(store.getState(), 12)?.extra_form_data?.filters).toEqual([
      { col: 'city', op: 'IN', val: ['Nice'] },
    ])
  })

  it('a filter without a first value does not block other filters', () => {
    const store = opened([region, first])
    actions.expectNothing(store, first.id)
    expect(due(store)).toEqual([10, 11, 12])
  })
})

describe('the page', () => {
  it('shows the view of another URL of it', () => {
    const store = opened()
    actions.setMask(store, region.id, maskOf(region, ['EU']))
    actions.setMask(store, '10', { id: '10', extraFormData: EU })
    actions.openTab(store, 'TAB-2')
    actions.showView(store, { [region.id]: { filterState: { value: ['US'] } } }, ['TAB-1'])
    const { masks, selected, activeTabs } = store.getState()
    expect([masks[region.id]?.filterState?.value, selected[region.id]?.filterState?.value]).toEqual([['US'], ['US']])
    expect([masks['10'], activeTabs]).toEqual([undefined, ['TAB-1']])
  })

  it('C-STATE-24: clears failed charts with a stack trace when the datasets are loaded', () => {
    const store = opened()
    actions.changeCharts(store, (charts) => updateFailed(charts, 10, { error: 'x', stacktrace: 'at 1' }, 3))
    actions.datasetsArrived(store, 9)
    expect(store.getState().datasetsStatus).toBe('complete')
    expect([store.getState().charts[10]?.chartStatus, store.getState().charts[10]?.lastRendered]).toEqual(['', 9])
  })
})
