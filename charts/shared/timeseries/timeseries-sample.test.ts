import { describe, expect, it } from 'vitest'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { timeseriesOption } from './timeseries-option.ts'
import { timeseriesProps } from './timeseries-props.ts'
import { isSameRange } from './timeseries-sample.ts'
import { chartType } from '#charts/index.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { type Column, NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import { completeInput } from '#testing/complete-input.ts'

const plain = { metrics: ['count'], granularity_sqla: 'date', time_grain_sqla: 'PT1M', stack: null }
const sampleOf = (viz_type: string, form: Record<string, unknown> = {}) =>
  chartType(viz_type)?.toSample?.({ ...plain, viz_type, ...form })

describe('series that may be sampled', () => {
  it.each([
    ['echarts_timeseries_line', {}],
    // Keys of another chart type in the form have no effect.
    ['echarts_timeseries_line', { seriesType: 'bar' }],
    ['echarts_timeseries_smooth', {}],
    ['echarts_timeseries_step', {}],
    ['echarts_area', {}],
    ['echarts_timeseries', { seriesType: 'middle' }],
    ['echarts_timeseries_scatter', {}],
    ['echarts_timeseries', { seriesType: 'scatter' }],
    ['mixed_timeseries', { metrics_b: ['delay'], seriesTypeB: 'scatter' }],
    ['mixed_timeseries', { metrics_b: ['delay'], stack: true }],
    // Post-processing runs before sampling.
    ['echarts_timeseries_line', { rolling_type: 'mean', rolling_periods: 7 }],
    ['echarts_timeseries_line', { rolling_type: 'cumsum', contributionMode: 'column' }],
    ['echarts_timeseries_line', { resample_rule: '1D', resample_method: 'ffill' }],
    ['echarts_timeseries_line', { time_compare: ['1 year ago'], comparison_type: 'values' }],
    ['echarts_timeseries_line', { forecastEnabled: true }],
    ['echarts_area', { stack: 'Stack', rolling_type: 'mean', rolling_periods: 7 }],
    // A single series is not stacked on anything.
    ['echarts_area', { stack: 'Stack' }],
  ])('%s %j is', (type, form) => {
    expect(sampleOf(type, form)).toEqual({})
  })

  it.each([
    ['echarts_timeseries_bar', {}],
    ['echarts_timeseries', { seriesType: 'bar' }],
    ['mixed_timeseries', { metrics_b: ['delay'], seriesTypeB: 'bar' }],
    ['mixed_timeseries', { metrics_b: ['delay'], stackB: true, groupby_b: ['origin'] }],
    ['table', {}],
    ['echarts_area', { stack: 'Stack', groupby: ['origin'] }],
    ['echarts_area', { stack: 'Stack', metrics: ['count', 'delay'] }],
    ['echarts_timeseries_line', { stack: 'Expand' }],
    ['echarts_timeseries_line', { contributionMode: 'row' }],
    ['echarts_timeseries_line', { x_axis_sort: 'count' }],
    // A time comparison or a forecast would be stacked on the value.
    ['echarts_area', { stack: 'Stack', time_compare: ['1 year ago'], comparison_type: 'values' }],
    ['echarts_area', { stack: 'Stack', forecastEnabled: true }],
  ])('%s %j is not', (type, form) => {
    expect(sampleOf(type, form)).toBeUndefined()
  })

  it('the visible range is requested as a range that near ones share', () => {
    // A width of 1,000 has steps of 64, the largest power of two below an eighth of it.
    const near = (first: number, last: number) =>
      sampleOf('echarts_timeseries_line', { ownState: { sight: [first, last] } })
    expect(near(1000, 2000)).toEqual({ from: 960, to: 2048 })
    expect(near(1010, 2010)).toEqual({ from: 960, to: 2048 })
    expect([isSameRange([1000, 2000], [1010, 2010]), isSameRange([1000, 2000], [1030, 2030])]).toEqual([true, false])
    expect([isSameRange(undefined, undefined), isSameRange([1000, 2000], undefined)]).toEqual([true, false])
  })

  it.each([[[2000, 1000]], [[5, 5]], [['a', 'b']], [[1]], ['all'], [null]])(
    'rejects %j as a visible range',
    (visibleRange) => {
      expect(sampleOf('echarts_timeseries_line', { ownState: { sight: visibleRange } })).toEqual({})
    },
  )
})

