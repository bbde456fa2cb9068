import { expect, it } from 'vitest'
import { timeColumnFields, timeColumnTypes, timeComparisons } from './fields.ts'
import { ts_columns } from './index.ts'
import type { Control } from '#controls/control.ts'
import { visibleFields } from '#controls/shared/item.ts'

const control: Control = { type: 'ts_columns', name: 'column_collection', label: 'Columns', affects: 'picture' }

it('K-ENUM-03: the types are time comparison, contribution, sparkline and period average', () => {
  expect(timeColumnTypes.map((each) => [each.value, each.label])).toEqual([
    ['time', 'Time comparison'],
    ['contrib', 'Contribution'],
    ['spark', 'Sparkline'],
    ['avg', 'Period average'],
  ])
})

it('K-ENUM-04: a comparison is a value, a difference, a percentage or a percentage change', () => {
  expect(timeComparisons.map((each) => [each.value, each.label])).toEqual([
    ['value', 'Value'],
    ['diff', 'Difference'],
    ['perc', 'Percentage'],
    ['perc_change', 'Percentage change'],
  ])
})

it('E-TSCOL-01 E-CONTROLS-09: a column has the thirteen settings, each retained when legal', () => {
  const saved = {
    key: 'a',
    label: 'Trend',
    tooltip: 'The last year',
    colType: 'spark',
    width: 300,
    height: 50,
    timeLag: 2,
    timeRatio: '0.5',
    comparisonType: 'diff',
    showYAxis: true,
    yAxisBounds: [0, null],
    bounds: [-1, 1],
    d3format: '.1%',
    dateFormat: '%Y',
  }
  expect(ts_columns.parse([saved], control)).toEqual([saved])
  expect(timeColumnFields.map((field) => field.name)).toEqual(Object.keys(saved).slice(1))
  expect(ts_columns.parse([{ colType: 'pie', width: 'wide', showYAxis: 1 }], control)).toEqual([{ key: 'item_1' }])
})

it('requires the type, and shows its fields', () => {
  expect(ts_columns.check([{ key: 'a', label: 'x' }], control)).toEqual(['A column is not complete'])
  expect(ts_columns.check([{ key: 'a', colType: 'avg', timeLag: 1.5 }], control)).toEqual(['A column is not complete'])
  const shown = (colType: string) => visibleFields({ colType }, timeColumnFields).map((field) => field.name)
  expect(shown('contrib')).toEqual(['label', 'tooltip', 'colType', 'bounds', 'd3format'])
})
