import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FilterBody } from './FilterBody.tsx'
import { filterSetOf } from '../filters/filter-sets.ts'
import { type SendQuery, createDashboardLoader, LoaderContext } from '../state/loading.ts'
import { maskOf } from '../state/masks.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { queryClient } from '#client/session/query-client.ts'
import { startSession } from '#client/session/session.ts'
import { BOOTSTRAP_ID } from '#core/session/bootstrap.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import {
  type MockResponses,
  type Call,
  field,
  press,
  mockResponses,
  userInput,
  waitForAssertion,
  write,
} from '#testing/user-input.ts'

const region = selectFilter('NATIVE_FILTER-r', 'region', { name: 'Region' })
const city = selectFilter('NATIVE_FILTER-c', 'city', { name: 'City' })

const set = (id: number, name: string, value: readonly string[], over: object = {}) => ({
  id,
  name,
  description: null,
  owner_type: 'User',
  owner_id: 1,
  dashboard_id: 5,
  params: filterSetOf([region, city], { [region.id]: maskOf(region, value), [city.id]: maskOf(city, undefined) }),
  ...over,
})

beforeEach(() => {
  queryClient.clear()
  const page = document.implementation.createHTMLDocument()
  const script = page.createElement('script')
  script.id = BOOTSTRAP_ID
  script.textContent = JSON.stringify({ flags: { DASHBOARD_NATIVE_FILTERS_SET: true }, user: { userId: 1 } })
  page.body.append(script)
  startSession(page)
})

