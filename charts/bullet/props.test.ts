import { expect, it } from 'vitest'
import { bullet } from './index.ts'
import { bulletMarks, bulletSummary } from './option.ts'
import type { BulletProps } from './props.ts'
import type { ChartInput } from '#charts/chart.ts'
import { namesIn, numbersIn } from '#charts/shared/numbers-in.ts'
import { NUMERIC, type Table } from '#core/table/table.ts'

const table: Table = { columns: [{ name: 'sales', type: NUMERIC, values: [72] }], rowCount: 1 }

const input = (own: object = {}): ChartInput => ({
  form: { viz_type: 'bullet', metric: 'sales', ...own },
  tables: [table],
  entries: [],
  dataset: { verbose_map: { sales: 'Sales' }, column_formats: {} },
  labelColors: {},
})
const propsOf = (own?: object) => bullet.toProps(input(own)) as BulletProps
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

it('without ranges has one a tenth beyond the value', () => {
  expect(propsOf().ranges.map(({ value }) => Math.round(value * 10))).toEqual([792])
})

it('reads numbers and names with commas between them', () => {
  expect([numbersIn(' 1,2.5 ,'), numbersIn('1;2'), numbersIn(undefined)]).toEqual([[1, 2.5], undefined, []])
  expect([namesIn('a, b'), namesIn('')]).toEqual([['a', 'b'], []])
})

it('says what is reached', () => {
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

it('asks for one number, and clients of old read it with what it is measured by', () => {
  expect(bullet.toQueries({ viz_type: 'bullet', metric: 'sales' })[0]).toMatchObject({
    columns: [],
    metrics: ['sales'],
  })
  const [shape] = bullet.legacy ?? []
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
