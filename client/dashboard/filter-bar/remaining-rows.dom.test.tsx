import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { RemainingRows } from './RemainingRows.tsx'
import { LoaderContext, type createDashboardLoader } from '../state/loading.ts'
import { maskOf } from '../state/masks.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { waitForAssertion } from '#testing/user-input.ts'
import { createQueryClient } from '#client/session/query-client.ts'

const origin = selectFilter('NATIVE_FILTER-o', 'origin')
const dataset = {
  id: 3,
  table_name: 'flights',
  main_dttm_col: 'at',
  columns: [{ column_name: 'at', type_generic: 2, is_dttm: true }],
  database: { id: 1, database_name: 'd', counts_at_once: true },
} as unknown as DatasetResponse

const entry = (colnames: readonly string[], coltypes: readonly number[], row: readonly unknown[], error?: string) =>
  ({ colnames, coltypes, columns: row.map((cell) => [cell]), rowcount: 1, error: error ?? null }) as never

const count = (rows: number) => entry(['count'], [0], [rows])
const span = entry(['rows', 'MIN', 'MAX'], [0, 2, 2], [30, Date.parse('2001-01-01'), Date.parse('2001-06-30T23:00Z')])

/** Renders the line with a server that gives these results. */
function shown(answers: (queries: QueryContext['queries']) => readonly ColumnarResult[]) {
  const state = openDashboard({ native_filter_configuration: [origin] }, { datasets: [dataset] })
  const store = createDashboardStore(state)
  const ask = vi.fn<(context: QueryContext) => Promise<readonly ColumnarResult[]>>(async ({ queries }) =>
    answers(queries),
  )
  render(
    <DashboardContext value={store}>
      <QueryClientProvider client={createQueryClient()}>
        <LoaderContext value={{ ask } as unknown as ReturnType<typeof createDashboardLoader>}>
          <RemainingRows />
        </LoaderContext>
      </QueryClientProvider>
    </DashboardContext>,
  )
  return { store, ask }
}

it('shows remaining and total rows and the time extent, with one query', async () => {
  const { store, ask } = shown((queries) => (queries.length === 3 ? [count(4), count(30), span] : [count(30), span]))
  expect((await screen.findByRole('status')).textContent).toBe('30 rows of flights')
  expect(screen.getByText('Data from Jan 1 to Jun 30, 2001')).toBeDefined()
  expect(ask).toHaveBeenCalledOnce()
  actions.setMask(store, origin.id, maskOf(origin, ['ATL']))
  await waitForAssertion(() => expect(screen.getByRole('status').textContent).toBe('4 of 30 rows of flights'))
  expect(screen.getByText('Data from Jan 1 to Jun 30, 2001')).toBeDefined()
})

it('shows the rows without a time extent when the query for it fails', async () => {
  shown(() => [count(30), entry(['rows'], [0], [null], 'no extremes')])
  expect((await screen.findByRole('status')).textContent).toBe('30 rows of flights')
  expect(screen.queryByText(/^Data/)).toBeNull()
})
