import { expect, it } from 'vitest'
import type { SelectionMode } from './chart.ts'
import { nextSelection, type MarkSelection } from './mark-selection.ts'
import { selectionModeOf } from './shared/selection/selection-mode.ts'

const [a, b] = [{ x: 'a' }, { x: 'b' }]
const stored = (...marks: object[]) => ({ marks, isLeftOut: false }) as MarkSelection
const out = (...marks: object[]) => ({ marks, isLeftOut: true }) as MarkSelection

it.each<[MarkSelection, SelectionMode, MarkSelection]>([
  [stored(), 'one', stored(a)],
  [stored(a), 'one', stored()],
  [stored(b), 'one', stored(a)],
  [stored(a, b), 'one', stored(a)],
  [out(a), 'one', stored(a)],
  [stored(b), 'more', stored(b, a)],
  [stored(a, b), 'more', stored(b)],
  [stored(), 'not', out(a)],
  [stored(a, b), 'not', out(a)],
  [out(b), 'not', out(b, a)],
  [out(a), 'not', stored()],
  [out(b), 'more', out(b, a)],
  [out(a, b), 'more', out(b)],
])('%j, then a by %s, is %j', (before, how, after) => {
  expect(nextSelection(before, a, how)).toEqual(after)
})

const keys = { altKey: false, shiftKey: false, ctrlKey: false, metaKey: false }
it.each([
  [{}, 'one'],
  [{ shiftKey: true }, 'more'],
  [{ ctrlKey: true }, 'more'],
  [{ metaKey: true }, 'more'],
  [{ altKey: true }, 'not'],
  [{ altKey: true, shiftKey: true }, 'not'],
])('a click with %j selects marks by %s', (held, how) => {
  expect(selectionModeOf({ ...keys, ...held })).toBe(how)
})
