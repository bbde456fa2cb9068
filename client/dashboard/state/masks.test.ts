import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dashboardViewUrl, masksFromParam, tabsFromHash, viewParams } from '#client/dashboard/state/dashboard-url.ts'
import {
  extraFormDataOf,
  filtersOf,
  hasValue,
  isOnlyActiveFilter,
  masksForUrl,
  maskOf,
  initialMasks,
  describeFilterValue,
} from '#client/dashboard/state/masks.ts'
import { masksOfFilterParams, filterParamsIn } from '#client/dashboard/state/named-filters.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { scopeContextOf } from './chart-form.ts'

const region = selectFilter('NATIVE_FILTER-region', 'region')
const second = selectFilter('NATIVE_FILTER-second', 'city', { scope: { rootPath: ['TAB-2'], excluded: [] } })
const time = selectFilter('NATIVE_FILTER-time', '', { filterType: 'filter_time', targets: [{}] })
const later = selectFilter('NATIVE_FILTER-later', '', { filterType: 'filter_time', targets: [{}] })
const divider = { ...selectFilter('NATIVE_FILTER_DIVIDER-1', ''), type: 'DIVIDER' as const }

const reach = (filters: readonly object[], chart_configuration: object = {}) =>
  scopeContextOf(openDashboard({ native_filter_configuration: filters, chart_configuration }))

const pick = (id: number, value: string) => ({
  id: String(id),
  extraFormData: { filters: [{ col: 'origin', op: 'IN', val: [value] }] },
  filterState: { value: [value], label: value },
})

describe('the charts to which masks apply', () => {
  it('a native filter applies to charts below its root path that are not excluded', () => {
    const excluding = { ...region, scope: { rootPath: ['ROOT_ID'], excluded: [11] } }
    const masks = { [region.id]: maskOf(region, ['EU']), [second.id]: maskOf(second, ['Nice']) }
    const to = (chartId: number) => filtersOf(reach([excluding, second, divider]), masks, chartId)
    expect([to(10), to(11), to(12)]).toEqual([[region.id], [], [region.id, second.id]])
  })

  it('D-CROSS-02: a cross-filter applies to every chart except its source', () => {
    const to = (chartId: number) => filtersOf(reach([]), { 10: pick(10, 'SFO') }, chartId)
    expect([to(10), to(11), to(12)]).toEqual([[], ['10'], ['10']])
  })

  it('D-CROSS-01: a cross-filter with a custom scope applies to that scope', () => {
    const scope = { rootPath: ['TAB-1'], excluded: [10] }
    const to = (chartId: number) =>
      filtersOf(reach([], { 10: { id: 10, crossFilters: { scope } } }), { 10: pick(10, 'SFO') }, chartId)
    expect([to(11), to(12)]).toEqual([['10'], []])
  })

  it('lists of filters are combined in order, cross-filters last; the last range wins', () => {
    const masks = {
      10: pick(10, 'SFO'),
      [later.id]: maskOf(later, 'Last month'),
      [time.id]: maskOf(time, 'Last week'),
      [region.id]: maskOf(region, ['EU']),
    }
    expect(extraFormDataOf(reach([time, region, later]), masks, 12)).toEqual({
      time_range: 'Last month',
      filters: [
        { col: 'region', op: 'IN', val: ['EU'] },
        { col: 'origin', op: 'IN', val: ['SFO'] },
      ],
    })
    expect(extraFormDataOf(reach([later, time]), masks, 12)['time_range']).toBe('Last week')
  })

  it('D-NATIVE-10: each filter has one mask with its id, its extra form data, its filter state and ownState', () => {
    const { masks } = initialMasks([region], {})
    expect(Object.keys(masks)).toEqual([region.id])
    expect(Object.keys(masks[region.id] ?? {}).toSorted()).toEqual(['extraFormData', 'filterState', 'id', 'ownState'])
  })

  it('an empty required filter has an effect but no value', () => {
    const required = selectFilter('NATIVE_FILTER-r', 'region', { controlValues: { enableEmptyFilter: true } })
    const { masks, selected } = initialMasks([required], {})
    expect(masks[required.id]?.extraFormData?.adhoc_filters).toHaveLength(1)
    expect(hasValue(masks[required.id])).toBe(false)
    expect(selected[required.id]?.filterState?.validateStatus).toBe('error')
    expect(masks[required.id]?.filterState).toEqual({ value: null })
  })
})

