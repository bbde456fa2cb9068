import { expect, it } from 'vitest'
import type { FilterConfig } from '../filter-type.ts'
import { filterRange, type Range } from './index.ts'

const config = (controlValues = {}): FilterConfig => ({
  id: 'NATIVE_FILTER-1',
  type: 'NATIVE_FILTER',
  controlValues,
  scope: { rootPath: [], excluded: [] },
})

it.each<[Range, string]>([
  [[4950, null], '≥ 4,950'],
  [[null, 1200.5], '≤ 1,200.5'],
  [[-1000, 1000000], '−1,000 – 1,000,000'],
  [[7, 7], '= 7'],
  [[0, null], '≥ 0'],
])('the text of a range is %j', (value, words) => {
  expect(filterRange.describeValue?.(value, config())).toBe(words)
  expect(filterRange.describeValue?.(value, config({ unit: ' mi ' }))).toBe(`${words} mi`)
})

it('returns the unit of the configuration, or none', () => {
  expect(filterRange.unit?.(config({ unit: ' mi ' }))).toBe('mi')
  for (const unit of [undefined, null, '', '  ', 3]) expect(filterRange.unit?.(config({ unit }))).toBeUndefined()
})
