import { describe, expect, it } from 'vitest'
import { timeseriesOption } from './timeseries-option.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { chartType } from '#charts/index.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { NUMERIC, TEMPORAL, type Table } from '#core/table/table.ts'
import { chartViewProps } from '#testing/chart-props.ts'

const DAY = 86_400_000
const theme = chartThemeOf(() => '#123456')

/** Two days, 3 then 5. */
const table: Table = {
  columns: [
    { name: '__timestamp', type: TEMPORAL, values: [0, DAY] },
    { name: 'count', type: NUMERIC, values: [3, 5] },
  ],
  rowCount: 2,
}

type SizeOf = (value: unknown, point: { readonly dataIndex: number }) => number

function propsOf(viz_type: string, said: object = {}, answer = table): TimeseriesProps {
  const form = { viz_type, metrics: ['count'], granularity_sqla: 'date', time_grain_sqla: 'P1D', ...said }
  const details = { entries: [], dataset: { verbose_map: {}, column_formats: {} }, labelColors: {} }
  return chartViewProps(chartType(viz_type), { form, tables: [answer], ...details }) as TimeseriesProps
}

/** Returns the option of the first series at 400 by 300 pixels. */
function drawn(props: TimeseriesProps): Record<string, unknown> {
  const option = timeseriesOption({ ...props, width: 400, height: 300, theme: 'light' }, theme)
  return (option['series'] as Record<string, unknown>[])[0] ?? {}
}

describe('the styles of charts over time', () => {
  it('a smooth line is a curve without fill, and its points are hidden unless enabled', () => {
    expect(drawn(propsOf('echarts_timeseries_smooth'))).toMatchObject({ type: 'line', smooth: true, showSymbol: false })
    const marked = propsOf('echarts_timeseries_smooth', { markerEnabled: true, markerSize: 9 })
    expect(drawn(marked)).toMatchObject({ showSymbol: true, symbolSize: 9, itemStyle: { borderWidth: 1.5 } })
    const small = propsOf('echarts_timeseries_smooth', { markerEnabled: true, markerSize: 4 })
    expect(drawn(small)).toMatchObject({ symbolSize: 4, itemStyle: { borderWidth: 0 } })
  })

  it('draws a point between gaps as a dot if its line has no symbols; other points have none', () => {
    const values = [3, null, 5, 4]
    const gaps: Table = {
      columns: [
        { name: '__timestamp', type: TEMPORAL, values: values.map((_, at) => at * DAY) },
        { name: 'count', type: NUMERIC, values },
      ],
      rowCount: 4,
    }
    const { showSymbol, symbolSize } = drawn(propsOf('echarts_timeseries_line', {}, gaps))
    const sizes = values.map((value, dataIndex) => (symbolSize as SizeOf)(value, { dataIndex }))
    expect([showSymbol, sizes]).toEqual([true, [6, 0, 0, 0]])
  })

  it('a stepped line rises at its points, halfway or before the next, and its area has the configured opacity', () => {
    const steps = [undefined, 'middle', 'end'].map((seriesType) =>
      drawn(propsOf('echarts_timeseries_step', { seriesType })),
    )
    expect(steps.map(({ step }) => step)).toEqual(['start', 'middle', 'end'])
    const filled = drawn(propsOf('echarts_timeseries_step', { area: true, opacity: 0.5 }))
    expect(filled['areaStyle']).toMatchObject({ opacity: 0.5 })
    expect(steps[0]).not.toHaveProperty('areaStyle')
  })

  it('a scatter plot has a point of the size chosen for each value, and stacks nothing', () => {
    const props = propsOf('echarts_timeseries_scatter', { markerSize: 11, stack: 'Stack' })
    expect([props.stack, props.series[0]?.values]).toEqual([null, [3, 5]])
    expect(drawn(props)).toMatchObject({ type: 'scatter', symbolSize: 11, encode: { x: 'x', y: 's0' } })
    expect(drawn(props)).not.toHaveProperty('stack')
  })

  it('a generic chart is drawn in the style of its form', () => {
    const styles = ['line', 'scatter', 'smooth', 'bar', 'start', 'middle', 'end']
    const found = styles.map((seriesType) => drawn(propsOf('echarts_timeseries', { seriesType })))
    expect(found.map(({ type, smooth = false, step = false }) => [type, smooth, step])).toEqual([
      ['line', false, false],
      ['scatter', false, false],
      ['line', true, false],
      ['bar', false, false],
      ['line', false, 'start'],
      ['line', false, 'middle'],
      ['line', false, 'end'],
    ])
    const stacked = (seriesType: string) => propsOf('echarts_timeseries', { seriesType, stack: 'Stack' }).stack
    expect([stacked('bar'), stacked('scatter')]).toEqual(['Stack', null])
  })

  it('points keep clear of the ends of a category axis, and an incomplete period is shaded around its point', () => {
    const props = propsOf('echarts_timeseries_scatter')
    const veiled = { ...props, openFrom: DAY, width: 400, height: 300, theme: 'light' as const }
    const series = timeseriesOption(veiled, theme)['series'] as { id?: string; markArea?: { data: unknown } }[]
    expect(series.find(({ id }) => id === 'open period')?.markArea?.data).toEqual([[{ xAxis: DAY / 2 }, {}]])
    const x = { kind: 'category', column: 'a', label: 'a', values: ['p', 'q'] } as const
    const option = timeseriesOption({ ...props, x, width: 400, height: 300, theme: 'light' }, theme)
    expect(option['xAxis']).toMatchObject({ type: 'category', boundaryGap: true })
  })
})
