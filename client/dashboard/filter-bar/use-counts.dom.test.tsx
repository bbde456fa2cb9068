import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Table } from '#core/table/table.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { waitForAssertion } from '#testing/user-input.ts'
import { type SendQuery, createDashboardLoader, LoaderContext } from '../state/loading.ts'
import { maskOf } from '../state/masks.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { useCounts } from './use-counts.ts'
import { createQueryClient } from '#client/session/query-client.ts'

const region = selectFilter('r', 'region')
const city = selectFilter('c', 'city')
const datasets = [
  {
    id: 3,
    table_name: 'sales',
    database: { id: 1, database_name: 'd', counts_at_once: true },
    columns: ['region', 'city'].map((column_name) => ({
      column_name,
      type: 'VARCHAR',
      type_generic: 1,
      is_dttm: false,
    })),
    metrics: [],
  },
]
const cities: Table = {
  columns: [
    { name: 'city', type: 1, values: ['Rome', 'Oslo'] },
    { name: 'count', type: 0, values: [10, 20] },
  ],
  rowCount: 2,
}
const options = { data: [cities], isPart: false }

function Counts() {
  const { counts, areOld } = useCounts(city, options)
  return <p role="status">{`${counts?.columns[1]?.values.join() ?? 'none'}${areOld ? ', old' : ''}`}</p>
}

it('keeps the previous counts, marked as old, until newer ones arrive and after a failure', async () => {
  const waiting: { readonly resolve: (counts: readonly number[]) => void; readonly reject: () => void }[] = []
  const ask = ((): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.push({
        resolve: (counts) =>
          resolve([
            {
              colnames: ['city', 'count'],
              coltypes: [1, 0],
              columns: [['Rome', 'Oslo'], counts],
              rowcount: 2,
            },
          ]),
        reject: () => reject(new TypeError('Failed to fetch')),
      })
    })) as unknown as SendQuery
  const store = createDashboardStore(
    openDashboard({ native_filter_configuration: [region, city] }, { datasets: datasets as never }),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DashboardContext value={store}>
        <LoaderContext value={{ ...createDashboardLoader(store, 60_000), ask }}>
          <Counts />
        </LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  const shown = () => screen.getByRole('status').textContent
  const apply = (...regions: string[]) => act(() => actions.setMask(store, 'r', maskOf(region, regions)))
  expect(shown()).toBe('none')
  apply('EU')
  expect(shown()).toBe('none, old')
  await waitForAssertion(() => expect(waiting).toHaveLength(1))
  waiting[0]?.resolve([1, 2])
  await waitForAssertion(() => expect(shown()).toBe('1,2'))
  apply('EU', 'US')
  expect(shown()).toBe('1,2, old')
  await waitForAssertion(() => expect(waiting).toHaveLength(2))
  waiting[1]?.resolve([3, 4])
  await waitForAssertion(() => expect(shown()).toBe('3,4'))
  apply('US')
  await waitForAssertion(() => expect(waiting).toHaveLength(3))
  waiting[2]?.reject()
  await new Promise((after) => setTimeout(after, 50))
  expect(shown()).toBe('3,4, old')
})
