import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { updateStarted, updateSucceeded } from '#client/chart/machine.ts'
import type { ColumnsEntry } from '#core/query/result.ts'
import { NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import { openDashboard } from '#testing/dashboard.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { TimeZone } from './TimeZone.tsx'

it('names the time zone once for all charts, when one of them shows times', () => {
  const store = createDashboardStore(openDashboard())
  render(
    <DashboardContext value={store}>
      <TimeZone />
    </DashboardContext>,
  )
  const answer = (id: number, coltypes: readonly number[]) =>
    act(() =>
      actions.changeCharts(store, (all) => {
        const entry = { colnames: ['a', 'b'], coltypes, columns: [[1], [2]], rowcount: 1 } as unknown as ColumnsEntry
        const asked = updateStarted(all, id, new AbortController(), all[id]?.form_data ?? { viz_type: 'table' }, 1)
        return updateSucceeded(asked, id, [entry], 2)
      }),
    )
  answer(10, [STRING, NUMERIC])
  expect(screen.queryByText('Times in UTC')).toBeNull()
  answer(11, [TEMPORAL, NUMERIC])
  answer(12, [TEMPORAL, NUMERIC])
  expect(screen.getAllByText('Times in UTC')).toHaveLength(1)
})
