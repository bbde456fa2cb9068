import { expect, it } from 'vitest'
import { newChart, type ChartState } from '#client/chart/chart-state.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { dataAgesText } from './refresh-entry.ts'

const now = 10 * 60_000
const answer = (madeAt: number, isCached: boolean) =>
  ({ is_cached: isCached, cost: { made_at: madeAt } }) as unknown as ColumnarResult
const chart = (...answers: readonly ColumnarResult[]): ChartState =>
  ({ ...newChart(1, { viz_type: 'table' }), queriesResponse: answers.length > 0 ? answers : null }) as ChartState

it.each([
  ['nothing before the first result', chart(), undefined],
  ['the age of cached data', chart(answer(now - 3 * 60_000, true)), 'Cached 3 minutes ago'],
  ['that the data were read from the database', chart(answer(now, false)), 'Fetched a moment ago'],
  [
    'one text if all results have the same',
    chart(answer(now, false), answer(now - 1000, false)),
    'Fetched a moment ago',
  ],
  [
    'a text for each query if they differ',
    chart(answer(now, false), answer(now - 2 * 60_000, true)),
    'Query 1: Fetched a moment ago · Query 2: Cached 2 minutes ago',
  ],
])('the refresh entry of a chart shows %s', (_name, state, text) => {
  expect(dataAgesText(state, now)).toBe(text)
})
