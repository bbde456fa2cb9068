import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DependentValues } from './DependentValues.tsx'
import { LoadNearViewport, useLoadChart } from '../chart/load-chart.ts'
import { filterSetOf, masksOfFilterSet } from '../filters/filter-sets.ts'
import { formDataOf } from '../state/chart-form.ts'
import { createDashboardLoader, LoaderContext, type SendQuery } from '../state/loading.ts'
import { maskOf } from '../state/masks.ts'
import { actions, createDashboardStore, DashboardContext, isWaiting, needsQuery } from '../state/store.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { press, waitForAssertion } from '#testing/user-input.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'

const cities: Readonly<Record<string, readonly string[]>> = { USA: ['Boston', 'New York'], UK: ['Boston', 'London'] }

const country = selectFilter('NATIVE_FILTER-country', 'country')
/** Applies to the charts 10 and 11 of the first tab. */
const city = selectFilter('NATIVE_FILTER-city', 'city', {
  cascadeParentIds: [country.id],
  scope: { rootPath: ['TAB-1'], excluded: [] },
})
const native = (...filters: readonly object[]) => ({ native_filter_configuration: filters })
const stateOf = (value: unknown) => ({ filterState: { value } })
const withDefault = (filter: object, value: unknown) => ({ ...filter, defaultDataMask: stateOf(value) })

/** No city but Boston is in both countries. */
const EXCLUDED = { [country.id]: stateOf(['UK']), [city.id]: stateOf(['Boston', 'New York']) }
const VALID = { [country.id]: stateOf(['USA']), [city.id]: stateOf(['Boston', 'New York']) }

/** Renders a dashboard whose checks are answered on request, and records the forms with which charts may be queried. */
function opened(metadata: object, over: object = {}) {
  const store = createDashboardStore(openDashboard(metadata, over))
  const queried = new Set<string>()
  const record = () => {
    const state = store.getState()
    for (const id of [10, 11])
      if (needsQuery(state, id)) queried.add(JSON.stringify(formDataOf(state, id)?.extra_form_data?.filters ?? []))
  }
  record()
  store.subscribe(record)
  let release: (isFailing: boolean) => void = () => {}
  const ask = vi.fn<SendQuery>(async ({ queries }) => {
    const isFailing = await new Promise<boolean>((resolve) => {
      release = resolve
    })
    if (isFailing) throw new Error('No connection')
    const filters = queries[0]?.filters ?? []
    const valuesOf = (col: string) => filters.find((each) => each.col === col)?.val as string[]
    const under = valuesOf('country').flatMap((each) => cities[each] ?? [])
    const rows = under.filter((each) => valuesOf('city').includes(each))
    return [{ colnames: ['city'], coltypes: [1], columns: [rows], rowcount: rows.length }] as never
  })
  const request = createDashboardLoader(store, 60_000)
  const load = vi.fn<typeof request.loader.load>(async () => undefined)
  const Chart = () => {
    const loadChart = useLoadChart(10)
    return (
      <>
        <LoadNearViewport chartId={10} box={{ current: document.body }} ask={loadChart} />
        <button type="button" onClick={() => void loadChart(true)}>
          Refresh chart
        </button>
      </>
    )
  }
  render(
    <DashboardContext value={store}>
      <LoaderContext value={{ ...request, ask, fetchView: async () => undefined, loader: { ...request.loader, load } }}>
        <DependentValues />
        <Chart />
        <ToastRegion />
      </LoaderContext>
    </DashboardContext>,
  )
  const answered = async (isFailing = false) => {
    await waitForAssertion(() => expect(ask).toHaveBeenCalled())
    await act(async () => release(isFailing))
  }
  /** Answers the check of the given values, and that of the values that remain. */
  const settled = async () => {
    while (isWaiting(store.getState(), 10)) await answered()
  }
  const value = (filter: typeof city) => store.getState().masks[filter.id]?.filterState?.value
  const waiting = () => [10, 11, 12].map((id) => isWaiting(store.getState(), id))
  return { store, queried, answered, settled, value, waiting, load }
}

const IN_UK = { col: 'country', op: 'IN', val: ['UK'] }
const forms = (...filters: readonly object[][]) => filters.map((each) => JSON.stringify(each))
const REMOVED = 'city: removed New York, not available under the other filters'

it.each([
  ['a URL or a permalink', native(country, city), { masks: EXCLUDED }],
  ['the configuration', native(withDefault(country, ['UK']), withDefault(city, ['Boston', 'New York'])), {}],
  ['the default filter set', native(country, city), { defaults: EXCLUDED }],
])('values of %s that do not exist are dropped, and charts wait for the check', async (_name, metadata, over) => {
  const page = opened(metadata, over)
  expect(page.waiting()).toEqual([true, true, false])
  await page.settled()
  expect(page.value(city)).toEqual(['Boston'])
  expect(page.value(country)).toEqual(['UK'])
  expect(page.store.getState().selected[city.id]?.filterState?.value).toEqual(['Boston'])
  expect([...page.queried]).toEqual(forms([IN_UK, { col: 'city', op: 'IN', val: ['Boston'] }]))
  expect(screen.getAllByText(REMOVED)).toHaveLength(1)
})

it('values of an earlier view that do not exist are dropped, and charts wait for the check', async () => {
  const page = opened(native(country, city))
  act(() => actions.showView(page.store, EXCLUDED, []))
  expect(page.waiting()).toEqual([true, true, false])
  await page.settled()
  expect(page.value(city)).toEqual(['Boston'])
  expect([...page.queried]).toEqual(forms([], [IN_UK, { col: 'city', op: 'IN', val: ['Boston'] }]))
})

