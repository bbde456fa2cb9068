import { expect, it, vi } from 'vitest'
import { createDashboardStore } from '../state/store.ts'
import type { SendQuery } from '../state/loading.ts'
import { dashboardResponse, openDashboard, reader, selectFilter } from '#testing/dashboard.ts'
import { searchDashboard } from './search-dashboard.ts'

const region = selectFilter('NATIVE_FILTER-region', 'region')
const time = selectFilter('NATIVE_FILTER-time', 'time', { filterType: 'filter_time', targets: [{}], name: 'When' })
const column = (column_name: string) => ({ column_name, type: 'VARCHAR', type_generic: 1 as const, is_dttm: false })
const dataset = { id: 3, table_name: 'sales', columns: [column('region'), column('city')], metrics: [] }

const answer = (values: readonly string[]) => ({
  colnames: ['region', 'count'],
  coltypes: [1, 0],
  columns: [values, values.map(() => 1)],
  rowcount: values.length,
})

function open(ask: unknown = vi.fn<() => Promise<unknown>>(async () => [answer(['EU', 'EMEA'])]), userId = 1) {
  const metadata = { native_filter_configuration: [region, time] }
  const user = userId === 1 ? reader(1, ['can_write', 'Dashboard']) : reader(2, ['can_read', 'Dashboard'])
  const store = createDashboardStore(
    openDashboard(metadata, {
      dashboard: dashboardResponse({ json_metadata: JSON.stringify(metadata) }),
      datasets: [dataset],
      user,
    }),
  )
  const onAddFilter = vi.fn<() => void>()
  const search = async (typed: string) => {
    const groups = await searchDashboard(
      { store, ask: ask as SendQuery, onAddFilter },
      typed,
      new AbortController().signal,
    )
    return Object.fromEntries(groups.map(({ id, items }) => [id, items]))
  }
  return { store, search, onAddFilter, ask }
}

it('sets the time range filter to a typed range, and compares after vs', async () => {
  const { store, search } = open()
  const { ranges = [] } = await search('2001-03 vs ly')
  expect(ranges.map(({ label, detail }) => [label, detail])).toEqual([['Mar 1 – 31, 2001', 'When, compared']])
  ranges[0]?.act()
  expect(store.getState().masks[time.id]?.extraFormData).toEqual({
    time_range: '2001-03-01T00:00:00 : 2001-04-01T00:00:00',
  })
  expect(store.getState().comparison).toBe('52 weeks ago')
  expect((await search('eu'))['ranges']).toEqual([])
})

it('reveals the filter of a column, and adds one for a column without', async () => {
  const { store, search, onAddFilter } = open()
  const [known] = (await search('REG'))['columns'] ?? []
  expect([known?.label, known?.detail]).toEqual(['region', 'Go to the filter region'])
  known?.act()
  expect(store.getState().sought).toBe(region.id)
  const [free] = (await search('cit'))['columns'] ?? []
  expect([free?.label, free?.detail]).toEqual(['city', 'Add a filter on sales'])
  free?.act()
  expect(onAddFilter).toHaveBeenCalledOnce()
})

it('offers no new filter to users who may not configure filters', async () => {
  const { search } = open(undefined, 2)
  expect((await search('cit'))['columns']).toEqual([])
  expect((await search('reg'))['columns']).toHaveLength(1)
})

it('finds values of select filters with one limited query each, and applies a value', async () => {
  const { store, search, ask } = open()
  const { values = [] } = await search('e')
  expect(ask).toHaveBeenCalledOnce()
  expect(ask).toHaveBeenCalledWith(
    expect.objectContaining({
      queries: [expect.objectContaining({ row_limit: 4, filters: [{ col: 'region', op: 'ILIKE', val: '%e%' }] })],
    }),
    expect.anything(),
  )
  expect(values.map(({ label, detail }) => [label, detail])).toEqual([
    ['EU', 'region'],
    ['EMEA', 'region'],
  ])
  values[1]?.act()
  expect(store.getState().masks[region.id]?.extraFormData).toEqual({
    filters: [{ col: 'region', op: 'IN', val: ['EMEA'] }],
  })
})

it('finds no values of a filter whose query fails', async () => {
  const { search } = open(vi.fn(() => Promise.reject(new Error('broken'))))
  expect((await search('e'))['values']).toEqual([])
})
