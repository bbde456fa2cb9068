import { expect, it } from 'vitest'
import { tooltipPosition } from './tooltip-position.ts'

const map = { width: 358, height: 255 }
const tip = { width: 150, height: 70 }

it.each([
  ['beside a mark of the upper left', [50, 40], [66, 28]],
  ['beside a mark of the lower right', [300, 200], [134, 142]],
  ['over a mark that has too little room on both sides', [185, 128], [19, 70]],
  ['within the map above', [50, 3], [66, 4]],
  ['within the map at the left', [160, 40], [176, 28]],
  ['within the map below', [50, 254], [66, 181]],
])('a tooltip is placed %s', (_what, [left = 0, top = 0], [x, y]) => {
  expect(tooltipPosition({ left, top }, 10, tip, map)).toEqual({ left: x, top: y })
})

it('a tooltip wider than its container begins at the edge', () => {
  expect(tooltipPosition({ left: 185, top: 100 }, 40, { width: 200, height: 300 }, map)).toEqual({ left: 4, top: 4 })
})
