import { expect, it } from 'vitest'
import {
  foldableGroups,
  hideCollapsedLines,
  type FoldSide,
  groupKey,
  noCollapsedGroups,
  toggleGroup,
} from './collapsed-groups.ts'
import type { PivotLine } from './lines.ts'
import { labelAt, positionAfterKey, type CellPosition } from './cell-position.ts'
import { labelsAt, labelRuns } from './runs.ts'
import { offsetsOf, spanOf } from './header-span.ts'
import { cellText } from './texts.ts'
import { widthsOf } from './widths.ts'

const line = (kind: PivotLine['kind'], ...labels: string[]): PivotLine => ({
  kind,
  labels,
  values: kind === 'value' ? labels : labels.slice(0, -1),
  format: null,
  metric: null,
})

const rows = [
  line('value', 'boy', 'CA'),
  line('value', 'boy', 'FL'),
  line('subtotal', 'boy', 'Subtotal'),
  line('value', 'girl', 'CA'),
  line('subtotal', 'girl', 'Subtotal'),
  line('total', 'Total (Sum)'),
]
const columns = [
  line('value', 'mean', 'X'),
  line('value', 'mean', 'Y'),
  line('value', 'most', 'X'),
  line('total', 'Total (Sum)'),
]

it('merges equal adjacent labels, and subtotals with their groups', () => {
  const [outer, inner] = labelRuns(rows, 2)
  expect([...(outer?.start ?? [])]).toEqual([0, 0, 0, 3, 3, 5])
  expect([...(outer?.end ?? [])]).toEqual([3, 3, 3, 5, 5, 6])
  expect([...(inner?.start ?? [])]).toEqual([0, 1, 2, 3, 4, 5])
})

it('parts the same inner label under different outer ones', () => {
  const [, inner] = labelRuns([line('value', 'mean', 'X'), line('value', 'most', 'X')], 2)
  expect([...(inner?.start ?? [])]).toEqual([0, 1])
})

it('draws a label once for all drawn rows; a total covers all levels', () => {
  const runs = labelRuns(rows, 2)
  const drawn = { from: 1, to: 6 }
  const at = (row: number) =>
    labelsAt(row, rows, runs, drawn).map(({ level, start, span, levels }) => [level, start, span, levels])
  expect(at(1)).toEqual([
    [0, 0, 2, 1],
    [1, 1, 1, 1],
  ])
  expect(at(2)).toEqual([[1, 2, 1, 1]])
  expect(at(3)).toEqual([
    [0, 3, 2, 1],
    [1, 3, 1, 1],
  ])
  expect(at(5)).toEqual([[0, 5, 1, 2]])
})

it('draws the visible lines and some around them', () => {
  const offsets = offsetsOf(Array.from({ length: 100 }, () => 10))
  // From 200 to 250 px are lines 20 to 25; the last one starts at the edge.
  expect(spanOf(offsets, 200, 50, 0)).toEqual({ from: 20, to: 26, before: 200, behind: 740 })
  expect(spanOf(offsets, 200, 50, 30)).toEqual({ from: 0, to: 56, before: 0, behind: 440 })
  expect(spanOf(offsetsOf([]), 0, 50, 2)).toEqual({ from: 0, to: 0, before: 0, behind: 0 })
})

const table = { rows, columns }
const sides = { rows: labelRuns(rows, 2), columns: labelRuns(columns, 2) }
const moved = (key: string, row: number, column: number, isFar = false): CellPosition | undefined =>
  positionAfterKey({ key, isFar }, { row, column }, table, { sides, page: 3 })

it('returns the label at a position', () => {
  expect(labelAt({ row: 1, column: -2 }, table, sides)).toMatchObject({ side: 'row', level: 0, start: 0, end: 3 })
  expect(labelAt({ row: -2, column: 1 }, table, sides)).toMatchObject({ side: 'column', level: 0, start: 0, end: 2 })
  expect(labelAt({ row: 5, column: -1 }, table, sides)).toMatchObject({ level: 0, isName: true })
  expect(labelAt({ row: 0, column: 0 }, table, sides)).toBeUndefined()
})

it('moves cell by cell and into the labels of both sides', () => {
  expect(moved('ArrowDown', 0, 0)).toEqual({ row: 1, column: 0 })
  expect(moved('ArrowLeft', 0, 0)).toEqual({ row: 0, column: -1 })
  expect(moved('ArrowUp', 0, 0)).toEqual({ row: -1, column: 0 })
  expect(moved('ArrowRight', 0, 3)).toEqual({ row: 0, column: 3 })
  expect(moved('End', 4, 0, true)).toEqual({ row: 5, column: 3 })
  expect(moved('PageDown', 1, 0)).toEqual({ row: 4, column: 0 })
  expect(moved('a', 1, 0)).toBeUndefined()
})

