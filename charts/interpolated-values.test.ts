import { expect, it } from 'vitest'
import { interpolatedValues } from './shared/timeseries/interpolated-values.ts'
import type { TimeseriesProps } from './shared/timeseries/timeseries-props.ts'
import { timeseriesOption } from './shared/timeseries/timeseries-option.ts'
import { chartThemeOf } from './shared/echarts/chart-theme.ts'
import { propsFor } from '#charts/chart.ts'
import { mixed_timeseries } from '#charts/mixed_timeseries/index.ts'
import { toProps } from '#charts/mixed_timeseries/props.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { NUMERIC, type Table, TEMPORAL } from '#core/table/table.ts'

const form = {
  viz_type: 'mixed_timeseries',
  metrics: ['count'],
  metrics_b: ['delay'],
  granularity_sqla: 'date',
  time_grain_sqla: 'PT1S',
  yAxisIndexB: 1,
  zoomable: true,
}

function answer(metric: string, rows: readonly (readonly [at: number, value: number | null])[]): Table {
  return {
    columns: [
      { name: '__timestamp', type: TEMPORAL, values: rows.map(([at]) => at) },
      { name: metric, type: NUMERIC, values: rows.map(([, value]) => value) },
    ],
    rowCount: rows.length,
  }
}

/** Both queries, each sampled into this many buckets of the axis from 0 to 100 (ten by default). */
function propsOf(first: Table, second: Table, more: object = {}, widths = [10, 10]): TimeseriesProps {
  return propsFor(mixed_timeseries, toProps, {
    form: { ...form, ...more },
    tables: [first, second],
    entries: widths.map((width) => ({ sampled: { points: 1000, width } }) as ResultMetadata),
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  })
}

const drawn = (props: TimeseriesProps) => props.series.map((each) => interpolatedValues(props, each))

// Buckets are 10 wide. The first series has no points from 20 to 60; the second has a null from 30 to 50.
const first = answer('count', [
  [0, 0],
  [10, 10],
  [20, 20],
  [60, 60],
  [75, 75],
  [100, 0],
])
const second = answer('delay', [
  [5, 1],
  [24, 20],
  [30, null],
  [50, null],
  [55, 5],
  [70, 8],
  [100, 9],
])

it('interpolates lines of a mixed chart at positions of the other query, and breaks them at their gaps', () => {
  const props = propsOf(first, second)
  // At        0   5  10  20  24  30  50  55  60  70  75 100
  expect(drawn(props)).toEqual([
    [0, 5, 10, 20, null, null, null, null, 60, 70, 75, 0],
    // From 5 to 24 is less than two buckets: a slope of one. From 55 to 70 is 15, of which 60 is a third.
    [null, 1, 6, 16, 20, null, null, 5, 6, 8, null, 9],
  ])
})

it('draws points of step lines at the height of the step', () => {
  const [, steps] = drawn(propsOf(first, second, { seriesTypeB: 'end' }))
  expect(steps).toEqual([null, 1, 1, 1, 20, null, null, 5, 5, 8, null, 9])
  expect(drawn(propsOf(first, second, { seriesTypeB: 'start' }))[1]?.slice(1, 5)).toEqual([1, 20, 20, 20])
  // 10 is 5/19 of the interval, 20 is 15/19.
  expect(drawn(propsOf(first, second, { seriesTypeB: 'middle' }))[1]?.slice(1, 5)).toEqual([1, 1, 20, 20])
})

it('the number of parts is the smallest number of all results', () => {
  // Four buckets are 25 wide each: from 20 to 60 is less than two, from 24 to 55 as well.
  const [count, delay] = drawn(propsOf(first, second, {}, [10, 4]))
  expect(count).toEqual([0, 5, 10, 20, 24, 30, 50, 55, 60, 70, 75, 0])
  // From 20 at 24 to 5 at 55, each unit falls by 15 / 31.
  expect(delay?.[5]).toBeCloseTo(17.0968, 4)
  expect(delay?.[6]).toBeCloseTo(7.4194, 4)
})

it('the parts of a zoomed chart are those of the visible range', () => {
  // From 0 to 25 with steps of 2 is 0 to 26, with buckets of 2.6: from 5 to 24 is more than two.
  const [count, delay] = drawn(propsOf(first, second, { ownState: { sight: [0, 25] } }))
  expect(count?.slice(0, 4)).toEqual([0, null, 10, 20])
  expect(delay?.slice(1, 5)).toEqual([1, null, null, 20])
  expect(count?.slice(8, 11)).toEqual([60, 70, 75])
})

interface Drawn {
  readonly series: readonly {
    readonly yAxisIndex?: number
    readonly connectNulls?: boolean
    readonly showSymbol: boolean
    readonly symbolSize: (value: unknown, at: object) => number
  }[]
  readonly dataset: { readonly source: Float64Array }
}

function picture(more: object): Drawn {
  const canvas = { width: 600, height: 300, theme: 'light' } as const
  const option = timeseriesOption({ ...propsOf(first, second, more), ...canvas }, chartThemeOf(String))
  return option as unknown as Drawn
}

it('draws interpolated values on both axes, and markers only at values', () => {
  const { series, dataset } = picture({ markerEnabledB: true, markerSizeB: 4 })
  const column = (at: number) => Array.from({ length: 12 }, (_, row) => dataset.source[row * 3 + at])
  expect(column(1)).toEqual([0, 5, 10, 20, NaN, NaN, NaN, NaN, 60, 70, 75, 0])
  expect(column(2)).toEqual([NaN, 1, 6, 16, 20, NaN, NaN, 5, 6, 8, NaN, 9])
  expect(series.map(({ yAxisIndex, connectNulls }) => [yAxisIndex, connectNulls])).toEqual([
    [undefined, undefined],
    [1, undefined],
  ])
  expect([1, 2, 7, 8].map((dataIndex) => series[1]?.symbolSize(null, { dataIndex }))).toEqual([4, 0, 4, 0])
})

it('draws a single value between gaps as a point', () => {
  const { series } = picture({})
  expect(series.map(({ showSymbol }) => showSymbol)).toEqual([false, true])
  expect([9, 11].map((dataIndex) => series[1]?.symbolSize(null, { dataIndex }))).toEqual([0, 6])
})
