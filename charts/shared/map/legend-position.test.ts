import { expect, it } from 'vitest'
import { type Legend, legendPosition } from './legend-position.ts'

const legend = (corner: Legend['corner'], ...texts: string[]): Legend => ({
  title: 'state',
  corner,
  entries: texts.map((text) => ({ name: text, text, color: 'red' })),
})

it('the legend is in its corner, and points do not overlap it', () => {
  // 50 pixels plus 6.5 for each of the seven letters of Alabama.
  expect(legendPosition(legend('tr', 'Alabama', 'Texas'), 800, 400)).toEqual({
    corner: 'tr',
    covered: { left: 0, right: 95.5 },
  })
  expect(legendPosition(legend('bl', 'Alabama', 'Texas'), 800, 400)).toEqual({
    corner: 'bl',
    covered: { left: 95.5, right: 0 },
  })
  expect(legendPosition(legend('tr', 'x'.repeat(500), ''), 800, 400)?.covered.right).toBe(220)
})

it('the legend is below a narrow map, and absent without entries', () => {
  expect(legendPosition(legend('tr', 'Alabama', 'Texas'), 360, 400)?.corner).toBe('below')
  expect(legendPosition(null, 800, 400)).toBeNull()
  expect(legendPosition(legend('tr'), 800, 400)).toBeNull()
})

it('a map that is narrow and low has no legend', () => {
  expect(legendPosition(legend('tr', 'Alabama'), 206, 119)).toBeNull()
  expect(legendPosition(legend('tr', 'Alabama'), 206, 120)?.corner).toBe('below')
})
