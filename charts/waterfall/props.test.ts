import { expect, it } from 'vitest'
import { waterfall } from './index.ts'
import { toProps } from './props.ts'
import { waterfallMarks, waterfallOption, waterfallSummary } from './option.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import type { FormData } from '#core/form/form-data.ts'
import { NUMERIC, STRING } from '#core/table/table.ts'

const said: FormData = { viz_type: 'waterfall', x_axis: 'year', metric: 'profit' }

const input = (own: Record<string, unknown> = {}): ChartInput => ({
  form: { ...said, ...own },
  tables: [
    {
      columns: [
        { name: 'year', type: STRING, values: ['2001', '2001', '2002', '2003'] },
        { name: 'kind', type: STRING, values: ['a', 'b', 'a', 'a'] },
        { name: 'profit', type: NUMERIC, values: [100, -30, 20, null] },
      ],
      rowCount: 4,
    },
  ],
  entries: [],
  dataset: { verbose_map: { profit: 'Profit' }, column_formats: {} },
  labelColors: {},
})
const propsOf = (own?: Record<string, unknown>) => propsFor(waterfall, toProps, input(own))
const barsOf = (own?: Record<string, unknown>) =>
  propsOf(own).bars.map(({ name, turn, value, from, to }) => [name, turn, value, from, to])

it('each step begins where the previous one ended, and all end in their total', () => {
  expect(barsOf()).toEqual([
    ['2001', 'increase', 100, 0, 100],
    ['2001', 'decrease', -30, 100, 70],
    ['2002', 'increase', 20, 70, 90],
    ['Total', 'total', 90, 0, 90],
  ])
  expect(barsOf({ show_total: false })).toHaveLength(3)
})

it('periods with several steps end with their running total', () => {
  expect(barsOf({ groupby: ['kind'] })).toEqual([
    ['a', 'increase', 100, 0, 100],
    ['b', 'decrease', -30, 100, 70],
    ['2001', 'total', 70, 0, 70],
    ['a', 'increase', 20, 70, 90],
    ['2002', 'total', 90, 0, 90],
  ])
  expect(propsOf({ groupby: ['kind'] }).bars.map(({ selection }) => selection)[1]).toEqual({ year: '2001', kind: 'b' })
  expect(propsOf({ groupby: ['kind'] }).bars[2]?.selection).toEqual({ year: '2001' })
})

it('bars have colors and labels of increase, decrease and total', () => {
  const props = propsOf({ total_label: 'Sum', decrease_color: { r: 1, g: 2, b: 3, a: 1 } })
  expect(props.labels).toEqual({ increase: 'Increase', decrease: 'Decrease', total: 'Sum' })
  expect(props.colors).toEqual({ increase: '#5ac189', decrease: '#010203', total: '#666666' })
  const option = waterfallOption(
    { ...props, width: 400, height: 300, theme: 'light' },
    chartThemeOf((name) => name),
  ) as { series: { id: string; data: { value: number[] }[] }[] }
  expect(option.series.map(({ id, data }) => [id, data.map(({ value }) => value)])).toEqual([
    [
      'increase',
      [
        [0, 0, 100],
        [2, 70, 90],
      ],
    ],
    ['decrease', [[1, 100, 70]]],
    ['total', [[3, 0, 90]]],
  ])
})

it('queries in the order of periods and steps', () => {
  expect(waterfall.toQueries({ ...said, groupby: ['kind'], time_grain_sqla: 'P1Y' })[0]).toMatchObject({
    columns: [{ label: 'year', columnType: 'BASE_AXIS', timeGrain: 'P1Y' }, 'kind'],
    orderby: [
      [{ label: 'year' }, true],
      ['kind', true],
    ],
  })
  const [old] = waterfall.toQueries({ viz_type: 'waterfall', metric: 'profit', granularity_sqla: 'day' })
  expect(old).toMatchObject({ is_timeseries: true, orderby: [['__timestamp', true]] })
})

it('arrow keys focus bars from left to right', () => {
  expect(waterfallMarks(propsOf()).map(({ text }) => text())).toEqual([
    '2001: +100, up to here 100',
    '2001: −30, up to here 70',
    '2002: +20, up to here 90',
    'Total: Total 90',
  ])
  expect(waterfallSummary(propsOf())).toBe('Profit in 2 steps up and 1 down, to 90')
})
