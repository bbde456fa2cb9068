import { expect, it } from 'vitest'
import { radar } from './index.ts'
import { toProps } from './props.ts'
import { radarMarks, radarOption, radarSummary } from './option.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { NUMERIC, STRING } from '#core/table/table.ts'

const input = (own: object = {}): ChartInput => ({
  form: { viz_type: 'radar', groupby: ['car'], metrics: ['speed', 'price'], ...own },
  tables: [
    {
      columns: [
        { name: 'car', type: STRING, values: ['A', 'B', 'C'] },
        { name: 'speed', type: NUMERIC, values: [120, 180, null] },
        { name: 'price', type: NUMERIC, values: [-3, 8, null] },
      ],
      rowCount: 3,
    },
  ],
  entries: [],
  dataset: { verbose_map: { speed: 'Speed' }, column_formats: { price: '$,.2f' } },
  labelColors: {},
})
const propsOf = (own?: object) => propsFor(radar, toProps, input(own))

it('a radar has a shape for each group with a value, and spokes to the next round number', () => {
  const { shapes, spokes } = propsOf()
  expect(shapes.map(({ name, values }) => [name, values])).toEqual([
    ['A', [120, -3]],
    ['B', [180, 8]],
  ])
  expect(spokes.map(({ name, min, max, format }) => [name, min, max, format])).toEqual([
    ['Speed', 0, 200, 'SMART_NUMBER'],
    ['price', -5, 10, '$,.2f'],
  ])
})

it('a spoke ends at the maximum of the form', () => {
  const column_config = { speed: { radarMetricMaxValue: 250, radarMetricMinValue: 50 } }
  expect(propsOf({ column_config }).spokes[0]).toMatchObject({ min: 50, max: 250 })
})

it('spokes as shares of their largest value', () => {
  const props = propsOf({ is_normalized: true })
  expect(props.spokes[0]).toMatchObject({ min: 0, max: 1, unit: 180 })
  const option = radarOption(
    { ...props, width: 400, height: 400, theme: 'light' },
    chartThemeOf((name) => name),
  ) as { series: [{ data: { value: number[] }[] }] }
  expect(option.series[0].data.map(({ value }) => value)).toEqual([
    [120 / 180, -3 / 8],
    [1, 1],
  ])
})

it('a small radar fills its box and has no names, which would overlap each other', () => {
  const radarAt = (size: number) => {
    const option = radarOption(
      { ...propsOf({ show_legend: false }), width: size, height: size, theme: 'light' },
      chartThemeOf((name) => name),
    ) as { radar: { radius: number; axisName: { show: boolean } } }
    return [option.radar.radius, option.radar.axisName.show]
  }
  // 58 / 2 - 6; 172 / 2 - 70.
  expect([radarAt(58), radarAt(172)]).toEqual([
    [23, false],
    [16, true],
  ])
})

it('queries by dimension, ranked by the sort metric or the first metric', () => {
  const form = { viz_type: 'radar', groupby: ['car'], metrics: ['speed', 'price'] }
  expect(radar.toQueries(form)[0]).toMatchObject({ metrics: ['speed', 'price'], orderby: [['speed', false]] })
  expect(radar.toQueries({ ...form, timeseries_limit_metric: 'price' })[0]?.orderby).toEqual([['price', false]])
})

it('describes shapes with all values, and the maximum of each metric', () => {
  expect(radarMarks(propsOf())[1]?.text()).toBe('B: Speed 180, price $8.00')
  expect(radarSummary(propsOf())).toBe('2 shapes over 2 metrics. Greatest: Speed B: 180, price B: $8.00')
})
