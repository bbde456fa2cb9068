import { describe, expect, it } from 'vitest'
import {
  copyName,
  filterSetDifferences,
  filterSetOf,
  identicalSet,
  isFilterSetApplied,
  nameProblem,
  orderFilterSets,
  updatedFilterSet,
  masksOfFilterSet,
  setParts,
} from './filter-sets.ts'
import { maskOf } from '#client/dashboard/state/masks.ts'
import type { FilterSetResponse } from '#core/rest/filter-set.ts'
import { selectFilter } from '#testing/dashboard.ts'

const region = selectFilter('NATIVE_FILTER-r', 'region', { name: 'Region' })
const city = selectFilter('NATIVE_FILTER-c', 'city', { name: 'City' })
const divider = { ...selectFilter('NATIVE_FILTER_DIVIDER-1', ''), type: 'DIVIDER' as const }
const filters = [region, divider, city]
const masks = (r: unknown, c?: unknown) => ({ [region.id]: maskOf(region, r), [city.id]: maskOf(city, c) })
const europe = filterSetOf(filters, masks(['EU']))
const answer = (id: number, name: string, params = europe) =>
  ({
    id,
    name,
    params,
    description: null,
    owner_type: 'Dashboard',
    owner_id: 5,
    dashboard_id: 5,
  }) as unknown as FilterSetResponse

describe('a filter set', () => {
  it('contains the filters and their applied values, and no divider', () => {
    expect(Object.keys(europe.nativeFilters)).toEqual([region.id, city.id])
    expect(europe.dataMask[region.id]?.filterState?.value).toEqual(['EU'])
    expect(europe.dataMask[city.id]?.filterState?.value).toBeNull()
  })

  it('counts as applied while every filter has its value', () => {
    expect(isFilterSetApplied(europe, filters, masks(['EU']))).toBe(true)
    expect(isFilterSetApplied(europe, filters, masks(['EU'], ['Rome']))).toBe(false)
    expect(isFilterSetApplied(europe, [region], masks(['EU']))).toBe(false)
  })

  it('describes the differences from the applied filters', () => {
    expect(filterSetDifferences(europe, { filters, masks: masks(['US'], ['Rome']), datasets: {} })).toEqual([
      { id: region.id, name: 'Region', now: 'US', kept: 'EU' },
      { id: city.id, name: 'City', now: 'Rome', kept: '' },
    ])
  })

  it('selects its values, except for a filter on another column', () => {
    const other = { ...city, targets: [{ datasetId: 3, column: { name: 'town' } }] }
    const rome = filterSetOf(filters, masks(['EU'], ['Rome']))
    const chosen = masksOfFilterSet(rome, [region, other], masks(['US'], ['Oslo']))
    expect([chosen[region.id]?.filterState?.value, chosen[city.id]?.filterState?.value]).toEqual([['EU'], ['Oslo']])
  })

  it('marks invalid members, and can be updated without them', () => {
    const renamed = { ...region, name: 'Continent' }
    expect(setParts(europe, [renamed])).toEqual([
      { id: region.id, name: 'Continent', words: 'EU', isInvalid: false },
      { id: city.id, name: 'City', words: '', isInvalid: true },
    ])
    const next = updatedFilterSet(europe, [renamed])
    expect([Object.keys(next.nativeFilters), next.nativeFilters[region.id]?.name]).toEqual([[region.id], 'Continent'])
    expect(Object.keys(next.dataMask)).toEqual([region.id])
  })
})

describe('several filter sets', () => {
  const sets = [
    answer(1, 'Europe'),
    answer(2, 'Europe copy'),
    answer(3, 'Rome', filterSetOf(filters, masks(['EU'], ['Rome']))),
  ]

  it('finds an identical filter set other than itself', () => {
    expect(identicalSet(sets, europe)?.id).toBe(1)
    expect(identicalSet(sets, europe, 1)?.id).toBe(2)
    expect(identicalSet(sets, filterSetOf(filters, masks(['US'])))).toBeUndefined()
  })

  it.each([
    ['', undefined, 'blank'],
    ['  ', undefined, 'blank'],
    [' Rome ', undefined, 'taken'],
    ['Rome', 3, undefined],
    ['Asia', undefined, undefined],
  ])('the name %j of filter set %s has the problem %s', (name, id, problem) => {
    expect(nameProblem(sets, name, id)).toBe(problem)
  })

  it('names a copy uniquely', () => {
    expect([copyName(sets, 'Rome'), copyName(sets, 'Europe')]).toEqual(['Rome copy', 'Europe copy 2'])
  })

  it('sort in the order of the dashboard, new ones last', () => {
    expect(orderFilterSets(sets, [3, 1]).map(({ id }) => id)).toEqual([3, 1, 2])
    expect(orderFilterSets(sets, undefined).map(({ id }) => id)).toEqual([1, 2, 3])
  })
})
