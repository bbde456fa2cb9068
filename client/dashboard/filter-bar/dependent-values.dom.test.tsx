import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DependentValues } from './DependentValues.tsx'
import { LoaderContext, createDashboardLoader, type SendQuery } from '../state/loading.ts'
import { maskOf } from '../state/masks.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { press, waitForAssertion } from '#testing/user-input.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'

const cities: Readonly<Record<string, readonly string[]>> = { USA: ['Boston', 'New York'], UK: ['Boston', 'London'] }

function opened(controlValues: object = {}, isFailing = false, metadata: object = {}) {
  const country = selectFilter('NATIVE_FILTER-country', 'country')
  const city = selectFilter('NATIVE_FILTER-city', 'city', { cascadeParentIds: [country.id], controlValues } as never)
  const store = createDashboardStore(openDashboard({ native_filter_configuration: [country, city], ...metadata }))
  const ask = vi.fn<SendQuery>(async ({ queries }) => {
    if (isFailing) throw new Error('No connection')
    const filters = queries[0]?.filters ?? []
    const valuesOf = (col: string) => filters.find((each) => each.col === col)?.val as string[] | undefined
    const under = (valuesOf('country') ?? []).flatMap((each) => cities[each] ?? [])
    const rows = under.filter((each) => valuesOf('city')?.includes(each) ?? true)
    return [{ colnames: ['city'], coltypes: [1], columns: [rows], rowcount: rows.length }] as never
  })
  render(
    <DashboardContext value={store}>
      <LoaderContext value={{ ...createDashboardLoader(store, 60_000), ask }}>
        <DependentValues />
        <ToastRegion />
      </LoaderContext>
    </DashboardContext>,
  )
  const choose = (filter: typeof city, ...values: string[]) =>
    act(() => actions.select(store, filter.id, maskOf(filter, values)))
  const value = () => store.getState().selected[city.id]?.filterState?.value
  return { store, ask, country, city, choose, value }
}

it('a dependent filter keeps its values that exist for the new parent value, and drops the others', async () => {
  const { choose, country, city, value, ask } = opened()
  choose(country, 'USA')
  choose(city, 'Boston', 'New York')
  await waitForAssertion(() => expect(ask).toHaveBeenCalled())
  choose(country, 'UK')
  await waitForAssertion(() => expect(value()).toEqual(['Boston']))
})

it('a dependent filter without remaining values is empty, and a required one takes the first value', async () => {
  const plain = opened()
  plain.choose(plain.country, 'UK')
  plain.choose(plain.city, 'New York')
  await waitForAssertion(() => expect(plain.value() ?? null).toBeNull())
  const required = opened({ enableEmptyFilter: true })
  required.choose(required.country, 'UK')
  required.choose(required.city, 'New York')
  await waitForAssertion(() => expect(required.value()).toEqual(['Boston']))
})

it('a failed check drops no values', async () => {
  const { choose, country, city, value, store } = opened({}, true)
  choose(country, 'UK')
  choose(city, 'New York')
  await waitForAssertion(() => expect(store.getState().checkedValues[city.id]).toHaveLength(1))
  expect(value()).toEqual(['New York'])
})

const REMOVED = 'city: removed New York, not available under the other filters'

it('reports dropped values once, and undo restores them with the parent value', async () => {
  const { choose, country, city, value, store } = opened()
  choose(country, 'USA')
  choose(city, 'Boston', 'New York')
  await waitForAssertion(() => expect(store.getState().checkedValues[city.id]).toHaveLength(1))
  choose(country, 'UK')
  await waitForAssertion(() => expect(value()).toEqual(['Boston']))
  expect(screen.getAllByText(REMOVED)).toHaveLength(1)
  await press('Undo')
  expect(value()).toEqual(['Boston', 'New York'])
  expect(store.getState().selected[country.id]?.filterState?.value).toEqual(['USA'])
})

it('undo restores a value that was chosen before the parent value, and applies it in an instant filter bar', async () => {
  const { choose, country, city, value, store } = opened({}, false, { filter_bar_instant: true })
  choose(city, 'New York')
  choose(country, 'UK')
  await waitForAssertion(() => expect(value() ?? null).toBeNull())
  await press('Undo')
  const { selected, masks } = store.getState()
  for (const all of [selected, masks]) {
    expect(all[city.id]?.filterState?.value).toEqual(['New York'])
    expect(all[country.id]?.filterState?.value ?? null).toBeNull()
  }
})
