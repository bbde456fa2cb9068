import { expect, it } from 'vitest'
import { distinctFormatter } from './distinct-formatter.ts'

const written = (pattern: string, values: readonly number[]) => values.map(distinctFormatter(pattern, values))

it('formats close values with enough digits to distinguish them', () => {
  expect(written(',d', [11.2, 10.8])).toEqual(['11.2', '10.8'])
  expect(written(',.0f', [1011.24, 1011.21, 7])).toEqual(['1,011.24', '1,011.21', '7.00'])
  expect(written('.0%', [0.101, 0.104])).toEqual(['10.1%', '10.4%'])
  expect(written('SMART_NUMBER', [1_234_567, 1_234_890])).toEqual(['1,234,567', '1,234,890'])
})

it('formats distinguishable and equal values, and values with units, by the format only', () => {
  expect(written(',d', [11.2, 7.1, 11.2])).toEqual(['11', '7', '11'])
  expect(written('.1f', [0.1 + 0.2, 0.3])).toEqual(['0.3', '0.3'])
  expect(written('MEMORY_DECIMAL', [1024, 1024.001])).toEqual(['1.02 kB', '1.02 kB'])
  expect(written('no pattern', [1])).toEqual(['1'])
})
