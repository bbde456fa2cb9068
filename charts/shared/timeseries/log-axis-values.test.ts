import { expect, it } from 'vitest'
import { endLabelShifts } from './end-labels.ts'
import { maskLogAxisValues } from './log-axis-values.ts'
import type { Series } from '#charts/shared/series/series-table-types.ts'
import { timeseriesProps } from './timeseries-props.ts'
import { seriesNote } from './timeseries-summary.ts'
import { NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import { completeInput } from '#testing/complete-input.ts'

const DAY = 86_400_000
const rows = [
  [0, 'ATL', 5],
  [1, 'ATL', -3],
  [2, 'ATL', 7],
  [0, 'ORD', 100],
  [1, 'ORD', 0],
  [2, 'ORD', 1000],
] as const

const propsOf = (form: object) =>
  timeseriesProps(
    completeInput({
      form: { viz_type: 'echarts_timeseries_line', metrics: ['delay'], groupby: ['origin'], ...form },
      tables: [
        {
          columns: [
            { name: '__timestamp', type: TEMPORAL, values: rows.map(([day]) => day * DAY) },
            { name: 'origin', type: STRING, values: rows.map(([, name]) => name) },
            { name: 'delay', type: NUMERIC, values: rows.map(([, , value]) => value) },
          ],
          rowCount: rows.length,
        },
      ],
      entries: [],
      dataset: { verbose_map: {}, column_formats: {} },
      labelColors: {},
    }),
    { shape: 'line', curve: 'straight', fill: 0, symbolSize: 0, horizontal: false },
  )

it('a logarithmic axis cannot show values at or below zero: they are gaps, and counted below the chart', () => {
  const props = propsOf({ logAxis: true })
  expect(props.series.map(({ values }) => values)).toEqual([
    [5, null, 7],
    [100, null, 1000],
  ])
  expect(seriesNote(props)).toBe('2 values at or below zero cannot be shown on a logarithmic axis')
  const even = propsOf({})
  expect(even.series[0]?.values).toEqual([5, -3, 7])
  expect(seriesNote(even)).toBe('')
})

it('bounds that a logarithmic axis cannot have are left to the values', () => {
  const axisOf = (form: object) => propsOf({ truncateYAxis: true, y_axis_bounds: [0, 5000], ...form }).yAxis
  expect([axisOf({ logAxis: true }).min, axisOf({ logAxis: true }).max]).toEqual([null, 5000])
  expect(axisOf({}).min).toBe(0)
})

it('forecast values do not count', () => {
  const lower: Series = {
    name: 'low',
    metric: 'delay',
    selection: {},
    values: [-1, 2],
    colorPosition: 0,
    role: 'lower',
    of: 'a',
  }
  expect(maskLogAxisValues([lower], () => true)).toMatchObject({ unplaced: 0, series: [{ values: [null, 2] }] })
})

it('names at the ends of lines are laid by powers of ten', () => {
  const props = propsOf({ logAxis: true })
  const series = props.series.map((each, at) => ({ ...each, values: at === 0 ? [1, 2] : [1000, 20] }))
  // On a scale from 1 to 1,000 over 300 px, 2 and 20 are 100 px apart; on a linear scale 5 px.
  expect(endLabelShifts({ ...props, series }, 300, 5)).toEqual([0, 0])
})
