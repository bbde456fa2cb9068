import { expect, it } from 'vitest'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { cutPeriodStart, openPeriodEnd } from './incomplete-period.ts'
import { timeseriesOption } from './timeseries-option.ts'
import { timeseriesProps } from './timeseries-props.ts'
import type { ChartInput } from '#charts/chart.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { NUMERIC, TEMPORAL } from '#core/table/table.ts'
import { completeInput } from '#testing/complete-input.ts'

const theme = chartThemeOf((name) => `#${name}`)
const weeks = ['2001-06-11', '2001-06-18', '2001-06-25'].map((text) => Date.parse(text))
const last = weeks[2] as number
const axis = (values: readonly number[]) => ({ kind: 'time', column: 'at', label: 'at', values }) as const
const entries = (head: object): readonly ResultMetadata[] => [head as ResultMetadata]

it.each([
  ['the data end in it', { open_period: last }, weeks, 'P1W', last],
  ['the data end in an earlier period, and the range ends there', { open_period: weeks[1] }, weeks, 'P1W', null],
  ['the time range ends in it', { to_dttm: Date.parse('2001-07-01') }, weeks, 'P1W', last],
  ['the time range ends with it', { to_dttm: Date.parse('2001-07-02') }, weeks, 'P1W', null],
  ['the time range ends before it, as that of a time shift does', { to_dttm: weeks[1] }, weeks, 'P1W', null],
  ['a filter on the axis ends in it', { axis_range: { from: null, to: Date.parse('2001-07-01') } }, weeks, 'P1W', last],
  [
    'a filter on the axis ends with it',
    { axis_range: { from: null, to: Date.parse('2001-07-02') } },
    weeks,
    'P1W',
    null,
  ],
  ['no period is set', { open_period: null, to_dttm: null }, weeks, 'P1W', null],
  ['there is no grain', { open_period: last }, weeks, null, null],
  ['it is the only period', { open_period: last }, [last], 'P1W', null],
])('the last period is incomplete where %s', (_, head, values, grain, expected) => {
  expect(openPeriodEnd(entries(head), axis(values), grain)).toBe(expected)
})

const months = ['2020-01-01', '2020-02-01', '2020-03-01'].map((text) => Date.parse(text))
const saturdays = ['2020-02-01', '2020-02-08', '2020-02-15'].map((text) => Date.parse(text))
const SATURDAY = 'P1W/1970-01-03T00:00:00Z'

it.each([
  ['the time range begins in it', { from_dttm: Date.parse('2020-01-16') }, months, 'P1M', months[0]],
  ['the time range begins with it', { from_dttm: months[0] }, months, 'P1M', null],
  ['the time range begins before the data', { from_dttm: Date.parse('2019-12-16') }, months, 'P1M', null],
  ['the time range has no start', { from_dttm: null }, months, 'P1M', null],
  ['the data begin in it', { cut_period: months[0] }, months, 'P1M', months[0]],
  ['the data begin in an earlier period', { cut_period: Date.parse('2019-12-01') }, months, 'P1M', null],
  ['a filter on the axis begins in it', { axis_range: { from: Date.parse('2020-01-16') } }, months, 'P1M', months[0]],
  ['a filter on the axis begins with it', { axis_range: { from: months[0] } }, months, 'P1M', null],
  ['it is the only period', { from_dttm: Date.parse('2020-01-16') }, months.slice(0, 1), 'P1M', null],
  ['there is no grain', { from_dttm: Date.parse('2020-01-16') }, months, null, null],
  ['a week named by its end is cut', { from_dttm: Date.parse('2020-01-28') }, saturdays, SATURDAY, saturdays[0]],
  ['a week named by its end is complete', { from_dttm: Date.parse('2020-01-26') }, saturdays, SATURDAY, null],
])('the first period is incomplete where %s', (_, head, values, grain, expected) => {
  expect(cutPeriodStart(entries(head), axis(values), grain)).toBe(expected)
})

it.each([
  ['2020-02-12', saturdays[2]],
  ['2020-02-15T12:00', saturdays[2]],
  ['2020-02-16', null],
])('the last week named by its end is cut by a range to %s: %s', (to, expected) => {
  expect(openPeriodEnd(entries({ to_dttm: Date.parse(`${to}Z`) }), axis(saturdays), SATURDAY)).toBe(expected)
})

function draw(shape: 'line' | 'bar', horizontal = false, head: object = { open_period: last }) {
  const input: ChartInput = {
    form: { viz_type: 'echarts_timeseries_line', metrics: ['n'], time_grain_sqla: 'P1W' },
    tables: [
      {
        columns: [
          { name: '__timestamp', type: TEMPORAL, values: weeks },
          { name: 'n', type: NUMERIC, values: [7, 8, 2] },
        ],
        rowCount: 3,
      },
    ],
    entries: entries(head),
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  }
  const props = timeseriesProps(completeInput(input), { shape, curve: 'straight', fill: 0, symbolSize: 0, horizontal })
  const option = timeseriesOption(
    { ...props, width: 600, height: 300, theme: 'light', selectedMarks: undefined },
    theme,
  )
  const { series, tooltip, legend } = option as unknown as {
    series: { id: string; markArea?: { data: object[][] } }[]
    tooltip: { formatter: (hovered: unknown) => string }
    legend: { data: string[] }
  }
  const cut = series.find(({ id }) => id === 'cut period')?.markArea?.data
  return { cut, veil: series.find(({ id }) => id === 'open period')?.markArea?.data, tooltip, legend }
}

it('the incomplete period is shaded to the end of the axis, on bars from their middle', () => {
  const half = 3.5 * 86_400_000
  expect(draw('line').veil).toEqual([[{ xAxis: weeks[1] }, {}]])
  expect(draw('bar').veil).toEqual([[{ xAxis: last - half }, {}]])
  expect(draw('bar', true).veil).toEqual([[{ yAxis: last - half }, {}]])
})

it('dims a first period that the range cuts, from the start of the axis, with a note in its tooltip', () => {
  const head = { from_dttm: (weeks[0] as number) + 86_400_000, open_period: null }
  expect(draw('line', false, head).cut).toEqual([[{}, { xAxis: weeks[1] }]])
  expect(draw('bar', true, head).cut).toEqual([[{}, { yAxis: ((weeks[0] as number) + (weeks[1] as number)) / 2 }]])
  const { tooltip, veil } = draw('line', false, head)
  expect(veil).toBeUndefined()
  const titles = [0, 1, 2].map((dataIndex) => tooltip.formatter([{ seriesId: 's0', dataIndex }]))
  expect(titles.map((html) => html.includes('incomplete'))).toEqual([true, false, false])
})

it('the incomplete period is named in its tooltip only, and has no legend entry', () => {
  const { tooltip, legend } = draw('line')
  const titles = [1, 2].map((dataIndex) => tooltip.formatter([{ seriesId: 's0', dataIndex }]))
  expect(titles.map((html) => html.includes('incomplete'))).toEqual([false, true])
  expect(legend.data).toEqual(['n'])
})
