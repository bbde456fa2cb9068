import { expect, it } from 'vitest'
import { inkOf } from './ink.ts'
import { openPlace } from './open-period.ts'
import { timeseriesOption } from './timeseries-option.ts'
import { timeseriesProps } from './timeseries-props.ts'
import type { ChartInput } from '#charts/chart.ts'
import type { EntryHead } from '#core/query/result.ts'
import { NUMERIC, TEMPORAL } from '#core/table/table.ts'
import { wholeInput } from '#testing/whole-input.ts'

const ink = inkOf((name) => `#${name}`)
const weeks = ['2001-06-11', '2001-06-18', '2001-06-25'].map((text) => Date.parse(text))
const last = weeks[2] as number
const axis = (values: readonly number[]) => ({ kind: 'time', column: 'at', label: 'at', values }) as const
const entries = (head: object): readonly EntryHead[] => [head as EntryHead]

it.each([
  ['the data end in it', { open_period: last }, weeks, 'P1W', last],
  ['the data end in an earlier one, and the range shows no more', { open_period: weeks[1] }, weeks, 'P1W', null],
  ['the time range ends in it', { to_dttm: Date.parse('2001-07-01') }, weeks, 'P1W', last],
  ['the time range ends with it', { to_dttm: Date.parse('2001-07-02') }, weeks, 'P1W', null],
  ['the time range ends before it, as that of another time does', { to_dttm: weeks[1] }, weeks, 'P1W', null],
  ['nothing is said', { open_period: null, to_dttm: null }, weeks, 'P1W', null],
  ['there is no grain', { open_period: last }, weeks, null, null],
  ['it is alone', { open_period: last }, [last], 'P1W', null],
])('the last period is not whole where %s', (_, head, values, grain, expected) => {
  expect(openPlace(entries(head), axis(values), grain)).toBe(expected)
})

function draw(shape: 'line' | 'bar', horizontal = false) {
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
    entries: entries({ open_period: last }),
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  }
  const props = timeseriesProps(wholeInput(input), { shape, curve: 'straight', fill: 0, symbolSize: 0, horizontal })
  const option = timeseriesOption({ ...props, width: 600, height: 300, theme: 'light', picked: undefined }, ink)
  const { series, tooltip, legend } = option as unknown as {
    series: { id: string; markArea?: { data: object[][] } }[]
    tooltip: { formatter: (hovered: unknown) => string }
    legend: { data: string[] }
  }
  return { veil: series.find(({ id }) => id === 'open period')?.markArea?.data, tooltip, legend }
}

it('is veiled to the end of the axis: on lines from the point before, on bars from half way to it', () => {
  const half = 3.5 * 86_400_000
  expect(draw('line').veil).toEqual([[{ xAxis: weeks[1] }, {}]])
  expect(draw('bar').veil).toEqual([[{ xAxis: last - half }, {}]])
  expect(draw('bar', true).veil).toEqual([[{ yAxis: last - half }, {}]])
})

it('is said in the tooltip, of that period alone, and has no entry in the legend', () => {
  const { tooltip, legend } = draw('line')
  const titles = [1, 2].map((dataIndex) => tooltip.formatter([{ seriesId: 's0', dataIndex }]))
  expect(titles.map((html) => html.includes('incomplete'))).toEqual([false, true])
  expect(legend.data).toEqual(['n'])
})
