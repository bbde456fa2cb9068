import { describe, expect, it } from 'vitest'
import { bandOf, withPeaks } from './bands.ts'
import { horizon } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { bandColors, horizonOption } from './option.ts'
import { type HorizonProps, MAX_ROWS, toProps } from './props.ts'
import { horizonSummary, hiddenSeriesText } from './texts.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'

const DAY = 86_400_000
const said = {
  viz_type: 'horizon',
  metrics: ['count'],
  groupby: ['kind'],
  granularity_sqla: 'date',
  time_grain_sqla: 'P1D',
}

function propsOf(
  rows: readonly (readonly [day: number, kind: string, value: number])[],
  form: object = {},
): HorizonProps {
  const table: Table = {
    columns: [
      { name: '__timestamp', type: TEMPORAL, values: rows.map(([day]) => day * DAY) },
      { name: 'kind', type: STRING, values: rows.map(([, kind]) => kind) },
      { name: 'count', type: NUMERIC, values: rows.map(([, , value]) => value) },
    ],
    rowCount: rows.length,
  }
  const places = { columns: ['kind'], places: { a: 0, b: 1 } }
  return propsFor(horizon, toProps, {
    form: { ...said, ...form },
    tables: [table],
    entries: [{ colors: places } as never],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  })
}

const two = [
  [0, 'a', 2],
  [1, 'a', 8],
  [0, 'b', 40],
  [1, 'b', -20],
] as const

describe('the rows', () => {
  it('scales them per row, by all values, or by their changes', () => {
    expect(propsOf(two).rows.map(({ name, reach }) => [name, reach])).toEqual([
      ['a', 8],
      ['b', 40],
    ])
    expect(propsOf(two, { horizon_color_scale: 'overall' }).rows.map(({ reach }) => reach)).toEqual([40, 40])
    const changed = propsOf(two, { horizon_color_scale: 'change' })
    expect(changed.rows.map(({ drawn, reach }) => [drawn, reach])).toEqual([
      [[0, 6], 6],
      [[0, -60], 60],
    ])
  })

  it('returns shares of the total of their time if requested', () => {
    const rows = propsOf(
      [
        [0, 'a', 1],
        [0, 'b', 3],
      ],
      { contribution: true },
    ).rows
    expect(rows.map(({ values, format }) => [values, format])).toEqual([
      [[0.25], '.1%'],
      [[0.75], '.1%'],
    ])
  })

  it('folds values beyond a band into the next one, and negative values into separate bands', () => {
    // Four bands of 2.5 each.
    expect(bandOf([1, 2.5, 6, -5, null], 10, 0, 1)).toEqual([0.4, 1, 1, 0, null])
    expect(bandOf([1, 2.5, 6, -5, null], 10, 2, 1)).toEqual([0, 0, expect.closeTo(0.4), 0, null])
  })

  it('show a value between gaps as a peak, and leave other gaps open', () => {
    expect(withPeaks([null, null, 0.5, null, null])).toEqual([null, 0, 0.5, 0, null])
    expect(withPeaks([0.5, 0.2, null, 0.1, 0.3])).toEqual([0.5, 0.2, null, 0.1, 0.3])
    const props = propsOf([
      [0, 'a', 1],
      [1, 'b', 2],
      [2, 'a', 4],
    ])
    const theme = chartThemeOf(() => '#123456')
    const series = horizonOption({ ...props, theme: 'light' }, theme, 600)['series'] as { id: string; data: unknown }[]
    // The baseline of the second row is 2: its only value fills all four bands and is the highest of its row.
    expect(series.find(({ id }) => id === 'r1 1 0')?.data).toEqual([
      [0, 2],
      [DAY, 1],
      [2 * DAY, 2],
    ])
    expect(bandOf([6, -5], 10, 1, -1)).toEqual([0, 1])
    expect(bandOf([0], 0, 0, 1)).toEqual([0])
  })

  it('draws positive bands from the bottom, and negative ones from the top', () => {
    const option = horizonOption(
      { ...propsOf(two), theme: 'light' },
      chartThemeOf(() => '#123456'),
      600,
    ) as {
      series: { id: string; data: number[][]; areaStyle: { origin: number } }[]
      yAxis: { max: number }
      tooltip: { formatter: (hovered: unknown) => string }
    }
    const found = (id: string) => option.series.find((each) => each.id === id)
    expect(option.yAxis.max).toBe(2)
    // Row a: 2 of 8 fills the first of four bands; its baseline is 1.
    expect(found('r0 1 0')).toMatchObject({
      data: [
        [0, 0],
        [DAY, 0],
      ],
      areaStyle: { origin: 1 },
    })
    expect(found('r0 1 3')?.data).toEqual([
      [0, 1],
      [DAY, 0],
    ])
    // Row b: -20 of 40 fills two bands down from its top, 1.
    expect(found('r1 -1 1')).toMatchObject({
      data: [
        [0, 1],
        [DAY, 2],
      ],
      areaStyle: { origin: 1 },
    })
    expect(found('r1 -1 2')).toBeUndefined()
    // Highest value first.
    expect(option.tooltip.formatter([{ dataIndex: 1 }])).toMatch(/Fri, Jan 2 1970.*a.*8.*b.*−20/s)
    expect(new Set([...bandColors(1, 'light'), ...bandColors(-1, 'light')]).size).toBe(8)
  })

  it('describes the series, and how many are not drawn', () => {
    expect(horizonSummary(propsOf(two))).toContain(
      '2 series from Thu, Jan 1 1970 to Fri, Jan 2 1970. a: first 2, last 8',
    )
    const many = Array.from({ length: MAX_ROWS + 2 }, (_, at) => [0, `k${at}`, at] as const)
    const props = propsOf(many)
    expect([props.rows.length, hiddenSeriesText(props)]).toEqual([100, 'Showing the first 100 of 102 series'])
    expect(hiddenSeriesText(propsOf(two))).toBe('')
  })
})

it('queries buckets of the time column by series, ignoring settings of other chart types', () => {
  const [query] = horizon.toQueries({ ...said, x_axis: 'kind', rolling_type: 'mean', limit: 5 })
  expect(query).toMatchObject({ is_timeseries: true, columns: ['kind'], series_limit: 5, post_processing: [] })
  expect(horizon.toDataMask?.([{ kind: 'a' }], said).extraFormData?.filters).toEqual([
    { col: 'kind', op: 'IN', val: ['a'] },
  ])
})
