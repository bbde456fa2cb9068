import { expect, it } from 'vitest'
import { bullet } from './index.ts'
import { toProps } from './props.ts'
import { legacy } from './legacy.ts'
import { bulletMarks, bulletNote, bulletOption, bulletSummary } from './option.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { namesIn, parseNumberList } from '#charts/shared/parse-number-list.ts'
import { NUMERIC, type Table } from '#core/table/table.ts'

const table: Table = { columns: [{ name: 'sales', type: NUMERIC, values: [72] }], rowCount: 1 }

const input = (own: object = {}): ChartInput => ({
  form: { viz_type: 'bullet', metric: 'sales', ...own },
  tables: [table],
  entries: [],
  dataset: { verbose_map: { sales: 'Sales' }, column_formats: {} },
  labelColors: {},
})
const propsOf = (own?: object) => propsFor(bullet, toProps, input(own))
const goals = {
  ranges: '100, 50,80',
  range_labels: 'good,poor,fair',
  markers: '75',
  marker_labels: 'Plan',
  marker_lines: '60',
}

it('measures a value by ranges and markers with their names', () => {
  const { value, ranges, markers, lines } = propsOf(goals)
  expect([value, markers, lines]).toEqual([72, [{ value: 75, name: 'Plan' }], [{ value: 60, name: '' }]])
  expect(ranges.map(({ value: end, name }) => [end, name])).toEqual([
    [50, 'poor'],
    [80, 'fair'],
    [100, 'good'],
  ])
})

it('the axis ends a tenth beyond the value when there are no ranges', () => {
  expect(propsOf().ranges.map(({ value }) => Math.round(value * 10))).toEqual([792])
})

it('reads numbers and names with commas between them', () => {
  expect([parseNumberList(' 1,2.5 ,'), parseNumberList('1;2'), parseNumberList(undefined)]).toEqual([
    [1, 2.5],
    undefined,
    [],
  ])
  expect([namesIn('a, b'), namesIn('')]).toEqual([['a', 'b'], []])
})

it('describes the value and the ranges it reaches', () => {
  expect(bulletSummary(propsOf(goals))).toBe('Sales 72, within fair. Plan 75 is not reached. 60 is reached')
  expect(bulletMarks(propsOf(goals)).map(({ text }) => text())).toEqual([
    'Sales: 72',
    'poor: 50',
    'fair: 80',
    'good: 100',
    'Plan: 75',
    'Marker line: 60',
  ])
})

it('queries one number; older clients get it with its measures', () => {
  expect(bullet.toQueries({ viz_type: 'bullet', metric: 'sales' })[0]).toMatchObject({
    columns: [],
    metrics: ['sales'],
  })
  const [shape] = legacy
  expect(shape?.data({ table, labels: {} }, { viz_type: 'bullet', metric: 'sales', ...goals })).toEqual({
    measures: [72],
    ranges: [100, 50, 80],
    rangeLabels: ['good', 'poor', 'fair'],
    markers: [75],
    markerLabels: ['Plan'],
    markerLines: [60],
    markerLineLabels: null,
  })
})

it('draws in the space above the axis for any height of the axis', () => {
  const canvas = { width: 600, height: 200, theme: 'light' } as const
  const { series } = bulletOption(
    { ...propsOf(goals), ...canvas },
    chartThemeOf((name) => name),
  ) as unknown as {
    series: { id: string; renderItem: (_: unknown, api: object) => { shape: object } }[]
  }
  // A strip with its bottom at 100 and top at 60; a value of 1 is 5 pixels.
  const api = (...values: number[]) => ({
    value: (at: number) => values[at],
    coord: ([x, y]: readonly [number, number]) => [5 * x, 100 - 40 * y],
    style: () => ({}),
  })
  const shapes = Object.fromEntries(series.map(({ id, renderItem }) => [id, renderItem(undefined, api(0, 50)).shape]))
  expect(shapes['ranges']).toEqual({ x: 0, y: 60, width: 250, height: 40 })
  expect(shapes['lines']).toEqual({ x: -1, y: 60, width: 2, height: 40 })
  expect(shapes['value']).toEqual({ x: 0, y: 60 + (40 * 0.64) / 2, width: 250, height: 40 * 0.36 })
})

it('labels ranges in full contrast inside, and markers in muted color next to them', () => {
  const theme = chartThemeOf((name) => name)
  const { series } = bulletOption({ ...propsOf(goals), width: 600, height: 200, theme: 'light' }, theme) as unknown as {
    series: { id: string; label?: { color: string } }[]
  }
  const colors = Object.fromEntries(series.map(({ id, label }) => [id, label?.color]))
  expect(colors).toMatchObject({ ranges: theme.text, markers: theme.textMuted })
  expect(theme.text).not.toBe(theme.textMuted)
})

it('draws at most 50 of each and reports how many are omitted', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at).join(',')
  const props = propsOf({ ranges: numbers(53), markers: numbers(50), marker_lines: numbers(51) })
  expect([props.ranges.length, props.markers.length, props.lines.length]).toEqual([50, 50, 50])
  expect(bulletNote(props)).toBe('Showing the first 50 of 54 ranges and markers')
  expect(bulletNote(propsOf(goals))).toBe('')
})
