import { describe, expect, it } from 'vitest'
import { gantt_chart } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { barText, ganttOption, ganttSummary } from './option.ts'
import { MAX_BARS, toProps } from './props.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'

const form = { viz_type: 'gantt_chart', start_time: 'from', end_time: 'to', y_axis: 'who' }
const day = (of: number) => Date.UTC(2024, 0, of)

/** Ada works on x and y, Ben on x; one row never ends and one ends before it starts. */
const table: Table = {
  columns: [
    { name: 'from', type: TEMPORAL, values: [day(1), day(2), day(5), day(1), day(9)] },
    { name: 'to', type: TEMPORAL, values: [day(4), day(3), day(8), null, day(8)] },
    { name: 'who', type: STRING, values: ['Ada', 'Ben', 'Ada', 'Ada', 'Ben'] },
    { name: 'task', type: STRING, values: ['x', 'x', 'y', 'x', 'y'] },
    { name: 'hours', type: NUMERIC, values: [8, 4, 6, 1, 1] },
  ],
  rowCount: 5,
}

const propsOf = (own: object = {}, answered: Table = table) =>
  propsFor(gantt_chart, toProps, {
    form: { ...form, ...own },
    tables: [answered],
    entries: [],
    dataset: { verbose_map: { hours: 'Hours' }, column_formats: { hours: '.1f' } },
    labelColors: {},
  })

describe('the query of a Gantt chart', () => {
  it('selects both times, the category, the series, the tooltip columns and the order columns', () => {
    const own = {
      series: 'task',
      tooltip_columns: ['who', 'note'],
      tooltip_metrics: ['hours'],
      order_by_cols: ['["rank",false]'],
    }
    expect(gantt_chart.toQueries({ ...form, ...own })).toMatchObject([
      {
        columns: ['from', 'to', 'who', 'task', 'note', 'rank'],
        metrics: ['hours'],
        series_columns: ['task'],
        orderby: [['rank', false]],
      },
    ])
    expect(gantt_chart.toQueries(form)[0]).not.toHaveProperty('series_columns')
  })

  it('stays empty while a time or the line is missing', () => {
    for (const key of ['start_time', 'end_time', 'y_axis'])
      expect(gantt_chart.toQueries({ ...form, [key]: null })).toEqual([])
  })
})

describe('drawing a Gantt chart', () => {
  it('a bar of each row that ends after it starts, on the line of its name', () => {
    const { bars, lines, note } = propsOf()
    expect(bars.map(({ start, end, line }) => [start, end, line])).toEqual([
      [day(1), day(4), 0],
      [day(2), day(3), 1],
      [day(5), day(8), 0],
    ])
    expect(lines).toEqual([
      { name: 'Ada', series: null },
      { name: 'Ben', series: null },
    ])
    expect(note).toBe('2 rows without a start and a later end are not drawn')
  })

  it('colors series and draws each on a separate line if lines are divided', () => {
    const { bars, lines, series } = propsOf({ series: 'task', subcategories: true })
    expect(series.map(({ name }) => name)).toEqual(['x', 'y'])
    expect(lines).toEqual([
      { name: 'Ada', series: 0 },
      { name: 'Ada', series: 1 },
      { name: 'Ben', series: 0 },
    ])
    expect(bars.map(({ line, series: of, selection }) => [line, of, selection])).toEqual([
      [0, 0, { who: 'Ada', task: 'x' }],
      [2, 0, { who: 'Ben', task: 'x' }],
      [1, 1, { who: 'Ada', task: 'y' }],
    ])
    expect(propsOf({ series: 'task' }).lines).toHaveLength(2)
  })

  it('limits the number of bars, and shows a note', () => {
    const values = Array.from({ length: MAX_BARS + 1 }, () => day(1))
    const many: Table = {
      columns: [
        { name: 'from', type: TEMPORAL, values },
        { name: 'to', type: TEMPORAL, values },
        { name: 'who', type: STRING, values: values.map(() => 'Ada') },
      ],
      rowCount: values.length,
    }
    const props = propsOf({}, many)
    expect([props.bars.length, props.note]).toEqual([5000, 'The first 5,000 of 5,001 bars are drawn'])
  })

  it('titles, zoom, legend and selection', () => {
    const own = { series: 'task', x_axis_title: 'When', y_axis_title: 'Who', zoomable: true, x_axis_time_format: '%Y' }
    const selectedMarks = [{ who: 'Ada', task: 'y' }]
    const props = { ...propsOf(own), width: 500, height: 300, theme: 'light', selectedMarks } as const
    const drawn = ganttOption(
      props,
      chartThemeOf((name) => name),
    ) as {
      xAxis: { name: string; min: number; max: number; axisLabel: { formatter(epoch: number, index: number): string } }
      yAxis: { name: string }
      legend: { show: boolean; data: string[] }
      dataZoom: unknown[]
      series: { data: number[][]; renderItem: (area: object, api: object) => { style: { opacity: number } } }[]
    }
    expect([drawn.xAxis.name, drawn.yAxis.name, drawn.legend.data]).toEqual(['When', 'Who', ['x', 'y']])
    expect([drawn.xAxis.min, drawn.xAxis.max, drawn.dataZoom.length]).toEqual([day(1), day(8), 2])
    expect(drawn.xAxis.axisLabel.formatter(day(3), 1)).toBe('2024')
    const area = (dataIndex: number) => ({ dataIndex, coordSys: { x: 0, width: 100 } })
    const api = { value: () => 0, coord: () => [0, 0], size: () => [10, 10], visual: () => undefined }
    const opacities = drawn.series.map(({ data, renderItem }) =>
      data.map((_, dataIndex) => renderItem(area(dataIndex), api).style.opacity),
    )
    expect(opacities).toEqual([[0.3, 0.3], [1]])
    expect(drawn.series[1]?.data[0]).toEqual([day(5), day(8), 0])
  })

  it('describes bars with their tooltips', () => {
    const props = propsOf({ series: 'task', tooltip_metrics: ['hours'], tooltip_columns: ['task'] })
    const [bar] = props.bars
    expect(bar && barText(props, bar)).toBe('Ada, x: From Mon, Jan 1 2024 to Thu, Jan 4 2024. task x. Hours 8.0')
    expect(ganttSummary(propsOf())).toBe(
      '3 bars on 2 lines. From Mon, Jan 1 2024 to Mon, Jan 8 2024. 2 rows without a start and a later end are not drawn',
    )
  })
})

it('a bar filters by its line and its series', () => {
  const filters = [
    { col: 'who', op: 'IN', val: ['Ada'] },
    { col: 'task', op: 'IN', val: ['x'] },
  ]
  const own = { ...form, series: 'task' }
  expect(gantt_chart.toDataMask?.([{ who: 'Ada', task: 'x' }], own).extraFormData).toEqual({ filters })
  expect(gantt_chart.toDrillBy?.(own, 'task')).toMatchObject({ y_axis: 'task' })
})
