import { expect, it, vi } from 'vitest'
import type { SeriesMark } from './timeseries-props.ts'
import { brushOf } from './timeseries-brush.ts'

const mark: SeriesMark = { shape: 'line', curve: 'straight', fill: 0, symbolSize: 0, horizontal: false }
const axis = (kind: 'time' | 'category', values: readonly (number | string | null)[], column = 'a') => ({
  kind,
  column,
  label: column,
  values,
})
const props = { x: axis('time', [10, 20, 30]), mark, zoomable: false, grain: 'P1M', onStretch: vi.fn<() => void>() }

it.each([
  ['a missing callback', { onStretch: undefined }],
  ['a vertical axis', { mark: { ...mark, horizontal: true } }],
  ['a chart that is zoomed by moving', { zoomable: true }],
  ['one position', { x: axis('time', [10]) }],
  ['names', { x: axis('category', ['a', 'b']) }],
  ['numbers in no ascending order', { x: axis('category', [3, 1, 2]) }],
  ['a missing number', { x: axis('category', [1, 2, null]) }],
  ['no column', { x: axis('category', [1, 2], '') }],
])('%s selects no range of the axis', (_, other) => {
  expect(brushOf({ ...props, ...other })).toBeUndefined()
})

it.each([
  ['instants by their values', axis('time', [10, 20, 30]), [10, 20, 30], { kind: 'time', first: 20, last: 30 }],
  ['numbers by their index', axis('category', [1, 5, 6]), [0, 1, 2], { kind: 'number', first: 5, last: 6 }],
] as const)('%s: positions and the reported range', (_, x, positions, reported) => {
  const onStretch = vi.fn<(stretch: unknown) => void>()
  const brush = brushOf({ ...props, x, onStretch })
  expect(brush?.positions).toEqual(positions)
  brush?.onBrush(1, 2)
  expect(onStretch).toHaveBeenCalledWith(reported)
})

it.each([
  ['the whole axis', 10, 30, [0, 2]],
  ['the part of the range that the axis still has', 15, 90, [1, 2]],
  ['empty for a range between two positions', 21, 29, undefined],
  ['empty for a range before the first position', 1, 5, undefined],
] as const)('the text of a range is %s', (_, first, last, shown) => {
  expect(brushOf({ ...props, stretch: { kind: 'time', first, last } })?.shown).toEqual(shown)
})

it('prints its ends like the filter and undoes the selected range', () => {
  const onStretch = vi.fn<(stretch: unknown) => void>()
  const months = [Date.UTC(2001, 0, 1), Date.UTC(2001, 1, 1)]
  const brush = brushOf({ ...props, x: axis('time', months), onStretch })
  expect([brush?.nameOf(0), brush?.nameOf(1)]).toEqual(['Jan 2001', 'Feb 2001'])
  brush?.onClear()
  expect(onStretch).toHaveBeenCalledWith(undefined)
})