it('moves over all lines of a label at once, and skips the corner', () => {
  expect(moved('ArrowDown', 1, -2)).toEqual({ row: 3, column: -2 })
  expect(moved('ArrowUp', 3, -2)).toEqual({ row: 2, column: -2 })
  expect(moved('ArrowRight', -2, 0)).toEqual({ row: -2, column: 2 })
  expect(moved('ArrowRight', 5, -2)).toEqual({ row: 5, column: 0 })
  expect(moved('ArrowDown', -2, 3)).toEqual({ row: 0, column: 3 })
  expect(moved('ArrowUp', 0, -1)).toEqual({ row: 0, column: -1 })
  expect(moved('ArrowLeft', -1, 0)).toEqual({ row: -1, column: 0 })
})

it('gives labels of rows the required width, and in a narrow chart at most three fifths', () => {
  const levels = ['Gender', 'State'].map((title) => ({ name: title, title }))
  const cells = columns.map(() => rows.map(() => 1))
  const layout = { rows, columns, cells, rowLevels: levels, columnLevels: levels }
  const sum = (widths: readonly number[]) => widths.reduce((all, each) => all + each, 0)
  const narrow = widthsOf(layout, 300)
  expect(sum(narrow.heads)).toBeLessThanOrEqual(180)
  const wide = widthsOf(layout, 1200)
  expect(sum([...wide.heads, ...wide.columns])).toBeGreaterThan(1170)
  expect(sum([...wide.heads, ...wide.columns])).toBeLessThanOrEqual(1188)
})

it.each([
  ['any number of few rows', 150, 'value', 77],
  ['a subtotal of many rows', 2000, 'subtotal', 1237],
] as const)('the table has room for %s at any position', (_, count, kind, at) => {
  const many = Array.from({ length: count }, (__, row) => line(row === at ? kind : 'value', 'boy', `n${row}`))
  const cells = [many.map((__, row) => (row === at ? 123_456_789_012 : 7))]
  const exact = columns.slice(0, 1).map((each) => ({ ...each, format: ',d' }))
  const large = { rows: many, columns: exact, cells, rowLevels: [], columnLevels: [], formatting: {} }
  const text = cellText(large, at, 0)
  expect(text.length).toBeGreaterThanOrEqual(12)
  expect(widthsOf(large as never, 100).columns[0]).toBeGreaterThanOrEqual(text.length * 7)
})

const close = (side: FoldSide, ...groups: readonly (readonly string[])[]) =>
  groups.reduce((closed, group) => toggleGroup(closed, side, groupKey(group)), noCollapsedGroups)

it('shows only the subtotal of a collapsed group of rows', () => {
  const cells = columns.map(() => [1, 2, 3, 4, 5, 6])
  const whole = { rows, columns, cells, rowLevels: [], columnLevels: [], formatting: {} }
  const boys = hideCollapsedLines(whole, close('row', ['boy']))
  expect(boys.rows).toEqual(rows.slice(2))
  expect(boys.cells[0]).toEqual([3, 4, 5, 6])
  expect(hideCollapsedLines(whole, close('row', ['boy'], ['girl'])).cells[0]).toEqual([3, 5, 6])
  expect(hideCollapsedLines(whole, noCollapsedGroups)).toBe(whole)
  expect(hideCollapsedLines(whole, close('row', ['boy'], ['boy']))).toBe(whole)
  // The subtotal of a group inside a collapsed group is hidden too.
  const deep = {
    ...whole,
    rows: [line('value', 'a', 'b', 'c'), line('subtotal', 'a', 'b', 'Subtotal'), line('subtotal', 'a', 'Subtotal')],
  }
  expect(hideCollapsedLines(deep, close('row', ['a'])).rows).toHaveLength(1)
  expect(hideCollapsedLines(deep, close('row', ['a', 'b'])).rows).toHaveLength(2)
})

it('shows only the subtotal of a collapsed group of columns, and collapses none without one', () => {
  const across = [
    line('value', '2023', 'Q1'),
    line('value', '2023', 'Q2'),
    line('subtotal', '2023', 'Subtotal'),
    line('value', '2024', 'Q1'),
    line('total', 'Total (Sum)'),
  ]
  // Column c at row r holds 10 c + r.
  const cells = across.map((_, c) => rows.map((__, r) => 10 * c + r))
  const whole = { rows, columns: across, cells, rowLevels: [], columnLevels: [], formatting: {} }
  const year = hideCollapsedLines(whole, close('column', ['2023']))
  expect(year.columns.map(({ labels }) => labels)).toEqual([['2023', 'Subtotal'], ['2024', 'Q1'], ['Total (Sum)']])
  expect(year.cells.map((column) => column[0])).toEqual([20, 30, 40])
  const both = hideCollapsedLines(whole, toggleGroup(close('column', ['2023']), 'row', groupKey(['boy'])))
  expect(both.cells).toEqual([
    [22, 23, 24, 25],
    [32, 33, 34, 35],
    [42, 43, 44, 45],
  ])
  expect(hideCollapsedLines(whole, close('column', ['2024']))).toBe(whole)
  expect([...foldableGroups(across)]).toEqual([groupKey(['2023'])])
})