it('a filter set is checked while it is pending, and undo restores the values before it', async () => {
  const page = opened(native(country, city), { masks: VALID })
  await page.settled()
  const { filters, masks } = page.store.getState()
  const set = filterSetOf(filters, {
    ...masks,
    [country.id]: maskOf(country, ['UK']),
    [city.id]: maskOf(city, ['Boston', 'New York']),
  })
  act(() => page.store.setState(({ selected }) => ({ selected: masksOfFilterSet(set, filters, selected) })))
  expect(page.waiting()).toEqual([false, false, false])
  const selected = (filter: typeof city) => page.store.getState().selected[filter.id]?.filterState?.value
  await page.answered()
  expect(selected(city)).toEqual(['Boston'])
  expect(page.value(city)).toEqual(['Boston', 'New York'])
  await press('Undo')
  expect([selected(country), selected(city)]).toEqual([['USA'], ['Boston', 'New York']])
})

it('a filter set that is applied at once makes charts wait for the check', async () => {
  const page = opened(native(country, city))
  const set = filterSetOf([country, city], {
    [country.id]: maskOf(country, ['UK']),
    [city.id]: maskOf(city, ['Boston', 'New York']),
  })
  act(() => {
    page.store.setState(({ filters, selected }) => ({ selected: masksOfFilterSet(set, filters, selected) }))
    actions.apply(page.store)
  })
  expect(page.waiting()).toEqual([true, true, false])
  await page.settled()
  expect([...page.queried]).toEqual(forms([], [IN_UK, { col: 'city', op: 'IN', val: ['Boston'] }]))
})

it('undo of values that a URL brought restores them and empties the parent that excludes them', async () => {
  const page = opened({ ...native(country, city), filter_bar_instant: true }, { masks: EXCLUDED })
  await page.settled()
  await press('Undo')
  expect(page.value(city)).toEqual(['Boston', 'New York'])
  expect(page.value(country) ?? null).toBeNull()
  expect(page.waiting()).toEqual([false, false, false])
})

it('undo is not offered if it would empty a required parent', async () => {
  const required = { ...country, controlValues: { enableEmptyFilter: true } }
  const page = opened(native(required, city), { masks: EXCLUDED })
  await page.settled()
  expect(screen.getByText(REMOVED)).toBeTruthy()
  expect(screen.queryByText('Undo')).toBeNull()
})

it('charts are queried with the values of a URL when the check fails', async () => {
  const page = opened(native(country, city), { masks: EXCLUDED })
  await page.answered(true)
  expect(page.waiting()).toEqual([false, false, false])
  expect([...page.queried]).toEqual(forms([IN_UK, { col: 'city', op: 'IN', val: ['Boston', 'New York'] }]))
})

it('a refresh of a chart that waits for a check is queried after it', async () => {
  const page = opened(native(country, city), { masks: EXCLUDED })
  await press('Refresh chart')
  expect(page.load).not.toHaveBeenCalled()
  expect(page.store.getState().charts[10]?.triggerQuery).toBe(true)
})

const delay = selectFilter('NATIVE_FILTER-delay', 'delay', {
  filterType: 'filter_range',
  cascadeParentIds: [country.id],
  controlValues: { unit: 'min' },
})

/** Opens a dashboard with the delays 10 to 50; rows exist in these ranges: UK 0 to 5, USA 20 to 90. */
async function withRange(name: string, over: object = {}) {
  const filters = [country, { ...delay, ...over }]
  const store = createDashboardStore(
    openDashboard(native(...filters), { masks: { [country.id]: stateOf([name]), [delay.id]: stateOf([10, 50]) } }),
  )
  const ends = name === 'UK' ? [0, 5] : [20, 90]
  const ask = vi.fn<SendQuery>(async ({ queries }) => {
    const [query] = queries
    const bounds = (op: string) => query?.filters?.find((each) => each.col === 'delay' && each.op === op)?.val as number
    if (query?.metrics?.length)
      return [{ colnames: ['min', 'max'], coltypes: [0, 0], columns: ends.map((end) => [end]), rowcount: 1 }] as never
    const rows = ends.filter((end) => end >= bounds('>=') && end <= bounds('<=')).slice(0, query?.row_limit ?? 1)
    return [{ colnames: ['delay'], coltypes: [0], columns: [rows], rowcount: rows.length }] as never
  })
  expect(isWaiting(store.getState(), 10)).toBe(true)
  render(
    <DashboardContext value={store}>
      <LoaderContext value={{ ...createDashboardLoader(store, 60_000), ask }}>
        <DependentValues />
        <ToastRegion />
      </LoaderContext>
    </DashboardContext>,
  )
  await waitForAssertion(() => expect(isWaiting(store.getState(), 10)).toBe(false))
  return { value: store.getState().masks[delay.id]?.filterState?.value ?? null }
}

it('a dependent range stays if a row lies in it', async () => {
  expect(await withRange('USA')).toEqual({ value: [10, 50] })
  expect(screen.queryByText(/^delay: removed/)).toBeNull()
})

it('a dependent range without rows is removed with a notice', async () => {
  expect(await withRange('UK')).toEqual({ value: null })
  expect(screen.getByText('delay: removed 10 – 50 min, not available under the other filters')).toBeTruthy()
})

it('a required dependent range without rows takes the range of all rows under its parents', async () => {
  expect(await withRange('UK', { controlValues: { enableEmptyFilter: true } })).toEqual({ value: [0, 5] })
})