async function open(sets: readonly object[], answers: MockResponses = {}, metadata: object = {}) {
  const stored = [...sets]
  const calls = mockResponses({
    'GET /api/v1/dashboard/5/filtersets': () => ({ result: stored, count: stored.length, ids: [] }),
    'POST /api/v1/dashboard/5/filtersets': ({ body }: Call) => {
      const { json_metadata, ...made } = body as { json_metadata: string }
      stored.push({ ...set(90 + stored.length, '', []), ...made, params: JSON.parse(json_metadata) as object })
      return { id: 90 }
    },
    ...answers,
  })
  const filters = { native_filter_configuration: [region, city], ...metadata }
  const store = createDashboardStore(openDashboard(filters))
  const ask = vi.fn<SendQuery>(async () => [])
  render(
    <QueryClientProvider client={queryClient}>
      <DashboardContext value={store}>
        <LoaderContext value={{ ...createDashboardLoader(store, 1000), ask }}>
          <FilterBody />
        </LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  await waitForAssertion(() => expect(screen.getByRole('tab', { name: `Filter sets (${sets.length})` })).toBeTruthy())
  await press(`Filter sets (${sets.length})`, 'tab')
  const sent = (method: string) => calls.filter((each) => each.method === method).map(({ body }) => body)
  return { store, sent }
}

const names = () =>
  within(screen.getByRole('list', { name: 'Filter sets' }))
    .getAllByRole('button', { pressed: false })
    .map(({ textContent }) => textContent)

describe('a filter set', () => {
  it('takes the applied filters and is marked as applied', async () => {
    const { store, sent } = await open([])
    actions.setMask(store, region.id, maskOf(region, ['EU']))
    await press('Create new filter set')
    await write('Name', ' Europe ')
    await press('Create')
    await waitForAssertion(() => expect(screen.getByRole('button', { name: /Europe$/, pressed: false })).toBeTruthy())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Europe$/, pressed: false }))
    expect(sent('POST')).toMatchObject([{ name: 'Europe', owner_type: 'User', owner_id: 1 }])
    const { dataMask, nativeFilters } = JSON.parse((sent('POST')[0] as { json_metadata: string }).json_metadata)
    expect([Object.keys(nativeFilters), dataMask[region.id].filterState.value]).toEqual([[region.id, city.id], ['EU']])
    expect(screen.getByRole('img', { name: 'Applied' })).toBeTruthy()
  })

  it('sets the filter bar when chosen, and filters nothing before it is applied', async () => {
    const { store } = await open([set(1, 'Europe', ['EU'])])
    await press('Europe')
    const { selected, masks } = store.getState()
    expect(selected[region.id]?.filterState?.value).toEqual(['EU'])
    expect(masks[region.id]?.filterState?.value).toBeNull()
    expect(screen.getByText('· now any')).toBeTruthy()
  })

  it('rejects the name or the values of another', async () => {
    const { store, sent } = await open([set(1, 'Europe', ['EU'])])
    actions.setMask(store, region.id, maskOf(region, ['EU']))
    await press('Create new filter set')
    expect(screen.getByText('This filter set is identical to: Europe')).toBeTruthy()
    await userInput().type(field('Name'), '{Enter}')
    expect(sent('POST')).toEqual([])
    await write('Name', 'Europe')
    expect(screen.getByText('Another filter set has this name')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Create' }).hasAttribute('disabled')).toBe(true)
  })

  it('D-SETS-07: a failed save shows only its state, and keeps the input', async () => {
    const broken = () => Response.json({ message: 'no' }, { status: 500 })
    const { store } = await open([], { 'POST /api/v1/dashboard/5/filtersets': broken })
    actions.setMask(store, region.id, maskOf(region, ['EU']))
    await press('Create new filter set')
    await write('Name', 'Europe')
    await press('Create')
    await waitForAssertion(() => expect(document.querySelector('[data-save="fail"]')).not.toBeNull())
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
    expect(screen.getByDisplayValue('Europe')).toBeTruthy()
  })

  it('duplicates under a new name, and deletes', async () => {
    const { sent } = await open([set(1, 'Europe', ['EU'])], { 'DELETE /api/v1/dashboard/5/filtersets/1': { id: 5 } })
    await press('Options for Europe')
    await press('Duplicate', 'menuitem')
    await waitForAssertion(() => expect(names()).toEqual(['Europe', 'Europe copy']))
    await press('Options for Europe')
    await press('Delete', 'menuitem')
    await waitForAssertion(() => expect(sent('DELETE')).toHaveLength(1))
  })

  it('stores the applied filters when it is edited', async () => {
    const { store, sent } = await open([set(1, 'Europe', ['EU'])], {
      'PUT /api/v1/dashboard/5/filtersets/1': { id: 1 },
    })
    await press('Options for Europe')
    await press('Edit', 'menuitem')
    await waitForAssertion(() => expect(store.getState().masks[region.id]?.filterState?.value).toEqual(['EU']))
    actions.select(store, region.id, maskOf(region, ['US']))
    await waitForAssertion(() => expect(screen.getByText('Please apply filter changes')).toBeTruthy())
    actions.apply(store)
    await write('Editing filter set:', 'America')
    await press('Save')
    await waitForAssertion(() => expect(sent('PUT')).toHaveLength(1))
    expect(sent('PUT')[0]).toMatchObject({ name: 'America' })
    expect(JSON.parse((sent('PUT')[0] as { json_metadata: string }).json_metadata)).toMatchObject({
      dataMask: { [region.id]: { filterState: { value: ['US'] } } },
    })
  })

  it('names missing filters, and can be updated without them', async () => {
    const removed = selectFilter('NATIVE_FILTER-gone', 'gone', { name: 'Gone' })
    const params = filterSetOf([region, removed], {
      [region.id]: maskOf(region, ['EU']),
      [removed.id]: maskOf(removed, ['x']),
    })
    const { sent } = await open([set(1, 'Old', [], { params })], { 'PUT /api/v1/dashboard/5/filtersets/1': { id: 1 } })
    expect(screen.getByText('Gone').closest('li')?.title).toBe('This filter was deleted or applies to another column')
    await press('Options for Old')
    await press(/^Rebuild/, 'menuitem')
    await waitForAssertion(() => expect(sent('PUT')).toHaveLength(1))
    const { nativeFilters } = JSON.parse((sent('PUT')[0] as { json_metadata: string }).json_metadata)
    expect(Object.keys(nativeFilters)).toEqual([region.id])
  })
})