const MINUTE = 60_000

function drawn(names: readonly string[], sampled: boolean, form: Record<string, unknown> = {}) {
  const rows = names.flatMap((name) => Array.from({ length: 100 }, (_, minute) => ({ minute, name })))
  const props = timeseriesProps(
    completeInput({
      form: { viz_type: 'echarts_timeseries_line', groupby: ['origin'], ...plain, zoomable: true, ...form },
      tables: [
        {
          columns: [
            { name: '__timestamp', type: TEMPORAL, values: rows.map(({ minute }) => minute * MINUTE) },
            { name: 'origin', type: STRING, values: rows.map(({ name }) => name) },
            { name: 'count', type: NUMERIC, values: rows.map(({ minute }) => minute) },
          ],
          rowCount: rows.length,
        },
      ],
      entries: [(sampled ? { sampled: { points: 1_000_000, width: 256 } } : {}) as ResultMetadata],
      dataset: { verbose_map: {}, column_formats: {} },
      labelColors: {},
    }),
    { shape: 'line', curve: 'straight', fill: 0, symbolSize: 0, horizontal: false },
  )
  // Forty pixels for a hundred x values.
  const option = timeseriesOption(
    { ...props, width: 40, height: 240, theme: 'light' },
    chartThemeOf(() => '#000'),
  )
  return option as unknown as {
    series: readonly { sampling?: string }[]
    dataZoom: readonly { startValue?: number; endValue?: number }[]
  }
}

describe('the picture of a sample that was made by steps', () => {
  const values = Array.from({ length: 100 }, (_, minute) => (minute % 10 === 5 ? 7 : null))
  const whole = Array.from({ length: 100 }, (_, minute) => minute)
  const column = (name: string, of: readonly (number | null)[]): Column => ({ name, type: NUMERIC, values: of })
  const props = timeseriesProps(
    completeInput({
      form: { viz_type: 'echarts_timeseries_line', ...plain, metrics: ['count', 'delay'], rolling_type: 'cumsum' },
      tables: [
        {
          columns: [
            { name: '__timestamp', type: TEMPORAL, values: whole.map((minute) => minute * MINUTE) },
            column('count', whole),
            column('delay', values),
          ],
          rowCount: 100,
        },
      ],
      entries: [{ sampled: { points: 1_000_000, width: 256 } } as ResultMetadata],
      dataset: { verbose_map: {}, column_formats: {} },
      labelColors: {},
    }),
    { shape: 'line', curve: 'straight', fill: 0, symbolSize: 0, horizontal: false },
  )

  it('retains the gaps of each series, because each position has the values of all series', () => {
    const canvas = { width: 40, height: 240, theme: 'light' } as const
    const { series } = timeseriesOption(
      { ...props, ...canvas },
      chartThemeOf(() => '#000'),
    ) as unknown as { series: readonly { sampling?: string; showSymbol?: boolean }[] }
    // Each value of the second series is between gaps and is shown as a point.
    expect(series.map(({ showSymbol }) => showSymbol)).toEqual([false, true])
    expect(series.map(({ sampling }) => sampling)).toEqual([undefined, undefined])
  })
})

describe('the picture of a sample', () => {
  it('draws all points of a sample', () => {
    expect(drawn(['ORD'], false).series[0]).toMatchObject({ sampling: 'lttb' })
    expect(drawn(['ORD'], true).series[0]?.sampling).toBeUndefined()
  })

  it('shows the visible range, unless the data no longer cover it', () => {
    const visibleRangesOf = (sampled: boolean, visibleRange?: readonly number[]) =>
      drawn(['ORD'], sampled, { ownState: { sight: visibleRange } }).dataZoom.map(({ startValue, endValue }) => [
        startValue,
        endValue,
      ])
    const [from, to] = [20 * MINUTE, 30 * MINUTE]
    expect(visibleRangesOf(true, [from, to])).toEqual([
      [from, to],
      [from, to],
    ])
    const all = [
      [undefined, undefined],
      [undefined, undefined],
    ]
    expect(visibleRangesOf(true)).toEqual(all)
    expect(visibleRangesOf(false, [from, to])).toEqual(all)
    expect(visibleRangesOf(true, [200 * MINUTE, 300 * MINUTE])).toEqual(all)
  })
})