describe('masks in a URL', () => {
  const usual = { ...region, defaultDataMask: { filterState: { value: ['EU'] } } }

  it('a filter starts with its default, the URL overrides it, and can clear it', () => {
    const value = (given: Record<string, unknown>) => initialMasks([usual], given).masks[usual.id]?.filterState?.value
    expect(value({})).toEqual(['EU'])
    expect(value({ [usual.id]: { filterState: { value: ['US'] } } })).toEqual(['US'])
    expect(value({ [usual.id]: { currentState: { value: ['US'] } } })).toEqual(['US'])
    expect(value({ [usual.id]: { filterState: { value: null } } })).toBeNull()
  })

  it('values equal to those of the initial filter set are omitted; the default of a filter in the set is not', () => {
    const america = { ...region, defaultDataMask: { filterState: { value: ['US'] } } }
    const defaults = { [region.id]: { filterState: { value: ['EU'] } } }
    const { masks } = initialMasks([america], defaults)
    expect(masksForUrl([america], masks, defaults)).toBeUndefined()
    const chosen = { [region.id]: maskOf(america, ['US']) }
    expect(masksForUrl([america], chosen, defaults)).toMatchObject({ [region.id]: { filterState: { value: ['US'] } } })
  })

  it('restores the page of a table from ownState', () => {
    const own = { currentPage: 3, pageSize: 20, searchText: 'a' }
    const said = masksForUrl([usual], { ...initialMasks([usual], {}).masks, 10: { id: '10', ownState: own } })
    expect(said).toEqual({ 10: { id: '10', ownState: own } })
    expect(initialMasks([usual], said ?? {}).masks['10']?.ownState).toEqual(own)
    expect(masksForUrl([], { 10: { id: '10', ownState: {} } })).toBeUndefined()
  })

  it('a default value is omitted, a cleared default is not', () => {
    expect(masksForUrl([usual], initialMasks([usual], {}).masks)).toBeUndefined()
    expect(masksForUrl([usual], { [usual.id]: maskOf(usual, undefined) })).toEqual({
      [usual.id]: { filterState: { value: null } },
    })
  })

  it('a default that is no list equals the list with this value', () => {
    const bare = { ...region, defaultDataMask: { filterState: { value: 'EU' } } }
    expect(masksForUrl([bare], initialMasks([bare], {}).masks)).toBeUndefined()
  })

  it('an invalid mask is dropped', () => {
    const given = { 10: 'x', 11: { extraFormData: 'filters' }, 12: null, [region.id]: ['EU'], other: {} }
    expect(initialMasks([region], given).masks).toEqual({ [region.id]: maskOf(region, undefined) })
  })

  const name = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom("it's", '"quoted"', 'a.b', 'شارع', '🛫', 'a,b', '(c)', '!d', 'x:y', '%41', '+', '&q=1#h', '', ' '),
  )
  const value = fc.oneof(name, fc.integer(), fc.boolean(), fc.constant(null))

  it('parses a URL back to its state, for any names and values', () => {
    const masksOf = fc.record({ column: name, chosen: fc.array(value, { minLength: 1, maxLength: 4 }), picked: name })
    fc.assert(
      fc.property(masksOf, fc.webQueryParameters(), ({ column, chosen, picked }, search) => {
        const filter = selectFilter(`NATIVE_FILTER-${column}`, column)
        const cross = { ...pick(10, picked), filterState: { value: [picked], picked: [{ [column || 'a']: picked }] } }
        const masks = { [filter.id]: maskOf(filter, chosen), 10: cross }
        const params = viewParams({ filters: [filter], masks, activeTabs: [] })
        const address = new URL(dashboardViewUrl(`?${search}`, params), 'http://localhost/dashboard/5')
        const others = masksFromParam(address.searchParams.get('native_filters'))
        const byName = masksOfFilterParams([filter], filterParamsIn(address.searchParams)).masks
        const back = initialMasks([filter], { ...others, ...byName }).masks
        expect(back[filter.id]?.extraFormData).toEqual(masks[filter.id]?.extraFormData)
        expect(back['10']).toEqual(cross)
      }),
      { seed: 11, numRuns: 150 },
    )
  })

  it('parses tabs of a hash with any ids', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 4 }), (ids) => {
        const { tabs } = viewParams({ filters: [], masks: {}, activeTabs: ids })
        const { hash } = new URL(dashboardViewUrl('', { native_filters: undefined, tabs }), 'http://localhost/')
        expect(tabsFromHash(hash)).toEqual(ids)
      }),
      { seed: 13 },
    )
  })

  it('keeps a hash that cannot be decoded', () => {
    expect(tabsFromHash('#TAB-%E0%A4%A,TAB-2')).toEqual(['TAB-%E0%A4%A', 'TAB-2'])
  })

  it('ignores invalid native_filters', () => {
    for (const text of [null, '', '(a:', '!(1,2)', '5']) expect(masksFromParam(text)).toEqual({})
  })

  it('writes filter values by name, and replaces those of another view', () => {
    const named = { ...region, name: 'Sales region' }
    const masks = { [region.id]: maskOf(named, ['Île-de-France', 'a+b & c']), 10: pick(10, 'SFO') }
    const view = viewParams({ filters: [named, time], masks, activeTabs: ['TAB-2'] })
    const address = dashboardViewUrl('?page=2&f.sales%20region=x&f.other=y&native_filters_key=k', view)
    expect(address).toMatch(
      /^\?page=2&f\.other=y&f\.Sales\+region=%C3%8Ele-de-France,a%2Bb\+%26\+c&native_filters=\(.*\)#TAB-2$/,
    )
    expect(dashboardViewUrl(address.split('#')[0] ?? '', view, 'k2')).toBe(
      '?page=2&f.other=y&native_filters_key=k2#TAB-2',
    )
  })

  it('writes parameters of a view, keeps other parameters and removes those of another view', () => {
    expect(
      dashboardViewUrl('?lang=en&permalink_key=k&native_filters_key=n', { native_filters: '(a:1)', tabs: 'TAB-1' }),
    ).toBe('?lang=en&native_filters=(a:1)#TAB-1')
    expect(dashboardViewUrl('?native_filters=()', { native_filters: undefined, tabs: undefined })).toBe('')
  })
})

