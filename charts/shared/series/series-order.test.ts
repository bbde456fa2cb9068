import { describe, expect, it } from 'vitest'
import type { Series, SeriesTable } from './series.ts'
import type { SeriesForm } from './series-form.ts'
import { sortSeriesTable } from './series-order.ts'
import { seriesTable } from './series.ts'
import { timeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'
import { timeseriesQuery } from '#charts/shared/timeseries/timeseries-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { runPost } from '#core/post/index.ts'
import { tableOf } from '#testing/post-processing.ts'
import { completeInput } from '#testing/complete-input.ts'

const form = { viz_type: 'echarts_timeseries_bar' }
const none = { tables: [], entries: [], dataset: { verbose_map: {}, column_formats: {} }, labelColors: {} }
const wholeForm = (own: FormData) => completeInput<SeriesForm>({ ...none, form: own }).form
const series = (name: string, values: readonly (number | null)[], more: Partial<Series> = {}): Series => ({
  name,
  metric: 'm',
  selection: { city: name },
  values,
  // Color positions, which differ from the order by sum: Rome, Bern, Oslo, Aden.
  colorPosition: ['Rome', 'Bern', 'Oslo', 'Aden'].indexOf(name),
  ...more,
})
const table: SeriesTable = {
  x: { kind: 'category', column: 'size', label: 'size', values: ['10', '9', null, 'b'] },
  // Sums 8, 9, 2 and none; maxima 5, 9, 2; minima 1, 0, 2; means 8/3, 3, 2.
  series: [
    series('Rome', [1, 2, 5, null]),
    series('Oslo', [0, 9, null, 0]),
    series('Bern', [2, null, null, null]),
    series('Aden', [null, null, null, null]),
  ],
}

describe('series', () => {
  it.each([
    [{}, ['Rome', 'Bern', 'Oslo', 'Aden']],
    [{ sort_series_type: 'sum' }, ['Oslo', 'Rome', 'Bern', 'Aden']],
    [{ sort_series_ascending: true }, ['Bern', 'Rome', 'Oslo', 'Aden']],
    [{ sort_series_type: 'sum', sort_series_ascending: true }, ['Bern', 'Rome', 'Oslo', 'Aden']],
    [{ sort_series_type: 'name', sort_series_ascending: true }, ['Aden', 'Bern', 'Oslo', 'Rome']],
    [{ sort_series_type: 'name' }, ['Rome', 'Oslo', 'Bern', 'Aden']],
    [{ sort_series_type: 'max' }, ['Oslo', 'Rome', 'Bern', 'Aden']],
    [{ sort_series_type: 'min' }, ['Bern', 'Rome', 'Oslo', 'Aden']],
    [{ sort_series_type: 'avg' }, ['Oslo', 'Rome', 'Bern', 'Aden']],
    [{ sort_series_type: 'odd' }, ['Rome', 'Bern', 'Oslo', 'Aden']],
  ])('the order for %j is %j: by colour unless the form sorts, and last without values', (more, names) => {
    expect(sortSeriesTable(table, wholeForm({ ...form, ...more })).series.map(({ name }) => name)).toEqual(names)
  })

  it('move together with their forecasts', () => {
    const selection = { city: 'Rome' }
    const families = {
      ...table,
      series: [
        series('Oslo, forecast', [99], { role: 'forecast', of: 'Oslo' }),
        series('Oslo', [1]),
        series('Rome', [5], { selection }),
        series('1 year ago, Rome', [0], { selection, role: 'compared', offset: '1 year ago' }),
      ].map((each) => (each.name.startsWith('Oslo') ? { ...each, selection: { city: 'Oslo' } } : each)),
    }
    expect(sortSeriesTable(families, wholeForm(form)).series.map(({ name }) => name)).toEqual([
      'Rome',
      '1 year ago, Rome',
      'Oslo, forecast',
      'Oslo',
    ])
  })
})

describe('categories', () => {
  // Sums by x: 3, 11, 5, 0; maxima 2, 9, 5, 0; minima 0, 2, 5, 0; means 1, 5.5, 5, 0.
  it.each([
    [{ x_axis_sort_series: 'name' }, ['9', '10', 'b', null]],
    [{ x_axis_sort_series: 'name', x_axis_sort_series_ascending: false }, ['b', '10', '9', null]],
    [{ x_axis_sort_series: 'sum' }, ['b', '10', null, '9']],
    [{ x_axis_sort_series: 'max', x_axis_sort_series_ascending: false }, ['9', null, '10', 'b']],
    [{ x_axis_sort_series: 'min', x_axis_sort_series_ascending: false }, [null, '9', '10', 'b']],
    [{ x_axis_sort_series: 'avg', x_axis_sort_series_ascending: false }, ['9', null, '10', 'b']],
    [{}, ['10', '9', null, 'b']],
  ])('the order for %j is %j', (more, values) => {
    expect(sortSeriesTable(table, wholeForm({ ...form, ...more })).x.values).toEqual(values)
  })

  it('move with their values', () => {
    const { series: moved } = sortSeriesTable(table, wholeForm({ ...form, x_axis_sort_series: 'sum' }))
    expect(moved.find(({ name }) => name === 'Rome')?.values).toEqual([null, 1, 5, 2])
  })

  it('stay where they are when they are instants', () => {
    const times: SeriesTable = { ...table, x: { ...table.x, kind: 'time', values: [3, 1, 2, 4] } }
    expect(sortSeriesTable(times, wholeForm({ ...form, x_axis_sort_series: 'name' })).x.values).toEqual([3, 1, 2, 4])
  })
})

/** Returns the chart of one metric over this column for a form and the rows of the engine. */
function shown(more: object, rows: Record<string, readonly unknown[]>) {
  const whole = { ...form, x_axis: 'size', metrics: ['m'], groupby: [], ...more }
  const [query] = timeseriesQuery(whole)
  const { table: answer } = runPost(tableOf(rows), query?.post_processing ?? [])
  const input = {
    form: whole,
    tables: [answer],
    entries: [],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  }
  return { input, ...seriesTable(completeInput(input)) }
}

describe('a chart without dimensions', () => {
  const rows = { size: [30, 10, 20], m: [5, 1, 9] }

  it('returns the requested order, also for numbers', () => {
    expect(shown({}, rows).x.values).toEqual([10, 20, 30])
    expect(shown({ x_axis_sort: 'm' }, rows)).toMatchObject({
      x: { values: [10, 30, 20] },
      series: [{ values: [1, 5, 9] }],
    })
    expect(shown({ x_axis_sort: 'm', x_axis_sort_asc: false }, rows).x.values).toEqual([20, 30, 10])
    expect(shown({ x_axis_sort: 'size', x_axis_sort_asc: false }, rows).x.values).toEqual([30, 20, 10])
  })

  it('weekdays are in calendar order unless the form sorts the query', () => {
    const days = { size: ['Saturday', 'Sunday', 'Monday'], m: [9, 5, 1] }
    expect(shown({}, days)).toMatchObject({
      x: { values: ['Monday', 'Saturday', 'Sunday'] },
      series: [{ values: [1, 9, 5] }],
    })
    expect(shown({ x_axis_sort: 'm', x_axis_sort_asc: false }, days).x.values).toEqual(['Saturday', 'Sunday', 'Monday'])
  })

  it('weekdays are in calendar order also when values are summed along them', () => {
    const { input } = shown({ x_axis_sort: 'size', x_axis_sort_asc: false, rolling_type: 'cumsum' }, rows)
    const props = timeseriesProps(completeInput(input), {
      shape: 'bar',
      curve: 'straight',
      fill: 1,
      symbolSize: 0,
      horizontal: false,
    })
    expect(props.x.values).toEqual([30, 20, 10])
    expect(props.series[0]?.values).toEqual([15, 10, 1])
  })
})

it.each([
  ['percentage', 'SMART_NUMBER', '.1%'],
  ['percentage', ',.3f', '.1%'],
  ['values', ',.3f', ',.3f'],
  ['ratio', 'SMART_NUMBER', 'SMART_NUMBER'],
])(
  'E-CONTROLS-36: a comparison by %s with the format %s is written as %s',
  (comparison_type, y_axis_format, format) => {
    const { input } = shown(
      { time_compare: ['1 year ago'], comparison_type, y_axis_format },
      {
        size: [1],
        m: [2],
        'm__1 year ago': [1],
      },
    )
    const mark = { shape: 'line', curve: 'straight', fill: 0, symbolSize: 0, horizontal: false } as const
    expect(timeseriesProps(completeInput(input), mark).yAxis.format).toBe(format)
  },
)

describe('weekdays and months', () => {
  const days: SeriesTable = {
    x: { kind: 'category', column: 'day', label: 'day', values: ['Friday', 'Monday', null, 'Sunday', 'Tuesday'] },
    series: [series('Rome', [5, 1, 9, 7, 2])],
  }
  const categories = (more: object) => {
    const { x, series: found } = sortSeriesTable(days, wholeForm({ ...form, ...more }))
    return [x.values, found[0]?.values]
  }

  it('sorts weekdays and months in calendar order, with null last, unless the form sorts them', () => {
    expect(categories({})).toEqual([
      ['Monday', 'Tuesday', 'Friday', 'Sunday', null],
      [1, 2, 5, 7, 9],
    ])
    const asQueried = [days.x.values, days.series[0]?.values]
    expect(categories({ x_axis_sort: 'm' })).toEqual(asQueried)
    expect(categories({ x_axis_sort_series: 'name' })).toEqual([
      ['Friday', 'Monday', 'Sunday', 'Tuesday', null],
      [5, 1, 7, 2, 9],
    ])
  })
})
