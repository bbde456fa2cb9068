import { describe, expect, it } from 'vitest'
import { chartType } from '#charts/index.ts'
import { controlsOf } from '#controls/form.ts'
import { isSameControl, rendersSameControl, isSame } from './control-equality.ts'

const visible = () => true
const control = { type: 'select', name: 'mode', label: 'Mode', choices: [{ value: 'a', label: 'A' }], visible }

describe('equivalent controls', () => {
  it.each([
    ['the same object', control, control, true],
    ['two equal objects', control, { ...control, choices: [{ value: 'a', label: 'A' }] }, true],
    ['a choice with another label', control, { ...control, choices: [{ value: 'a', label: 'B' }] }, false],
    ['an additional choice', control, { ...control, choices: [...control.choices, { value: 'b', label: 'B' }] }, false],
    ['another visibility condition', control, { ...control, visible: () => true }, false],
    ['an additional default', control, { ...control, default: 'a' }, false],
    ['an undefined key instead of another key', { name: 'a', one: undefined }, { name: 'a', two: undefined }, false],
    ['a list instead of an object', { default: [] }, { default: {} }, false],
    ['not a number', { default: Number.NaN }, { default: Number.NaN }, true],
    ['null instead of a value', { default: null }, { default: {} }, false],
  ])('%s', (_, before, after, alike) => {
    expect(isSameControl(before, after)).toBe(alike)
    expect(isSameControl(after, before)).toBe(alike)
  })
})

it('controls of two types are rendered alike despite different visibility, validators and defaults', () => {
  const named = (kind: string, name: string) => {
    const found = controlsOf(chartType(kind)?.controls ?? []).find((each) => each.name === name)
    if (!found) throw new Error(`${kind} has no ${name}`)
    return found
  }
  const isOne = (name: string, kind: string, other: string) => rendersSameControl(named(kind, name), named(other, name))
  expect(isOne('adhoc_filters', 'echarts_timeseries_line', 'table')).toBe(true)
  // a table shows it if its rows are aggregated
  expect(isOne('groupby', 'echarts_timeseries_line', 'table')).toBe(true)
  // 10,000 and 1,000 rows by default
  expect(isOne('row_limit', 'echarts_timeseries_line', 'table')).toBe(true)
  expect(isOne('granularity_sqla', 'echarts_timeseries_line', 'table')).toBe(true)
  // a pie requires it, which is visible
  expect(isOne('groupby', 'pie', 'table')).toBe(false)
})

it('a value carried over to another type is equal', () => {
  expect(isSame(['origin'], ['origin'])).toBe(true)
  expect(isSame(['origin'], ['origin', 'date'])).toBe(false)
  expect(isSame(null, undefined)).toBe(false)
})
