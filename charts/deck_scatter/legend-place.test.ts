import { expect, it } from 'vitest'
import { legendPlace } from './legend-place.ts'

const categories = { title: 'state', names: ['a', 'b'], texts: ['Alabama', 'Texas'], places: [0, 1], of: [0, 1] }

it('stands in its corner, where points are kept clear of it', () => {
  // 50 pixels and 6.5 for each of the seven letters of Alabama.
  expect(legendPlace(categories, 'tr', 800)).toEqual({ corner: 'tr', covered: { left: 0, right: 95.5 } })
  expect(legendPlace(categories, 'bl', 800)).toEqual({ corner: 'bl', covered: { left: 95.5, right: 0 } })
  const long = { ...categories, texts: ['x'.repeat(500), ''] }
  expect(legendPlace(long, 'tr', 800)?.covered.right).toBe(220)
})

it('stands below a narrow map, and nowhere without anything to tell', () => {
  expect(legendPlace(categories, 'tr', 360)?.corner).toBe('below')
  expect(legendPlace(categories, null, 800)).toBeNull()
  expect(legendPlace(null, 'tr', 800)).toBeNull()
  expect(legendPlace({ ...categories, names: [], texts: [] }, 'tr', 800)).toBeNull()
})
