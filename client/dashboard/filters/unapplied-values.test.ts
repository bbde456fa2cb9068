import { describe, expect, it } from 'vitest'
import { maskOf } from '#client/dashboard/state/masks.ts'
import { actions, createDashboardStore } from '#client/dashboard/state/store.ts'
import { storeUnappliedSelections, restoreUnappliedSelections, unappliedValues } from './unapplied-values.ts'
import { openDashboard, reader, selectFilter } from '#testing/dashboard.ts'

const region = selectFilter('NATIVE_FILTER-region', 'region')
const city = selectFilter('NATIVE_FILTER-city', 'city')

function shelfOf() {
  const held = new Map<string, string>()
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
}
const open = (userId = 1) =>
  createDashboardStore(openDashboard({ native_filter_configuration: [region, city] }, { user: reader(userId) }))
const valueOf = (store: ReturnType<typeof open>, id: string) =>
  store.getState().selected[id]?.filterState?.value ?? null

describe('selected values that are not applied', () => {
  it('return after a reload, without applied ones', () => {
    const shelf = shelfOf()
    const before = open()
    actions.select(before, region.id, maskOf(region, ['EU']))
    storeUnappliedSelections(shelf, before.getState())
    const after = open()
    restoreUnappliedSelections(shelf, after)
    expect([valueOf(after, region.id), valueOf(after, city.id)]).toEqual([['EU'], null])
    expect(after.getState().masks[region.id]?.filterState?.value ?? null).toBeNull()
  })

  it('include a cleared filter', () => {
    const shelf = shelfOf()
    const before = open()
    actions.setMask(before, region.id, maskOf(region, ['EU']))
    actions.clear(before)
    expect(unappliedValues(before.getState())).toEqual({ [region.id]: null })
    storeUnappliedSelections(shelf, before.getState())
    const after = open()
    actions.setMask(after, region.id, maskOf(region, ['EU']))
    restoreUnappliedSelections(shelf, after)
    expect(valueOf(after, region.id)).toBeNull()
  })

  it('disappear once applied, and stay away from another view of the page', () => {
    const shelf = shelfOf()
    const before = open()
    actions.select(before, region.id, maskOf(region, ['EU']))
    storeUnappliedSelections(shelf, before.getState())
    const other = open()
    actions.setMask(other, city.id, maskOf(city, ['Nice']))
    restoreUnappliedSelections(shelf, other)
    expect(valueOf(other, region.id)).toBeNull()
    actions.apply(before)
    storeUnappliedSelections(shelf, before.getState())
    expect(shelf.held.size).toBe(0)
  })

  it('return only for the same user', () => {
    const shelf = shelfOf()
    const before = open()
    actions.select(before, region.id, maskOf(region, ['EU']))
    storeUnappliedSelections(shelf, before.getState())
    const other = open(2)
    restoreUnappliedSelections(shelf, other)
    expect(valueOf(other, region.id)).toBeNull()
  })

  it('ignores invalid ones', () => {
    const shelf = { ...shelfOf(), getItem: () => '{"view":3' }
    const after = open()
    restoreUnappliedSelections(shelf, after)
    expect(unappliedValues(after.getState())).toBeUndefined()
  })
})
