import { describe, expect, it } from 'vitest'
import { bandValues } from './forecast-points.ts'
import { endLabelShifts } from '#charts/shared/timeseries/end-labels.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import type { Series } from './series.ts'
import { toShares } from './stacking.ts'
import { timeseriesStops } from '#charts/shared/timeseries/timeseries-keyboard-stops.ts'
import { timeseriesOption } from '#charts/shared/timeseries/timeseries-option.ts'
import { type SeriesMark, type TimeseriesProps, timeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'
import { timeseriesSummary } from '#charts/shared/timeseries/timeseries-summary.ts'
import { type Column, NUMERIC, type Table, TEMPORAL } from '#core/table/table.ts'
import { completeInput } from '#testing/complete-input.ts'

const day = 86_400_000
const theme = chartThemeOf((name) => `#${name}`)
const line: SeriesMark = { shape: 'line', curve: 'straight', fill: 0, symbolSize: 0, horizontal: false }

/** Two days of values and one day of forecast, for each metric. */
const answer = (metrics: readonly string[]): Table => ({
  columns: [
    { name: '__timestamp', type: TEMPORAL, values: [0, day, 2 * day] },
    ...metrics.flatMap((name, at): Column[] => [
      { name: `${name}__yhat`, type: NUMERIC, values: [10, 20, 30].map((value) => value + at) },
      { name: `${name}__yhat_lower`, type: NUMERIC, values: [8, 17, 24].map((value) => value + at) },
      { name: `${name}__yhat_upper`, type: NUMERIC, values: [12, 23, 36].map((value) => value + at) },
      { name, type: NUMERIC, values: [11 + at, 19 + at, null] },
    ]),
  ],
  rowCount: 3,
})

function propsOf(form: Record<string, unknown> = {}, mark: SeriesMark = line, metrics = ['a']): TimeseriesProps {
  return timeseriesProps(
    completeInput({
      form: { viz_type: 'echarts_timeseries_line', metrics, forecastEnabled: true, time_grain_sqla: 'P1D', ...form },
      tables: [answer(metrics)],
      entries: [],
      dataset: { verbose_map: {}, column_formats: {} },
      labelColors: {},
    }),
    mark,
  )
}

interface Drawn {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly color: string
  readonly silent?: boolean
  readonly stack?: string
  readonly lineStyle?: { readonly opacity: number; readonly type?: string }
  readonly areaStyle?: { readonly color: string; readonly opacity: number }
  readonly label: { readonly show: boolean }
  readonly endLabel?: { readonly show: boolean }
}

function draw(props: TimeseriesProps) {
  return timeseriesOption(
    { ...props, width: 680, height: 240, theme: 'light', selectedMarks: [] },
    theme,
  ) as unknown as {
    series: Drawn[]
    legend: { show: boolean; data: string[] }
    dataset: { source: Float64Array }
    tooltip: { formatter: (hovered: unknown) => string }
  }
}

/** Returns the drawn values of a series. */
const drawnValues = (props: TimeseriesProps, at: number) => {
  const { source } = draw(props).dataset
  const step = props.series.length + 1
  return Array.from({ length: props.x.values.length }, (_, row) => source[row * step + at + 1])
}

describe('the band of a forecast', () => {
  it.each([
    ['lines', line, 'line'],
    ['areas', { ...line, fill: 0.2 }, 'line'],
    ['bars', { ...line, shape: 'bar' as const, fill: 1 }, 'bar'],
  ])('draws a line in a band between its bounds, in a chart of %s', (_, mark, type) => {
    const props = propsOf({}, mark)
    const [forecast, lower, upper, own] = draw(props).series
    expect([forecast?.type, lower?.type, upper?.type, own?.type]).toEqual(['line', 'line', 'line', type])
    expect(lower?.stack).toBe(upper?.stack)
    expect([forecast?.stack, own?.stack]).not.toContain(lower?.stack)
    expect([lower?.lineStyle?.opacity, upper?.lineStyle?.opacity]).toEqual([0, 0])
    expect(lower?.areaStyle).toBeUndefined()
    expect(upper?.areaStyle?.opacity).toBeGreaterThan(0)
    expect(drawnValues(props, 1)).toEqual([8, 17, 24])
    expect(drawnValues(props, 2)).toEqual([4, 6, 12])
    expect(forecast?.lineStyle?.type).toBe('dotted')
    expect(forecast?.areaStyle).toBeUndefined()
  })

  it('gets the colour and the name of its series, so that both are hidden together', () => {
    const { series, legend } = draw(propsOf({ legendOrientation: 'bottom' }, line, ['a', 'b']))
    expect(series.map(({ name }) => name)).toEqual(['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'])
    expect(legend).toMatchObject({ show: true, data: ['a', 'b'] })
    expect(new Set(series.slice(0, 4).map(({ color }) => color)).size).toBe(1)
    expect(series[2]?.areaStyle?.color).toBe(series[3]?.color)
    expect(series[4]?.color).not.toBe(series[0]?.color)
  })

  it('ignores the pointer; its tooltip is that of the value', () => {
    const { series, tooltip } = draw(propsOf())
    expect(series.map(({ silent }) => silent === true)).toEqual([false, true, true, false])
    const under = (dataIndex: number) => series.map(({ id }) => ({ seriesId: id, dataIndex }))
    expect(tooltip.formatter(under(0))).toContain('>11, forecast 10 (8 – 12)<')
    expect(tooltip.formatter(under(2))).toContain('>forecast 30 (24 – 36)<')
    expect(tooltip.formatter(under(2)).match(/<tr>/g)).toHaveLength(1)
  })

  it('appears in the keyboard description and in the summary of a single series', () => {
    const stops = timeseriesStops(propsOf())
    expect(stops.at(2).text).toBe('Sat, Jan 3 1970: a forecast 30 (24 – 36)')
    expect(stops.at(0)).toMatchObject({ mark: { seriesId: 's3' }, seriesIndex: 3 })
    expect(timeseriesSummary(propsOf())).toBe(
      '1 series: a, from 1970-01-01 to 1970-01-03. ' +
        'a: first 11, last 19, highest 19 at 1970-01-02, lowest 11 at 1970-01-01',
    )
  })

  it('shows its name once, at the end of the forecast', () => {
    const { series } = draw(propsOf({}, line, ['a', 'b']))
    expect(series.map(({ endLabel }) => endLabel?.show === true)).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
      false,
      false,
    ])
    expect(endLabelShifts(propsOf({}, line, ['a', 'b']), 300, 5).map((shift) => shift !== undefined)).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
      false,
      false,
    ])
  })

  it('shows no values', () => {
    expect(draw(propsOf({ show_value: true })).series.map(({ label }) => label.show)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})

describe('forecasts of stacked series', () => {
  it('stacks forecasts and their bands separately from values', () => {
    const props = propsOf({ stack: 'Stack' }, line, ['a', 'b'])
    const { series } = draw(props)
    expect(series.map(({ stack }) => stack)).toEqual([
      'forecast',
      'band 1',
      'band 1',
      'all',
      'forecast',
      'band 5',
      'band 5',
      'all',
    ])
    // The band of b starts at its lower bound on top of the forecast of a: 9 + 10, 18 + 20, 25 + 30.
    expect(drawnValues(props, 5)).toEqual([19, 38, 55])
    expect(drawnValues(props, 6)).toEqual([4, 6, 12])
    expect(drawnValues(props, 1)).toEqual([8, 17, 24])
  })

  it('leaves forecasts out of streams and of full stacks', () => {
    for (const stack of ['Stream', 'Expand']) {
      expect(propsOf({ stack }).series.map(({ role }) => role)).toEqual([undefined])
    }
    expect(propsOf({ stack: 'Expand' }, line, ['a', 'b']).series[0]?.values).toEqual([11 / 23, 19 / 39, null])
  })
})

it('draws no band where a bound is missing', () => {
  const series: Series[] = [
    { name: 'l', metric: 'm', selection: {}, values: [1, null], colorPosition: 0, role: 'lower', of: 'm' },
    { name: 'u', metric: 'm', selection: {}, values: [3, 4], colorPosition: 0, role: 'upper', of: 'm' },
    { name: 'u2', metric: 'n', selection: {}, values: [3, 4], colorPosition: 0, role: 'upper', of: 'n' },
  ]
  expect(bandValues(series, 1, false)).toEqual([2, null])
  expect(bandValues(series, 2, false)).toEqual([null, null])
})

it('computes shares of another time from the values of that time', () => {
  const series: Series[] = [
    { name: 'a', metric: 'a', selection: {}, values: [1], colorPosition: 0 },
    { name: 'b', metric: 'b', selection: {}, values: [3], colorPosition: 0 },
    {
      name: 'a, 1 year ago',
      metric: 'a',
      selection: {},
      values: [2],
      colorPosition: 0,
      role: 'compared',
      offset: '1 year ago',
    },
    {
      name: 'b, 1 year ago',
      metric: 'b',
      selection: {},
      values: [2],
      colorPosition: 0,
      role: 'compared',
      offset: '1 year ago',
    },
  ]
  expect(toShares(series, 1).map(({ values }) => values)).toEqual([[0.25], [0.75], [0.5], [0.5]])
})
