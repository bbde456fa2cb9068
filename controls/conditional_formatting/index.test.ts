import { describe, expect, it } from 'vitest'
import { draftOf, type RuleDraft, ruleErrors, ruleOf, ruleText } from './draft.ts'
import { conditional_formatting } from './index.ts'
import type { Control } from '#controls/control.ts'

const control: Control = { type: 'conditional_formatting', name: 'x', label: 'X', affects: 'picture' }
const draft = (own: Partial<RuleDraft>): RuleDraft => ({ ...draftOf(), column: 'delay', ...own })

describe('the form of a rule', () => {
  it('column, operator and target are required', () => {
    expect(ruleErrors(draftOf())).toEqual({ column: 'Required', operator: 'Required' })
    expect(ruleErrors(draft({ operator: '>' }))).toEqual({ targetValue: 'Required' })
    expect(ruleErrors(draft({ operator: '>', targetValue: '0' }))).toEqual({})
  })

  it('a between operator needs a left and a right value', () => {
    expect(ruleErrors(draft({ operator: '< x <' }))).toEqual({
      targetValueLeft: 'Required',
      targetValueRight: 'Required',
    })
    expect(ruleErrors(draft({ operator: '≤ x ≤', targetValueLeft: '1' }))).toEqual({ targetValueRight: 'Required' })
  })

  it('E-FORMAT-05: the left value must be smaller than the right one', () => {
    const wrong = ruleErrors(draft({ operator: '≤ x <', targetValueLeft: '10', targetValueRight: '9' }))
    expect(wrong.targetValueLeft).toBe('This value should be smaller than the right target value')
  })

  it('E-FORMAT-06: the right value must be greater than the left one; equal values fail both', () => {
    expect(ruleErrors(draft({ operator: '< x ≤', targetValueLeft: '5', targetValueRight: '5' }))).toEqual({
      targetValueLeft: 'This value should be smaller than the right target value',
      targetValueRight: 'This value should be greater than the left target value',
    })
    expect(ruleErrors(draft({ operator: '< x ≤', targetValueLeft: '5', targetValueRight: '10' }))).toEqual({})
  })

  it('E-FORMAT-07: None needs no target', () => {
    expect(ruleErrors(draft({ operator: 'None' }))).toEqual({})
    expect(ruleOf(draft({ operator: 'None', targetValue: '5' }))).toEqual({
      column: 'delay',
      operator: 'None',
      colorScheme: '#ACE1C4',
    })
  })

  it('returns the rule with the targets of its operator, and none while it is invalid', () => {
    expect(ruleOf(draft({ operator: '=', targetValue: '5', targetValueLeft: '1' }))).toEqual({
      column: 'delay',
      operator: '=',
      targetValue: 5,
      colorScheme: '#ACE1C4',
    })
    expect(ruleOf(draft({ operator: '=', targetValue: 'five' }))).toBeUndefined()
  })
})

it('rules are read, validated and summarized in one line', () => {
  const rules = [{ column: 'a', operator: '≤ x <', targetValueLeft: 2, targetValueRight: 8, colorScheme: '#EFA1AA' }]
  const read = conditional_formatting.parse(rules, control) ?? []
  expect(read).toEqual(rules)
  expect(conditional_formatting.check(read, control)).toEqual([])
  expect(conditional_formatting.check([{ column: 'a' }], control)).toEqual(['A condition is not complete'])
  expect(read.map((rule) => ruleText(rule, 'Delay'))).toEqual(['2 ≤ Delay < 8'])
  expect(ruleText({ operator: '>', targetValue: 10 }, 'Delay')).toBe('Delay > 10')
})
