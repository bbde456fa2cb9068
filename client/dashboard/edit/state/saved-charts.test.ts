import { expect, it } from 'vitest'
import type { ChartResponse } from '#core/rest/responses.ts'
import { chartsArrived, chartsRequested, chartsFailed, shouldFetchCharts, noSavedCharts } from './saved-charts.ts'

const chart = (id: number, viz_type = 'table', params: string | null = '{"row_limit":5}') =>
  ({ id, slice_name: `Chart ${id}`, viz_type, params, datasource_id: 1, datasource_type: 'table' }) as ChartResponse

it('R-SLICES-01: the state has slices, isLoading, errorMessage and lastUpdated', () => {
  expect(noSavedCharts).toMatchObject({ slices: {}, isLoading: false, errorMessage: null, lastUpdated: 0 })
})

it('R-SLICES-02 R-SLICES-03: requested charts are loading, and have a time stamp once loaded', () => {
  expect(chartsRequested({ ...noSavedCharts, errorMessage: 'gone' })).toMatchObject({
    isLoading: true,
    errorMessage: null,
  })
  const there = chartsArrived([chart(7), chart(3)], 1234, false)
  expect(there).toMatchObject({ isLoading: false, errorMessage: null, lastUpdated: 1234, order: [7, 3] })
  expect(Object.keys(there.slices)).toEqual(['3', '7'])
})

it('R-SLICES-04 R-SLICES-14: a failure sets the message and keeps the loaded charts', () => {
  const there = chartsArrived([chart(7)], 1234, false)
  expect(chartsFailed(chartsRequested(there))).toEqual({ ...there, errorMessage: 'Could not fetch all saved charts' })
})

it('R-SLICES-05: requests all charts only until loaded, and those of a search always', () => {
  const there = chartsArrived([], 1234, false)
  expect([shouldFetchCharts(noSavedCharts, false), shouldFetchCharts(there, false)]).toEqual([true, false])
  expect([shouldFetchCharts(noSavedCharts, true), shouldFetchCharts(there, true)]).toEqual([true, true])
  expect(shouldFetchCharts(chartsFailed(noSavedCharts), false)).toBe(true)
})

it('R-SLICES-12: reads the saved form of charts from their JSON', () => {
  const { slices } = chartsArrived([chart(1), chart(2, 'table', null), chart(3, 'table', '{')], 1, false)
  expect([slices[1]?.params, slices[2]?.params, slices[3]?.params]).toEqual([{ row_limit: 5 }, {}, {}])
})

it('R-SLICES-13: excludes filter boxes on request', () => {
  const all = [chart(1), chart(2, 'filter_box')]
  expect(chartsArrived(all, 1, false).order).toEqual([1, 2])
  expect(chartsArrived(all, 1, true).order).toEqual([1])
})