describe('isOnlyActiveFilter', () => {
  const config = (id: string, more: object = {}) =>
    ({ id, type: 'NATIVE_FILTER', scope: { rootPath: ['ROOT_ID'], excluded: [] }, ...more }) as const
  const filters = [config('a'), config('b', { cascadeParentIds: ['a'] }), config('c')]
  const narrowing = { extraFormData: { filters: [{ col: 'x', op: 'IN', val: [1] }] }, filterState: { value: [1] } }
  const idle = { extraFormData: {}, filterState: { value: null } }

  it.each([
    ['no filter is active', 'b', { a: idle, b: idle, c: idle }, true],
    ['only it is active', 'b', { b: narrowing }, true],
    ['its parent is active', 'b', { a: narrowing }, true],
    ['another filter is active', 'b', { c: narrowing }, false],
    ['its child is active', 'a', { b: narrowing }, false],
    ['a chart has a cross-filter', 'b', { 17: narrowing }, false],
  ])('recognizes the only active filter when %s', (_, id, masks, isSingle) => {
    expect(isOnlyActiveFilter(filters, masks, id)).toBe(isSingle)
  })
})

it('times of a filter are shown as dates if its dataset is known', () => {
  const day = selectFilter('NATIVE_FILTER-day', 'day', { targets: [{ datasetId: 3, column: { name: 'day' } }] })
  const mask = maskOf(day, [983404800000])
  expect(mask.extraFormData?.filters).toEqual([{ col: 'day', op: 'IN', val: [983404800000] }])
  const columns = [{ column_name: 'day', type_generic: 2, is_dttm: true }]
  expect(describeFilterValue(day, mask, { 3: { id: 3, columns } as unknown as DatasetResponse })).toBe('2001-03-01')
  expect(describeFilterValue(day, mask, {})).toBe('983404800000')
})
