import { expect, it } from 'vitest'
import { filterRange, type Range } from './index.ts'

it.each<[Range, string]>([
  [[4950, null], '≥ 4,950'],
  [[null, 1200.5], '≤ 1,200.5'],
  [[-1000, 1000000], '−1,000 – 1,000,000'],
  [[7, 7], '= 7'],
  [[0, null], '≥ 0'],
])('a range is said in words: %j', (value, words) => {
  expect(filterRange.words?.(value)).toBe(words)
})
