import { expect, it } from 'vitest'
import type { DashboardState } from '../state/hydrate.ts'
import { openDashboard } from '#testing/dashboard.ts'
import { tileRows } from './tile-rows.ts'

const answer = {
  rowcount: 2,
  colnames: ['region', 'count'],
  coltypes: [1, 0],
  columns: [
    ['EU', 'North\tSouth'],
    [5, null],
  ],
}

function withResult(over: Partial<DashboardState['info']> = {}): DashboardState {
  const state = openDashboard()
  const chart = { ...state.charts[10], queriesResponse: [answer] }
  return { ...state, charts: { 10: chart as never }, info: { ...state.info, superset_can_csv: true, ...over } }
}

it('the text is the result as tab-separated values, with null as an empty cell', () => {
  expect(tileRows(withResult(), 10)).toBe('region\tcount\nEU\t5\nNorth South\t')
})

it('the text is undefined without a result or the permission to export it', () => {
  expect(tileRows(withResult({ superset_can_csv: false }), 10)).toBeUndefined()
  expect(tileRows(openDashboard(), 10)).toBeUndefined()
})
