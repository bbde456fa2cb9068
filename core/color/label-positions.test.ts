import { expect, it } from 'vitest'
import {
  colorOf,
  compareLabelPositions,
  FIRST_HASHED_POSITION,
  hashOf,
  labelKey,
  labelPosition,
} from './label-positions.ts'

const three = ['#aa0000', '#00aa00', '#0000aa']

it.each([
  ['by its position', { name: 'a', colorPosition: 1 }, {}, '#00aa00'],
  ['from the start of the scheme again after its end', { name: 'a', colorPosition: 5 }, {}, '#0000aa'],
  ['as the dashboard defines, at any position', { name: 'a', colorPosition: 1 }, { a: '#123456' }, '#123456'],
  ['as the dashboard defines, ignoring white space', { name: ' a', colorPosition: 1 }, { 'a ': '#123456' }, '#123456'],
  [
    'by its position if the dashboard defines only others',
    { name: 'a', colorPosition: 0 },
    { b: '#123456' },
    '#aa0000',
  ],
  [
    'by its position, also if every object has a property of that name',
    { name: 'toString', colorPosition: 0 },
    {},
    '#aa0000',
  ],
])('a label has its colour %s', (_, label, named, color) => {
  expect(colorOf(label, three, named)).toBe(color)
})

it('a scheme without colours returns grey', () => {
  expect(colorOf({ name: 'a', colorPosition: 0 }, [], {})).toBe('#868d9b')
})

it('a label without a position in the result gets the position of its hash', () => {
  expect(labelPosition('a', { a: 4 })).toBe(4)
  expect(labelPosition('constructor', {})).toBe(FIRST_HASHED_POSITION + hashOf('constructor'))
  expect(labelPosition('a', undefined)).toBe(FIRST_HASHED_POSITION + hashOf('a'))
  // FNV-1a of the empty text is its offset basis, 0x811c9dc5: (0x811c9d ^ 0x811c9dc5) & 0xffffff.
  expect(hashOf('')).toBe(0x811c9d ^ 0x1c9dc5)
  expect(hashOf('a')).not.toBe(hashOf('b'))
})

it('hashes distribute labels over a scheme of twelve', () => {
  const counts = Array.from({ length: 12 }, () => 0)
  for (let at = 0; at < 12_000; at++) counts[hashOf(`label ${at}`) % 12]! += 1
  // The expected count is 1000 each; its standard deviation for a fair twelve-sided die over so many throws is 30.
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150)
})

it('sorts labels by position, then hashed ones by name', () => {
  const labels = [
    { name: 'item 10', colorPosition: FIRST_HASHED_POSITION + 1 },
    { name: 'item 9', colorPosition: FIRST_HASHED_POSITION + 2 },
    { name: 'z', colorPosition: 0 },
    { name: 'a', colorPosition: 3 },
  ]
  expect(labels.toSorted(compareLabelPositions).map(({ name }) => name)).toEqual(['z', 'a', 'item 9', 'item 10'])
})

it('a key is made of all values of a label, the missing ones too', () => {
  expect(labelKey(['a', null, 1, false, undefined])).toBe('a, <NULL>, 1, false, <NULL>')
})
