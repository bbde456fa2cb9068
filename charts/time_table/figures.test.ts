import { describe, expect, it } from 'vitest'
import { average, compareWithLag, contributions, laggedIndex, sparkPoints } from './figures.ts'

// Four periods, the last one 8.
const values = [10, 4, null, 8]

describe('a time lag', () => {
  it('counts back from the last period, and from the first if it is negative', () => {
    expect([0, 1, 3].map((lag) => laggedIndex(lag, 4))).toEqual([3, 2, 0])
    expect([-1, -3].map((lag) => laggedIndex(lag, 4))).toEqual([0, 2])
  })

  it('points nowhere beyond the periods', () => {
    expect([4, -4, 99].map((lag) => laggedIndex(lag, 4))).toEqual([-1, -1, -1])
    expect(laggedIndex(0, 0)).toBe(-1)
  })
})

describe('K-ENUM-04: a time comparison', () => {
  it('returns a value, a difference, a ratio or a percentage change', () => {
    expect(compareWithLag(values, 2, 'value')).toBe(4)
    expect(compareWithLag(values, 2, 'diff')).toBe(4)
    expect(compareWithLag(values, 2, 'perc')).toBe(2)
    expect(compareWithLag(values, 2, 'perc_change')).toBe(1)
    expect(compareWithLag(values, -1, 'perc')).toBe(0.8)
    expect(compareWithLag(values, 3, 'perc_change')).toBeCloseTo(-0.2, 12)
  })

  it('returns null if either value is missing or the lag is too long', () => {
    for (const comparison of ['value', 'diff', 'perc', 'perc_change'] as const) {
      expect(compareWithLag(values, 1, comparison), comparison).toBeNull()
      expect(compareWithLag(values, 4, comparison), comparison).toBeNull()
      expect(compareWithLag([], 0, comparison), comparison).toBeNull()
    }
    expect(compareWithLag([3, null], 1, 'value')).toBe(3)
    expect(compareWithLag([3, null], 1, 'diff')).toBeNull()
  })

  it('never divides by zero, and keeps the sign of the divisor', () => {
    expect(compareWithLag([0, 5], 1, 'diff')).toBe(5)
    expect(compareWithLag([0, 5], 1, 'perc')).toBeNull()
    expect(compareWithLag([0, 0], 1, 'perc_change')).toBeNull()
    expect(compareWithLag([5, 0], 1, 'perc_change')).toBe(-1)
    expect(compareWithLag([-4, 2], 1, 'perc')).toBe(-0.5)
  })
})

describe('a contribution', () => {
  it('returns the share of the last period, of rows that have a value there', () => {
    expect(
      contributions([
        [99, 1],
        [99, 3],
        [null, 4],
        [7, null],
      ]),
    ).toEqual([0.125, 0.375, 0.5, null])
  })

  it('returns nothing if the sum is zero or there are no periods', () => {
    expect(contributions([[2], [-2]])).toEqual([null, null])
    expect(contributions([[0], [0]])).toEqual([null, null])
    expect(contributions([[], []])).toEqual([null, null])
  })
})

describe('a period average', () => {
  it('averages the existing values of the last periods', () => {
    expect(average(values, 1)).toBe(8)
    expect(average(values, 2)).toBe(8)
    expect(average(values, 3)).toBe(6)
    expect(average(values, 99)).toBe(22 / 3)
  })

  it('averages all periods without a lag, and leaves out the first ones for a negative one', () => {
    expect(average(values, 0)).toBe(22 / 3)
    expect(average(values, -1)).toBe(6)
    expect(average(values, -9)).toBeNull()
  })

  it('counts zero as a value and null as none', () => {
    expect(average([0, 0, 6], 0)).toBe(2)
    expect(average([null, null], 0)).toBeNull()
    expect(average([], 3)).toBeNull()
  })
})

describe('a sparkline', () => {
  it('draws the values, or each relative to the value of the given number of periods before', () => {
    expect(sparkPoints(values, 0)).toEqual([10, 4, null, 8])
    expect(sparkPoints([2, 4, 8, 4], 1)).toEqual([null, 2, 2, 0.5])
    expect(sparkPoints([2, 4, 8, 5], 2)).toEqual([null, null, 4, 1.25])
  })

  it('leaves a gap where either value is missing or the earlier one is zero', () => {
    expect(sparkPoints([0, 4, null, 8], 1)).toEqual([null, null, null, null])
    expect(sparkPoints([1, 0, 3], 9)).toEqual([null, null, null])
  })
})
