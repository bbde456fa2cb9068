import { expect, it } from 'vitest'
import { chord } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { toProps } from './props.ts'
import { legacy } from './legacy.ts'
import { chordOption } from './option.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { NUMERIC, STRING, type Table } from '#core/table/table.ts'

const form = { viz_type: 'chord', groupby: 'origin', columns: 'carrier', metric: 'count', sort_by_metric: true }

/** a and b exchange 6 and 2; a keeps 1. */
const table: Table = {
  columns: [
    { name: 'origin', type: STRING, values: ['a', 'b', 'a', 'c'] },
    { name: 'carrier', type: STRING, values: ['b', 'a', 'a', null] },
    { name: 'count', type: NUMERIC, values: [6, 2, 1, null] },
  ],
  rowCount: 4,
}

const propsOf = (own: object = {}) =>
  propsFor(chord, toProps, {
    form: { ...form, ...own },
    tables: [table],
    entries: [],
    dataset: { verbose_map: {}, column_formats: { count: ',d' } },
    labelColors: { a: '#010203' },
  })

it('queries by source and target, the largest first, also for older forms', () => {
  const query = { columns: ['origin', 'carrier'], metrics: ['count'], orderby: [['count', false]] }
  expect(chord.toQueries(form)).toMatchObject([query])
  expect(chord.toQueries({ ...form, groupby: ['origin'], columns: ['carrier'] })).toMatchObject([query])
  expect(chord.toQueries({ ...form, sort_by_metric: false })[0]).not.toHaveProperty('orderby')
  expect(chord.toQueries({ ...form, columns: null })).toEqual([])
})

it('returns a node for each name and a band for each pair, in colours of names', () => {
  const props = propsOf()
  // a: 6 + 1 out, 2 + 1 in. b: 2 out, 6 in. c has no number.
  expect(props.all.nodes.map(({ name, value }) => [name, value])).toEqual([
    ['a', 7],
    ['b', 6],
  ])
  expect(props.all.links.map(({ from, to, value }) => [from, to, value])).toEqual([
    [0, 1, 6],
    [1, 0, 2],
    [0, 0, 1],
  ])
  expect([props.format, propsOf({ y_axis_format: '.1f' }).format]).toEqual([',d', '.1f'])
  const drawn = chordOption(
    { ...props, width: 400, height: 300, theme: 'light', selectedMarks: [{ origin: 'b', carrier: 'a' }] },
    chartThemeOf((name) => name),
  ) as {
    series: {
      data: { itemStyle: { color: string } }[]
      links: { lineStyle?: { opacity: number } }[]
      lineStyle: { opacity: number }
    }[]
  }
  expect(drawn.series[0]?.data[0]?.itemStyle.color).toBe('#010203')
  const [first] = drawn.series
  expect(first?.links.map(({ lineStyle = first.lineStyle }) => lineStyle.opacity)).toEqual([0.105, 0.35, 0.105])
})

it('a band filters by both ends, and is drilled by another target', () => {
  const filters = [
    { col: 'origin', op: 'IN', val: ['b'] },
    { col: 'carrier', op: 'IN', val: ['a'] },
  ]
  expect(chord.toDataMask?.([{ origin: 'b', carrier: 'a' }], form).extraFormData).toEqual({ filters })
  expect(chord.toDrillBy?.(form, 'date')).toMatchObject({ groupby: 'origin', columns: 'date' })
})

it('older clients get a matrix of sources and targets', () => {
  expect(legacy[0]?.data({ table, labels: {} }, form)).toEqual({
    nodes: ['a', 'b', 'c', '<NULL>'],
    matrix: [
      [1, 2, 0, 0],
      [6, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, null, 0],
    ],
  })
})
