import { describe, expect, it } from 'vitest'
import {
  conditionColor,
  conditionColors,
  type ConditionOperator,
  conditionOperators,
  type ConditionRule,
  intensityOf,
  isCompleteRule,
  readRule,
} from './condition.ts'

const rule = (operator: ConditionOperator, own: Partial<ConditionRule> = {}): ConditionRule => ({
  column: 'delay',
  operator,
  colorScheme: '#ACE1C4',
  ...own,
})

it('K-ENUM-01: the colours are green, yellow and red', () => {
  expect(conditionColors.map((each) => each.label)).toEqual(['green', 'yellow', 'red'])
})

it('K-ENUM-02: the operators are None, six comparisons and four between forms', () => {
  expect(conditionOperators.join(' | ')).toBe('None | > | < | ≥ | ≤ | = | ≠ | < x < | ≤ x ≤ | ≤ x < | < x ≤')
})

describe('returns whether a rule applies to a value', () => {
  const holds = (operator: ConditionOperator, own: Partial<ConditionRule>) =>
    [0, 2, 5, 8, 10].filter((value) => intensityOf(rule(operator, own), value, 0, 10) !== undefined)

  it.each([
    ['None', [0, 2, 5, 8, 10]],
    ['>', [8, 10]],
    ['<', [0, 2]],
    ['≥', [5, 8, 10]],
    ['≤', [0, 2, 5]],
    ['=', [5]],
    ['≠', [0, 2, 8, 10]],
  ] as const)('%s the target', (operator, expected) => {
    expect(holds(operator, { targetValue: 5 })).toEqual(expected)
  })

  it.each([
    ['< x <', [5]],
    ['≤ x ≤', [2, 5, 8]],
    ['≤ x <', [2, 5]],
    ['< x ≤', [5, 8]],
  ] as const)('%s between the targets', (operator, expected) => {
    expect(holds(operator, { targetValueLeft: 2, targetValueRight: 8 })).toEqual(expected)
  })
})

describe('the color intensity of a condition', () => {
  it('grows with the distance from the target, from 0.05 to 1', () => {
    const above = rule('>', { targetValue: 20 })
    expect([21, 60, 100].map((value) => intensityOf(above, value, 0, 100)?.toFixed(4))).toEqual([
      '0.0619',
      '0.5250',
      '1.0000',
    ])
    expect(intensityOf(rule('<', { targetValue: 20 }), 0, 0, 100)).toBe(1)
    expect(intensityOf(rule('≥', { targetValue: 20 }), 20, 0, 100)).toBe(0.05)
  })

  it('grows over the complete column when there is no target', () => {
    expect([0, 25, 100].map((value) => intensityOf(rule('None'), value, 0, 100))).toEqual([0, 0.25, 1])
  })

  it('measures to the farther end for unequal, and returns full intensity for equal and for a column of one value', () => {
    const unequal = rule('≠', { targetValue: 20 })
    expect(intensityOf(unequal, 100, 0, 100)).toBe(1)
    expect(intensityOf(unequal, 0, 0, 100)).toBeCloseTo(0.05 + 0.95 * 0.25)
    expect(intensityOf(rule('=', { targetValue: 20 }), 20, 0, 100)).toBe(1)
    expect(intensityOf(rule('None'), 5, 5, 5)).toBe(1)
  })
})

it('colours by the last rule that holds', () => {
  const rules = [rule('None'), rule('>', { targetValue: 50, colorScheme: '#EFA1AA' })]
  expect(conditionColor(rules, 100, 0, 100)).toEqual({ r: 239, g: 161, b: 170, a: 1 })
  expect(conditionColor(rules, 50, 0, 100)).toEqual({ r: 172, g: 225, b: 196, a: 0.5 })
  expect(conditionColor([], 1, 0, 1)).toBeUndefined()
})

it('E-FORMAT-02: parses column, operator, targets and colour of a stored rule, and drops invalid rules', () => {
  const stored = { column: 'a', operator: '< x <', targetValueLeft: 1, targetValueRight: '2', colorScheme: '#EFA1AA' }
  expect(readRule(stored)).toEqual({ ...stored, targetValueRight: 2 })
  const single = { column: 'a', operator: '>', targetValue: '7', colorScheme: '#ACE1C4' }
  expect(readRule(single)).toEqual({ ...single, targetValue: 7 })
  expect(readRule({ column: 'a', operator: 'like', targetValue: 'x', colorScheme: 'blue' })).toEqual({ column: 'a' })
  expect([readRule('x'), readRule(null), readRule({ other: 1 })]).toEqual([undefined, undefined, undefined])
})

it('E-FORMAT-07: None is complete without a target, the others are not', () => {
  expect(isCompleteRule(rule('None'))).toBe(true)
  expect(isCompleteRule(rule('='))).toBe(false)
  expect(isCompleteRule(rule('=', { targetValue: 0 }))).toBe(true)
  expect(isCompleteRule(rule('< x <', { targetValueLeft: 3, targetValueRight: 3 }))).toBe(false)
})
