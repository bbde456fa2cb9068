import { expect, it } from 'vitest'
import type { FigureColumn, SparkColumn } from './props.ts'
import { columnWidths, rowHeight } from './widths.ts'

const rows = ['Ash', 'Birk'].map((name) => ({ name, link: null }))
const shared = { key: 'a', title: 'Now', tooltip: '', formats: ['d', 'd'] }
const figure: FigureColumn = { ...shared, kind: 'figure', values: [1, 2], tones: null, problem: null }
const spark: SparkColumn = {
  ...shared,
  kind: 'spark',
  points: [[1], [2]],
  dateFormat: 'smart_date',
  width: null,
  height: null,
  showYAxis: false,
  yAxisBounds: [null, null],
}
const widths = (columns: readonly (FigureColumn | SparkColumn)[], width: number) =>
  columnWidths({ title: 'City', rows, columns }, width)

it('gives sparklines the remaining width, names the rest, and reserves 12 px for a scroll bar', () => {
  expect(widths([figure, spark], 1000)).toEqual([604, 64, 320])
  expect(widths([figure, spark, spark], 600)).toEqual([64, 64, 230, 230])
})

it('the table scrolls if it is too narrow', () => {
  expect(widths([figure, spark], 200)).toEqual([64, 64, 80])
})

it('uses the configured width while all columns are visible', () => {
  expect(widths([figure, { ...spark, width: 300 }], 500)[2]).toBe(320)
  expect(widths([figure, { ...spark, width: 500 }], 400)).toEqual([64, 64, 260])
  const two = widths([{ ...spark, width: 500 }, figure, { ...spark, width: 100 }], 400)
  expect(two[1]).toBeGreaterThan(two[3] ?? 0)
  expect(two.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(400 - 12)
})

it('gives long names less than half of a narrow width', () => {
  const long = [{ name: 'x'.repeat(99), link: null }]
  expect(columnWidths({ title: '', rows: long, columns: [figure] }, 360)[0]).toBe(360 - 12 - 64)
  expect(columnWidths({ title: '', rows: long, columns: [figure, spark, spark] }, 360)[0]).toBe(162)
})

it('makes rows as high as their highest sparkline', () => {
  expect(rowHeight({ columns: [figure] })).toBe(28)
  expect(rowHeight({ columns: [figure, spark] })).toBe(56)
  expect(rowHeight({ columns: [{ ...spark, height: 100 }, spark] })).toBe(106)
})
