import { describe, expect, it } from 'vitest'
import { chartType } from '#charts/index.ts'
import { controlsOf } from '#controls/form.ts'
import { isSameControl, rendersSameControl, isSame } from './control-equality.ts'

const visible = () => true
const control = { type: 'select', name: 'mode', label: 'Mode', choices: [{ value: 'a', label: 'A' }], visible }

describe('equivalent controls', () => {
  it.each([
    ['the same', control, control, true],
    ['made twice', control, { ...control, choices: [{ value: 'a', label: 'A' }] }, true],
    ['another choice', control, { ...control, choices: [{ value: 'a', label: 'B' }] }, false],
    ['one choice more', control, { ...control, choices: [...control.choices, { value: 'b', label: 'B' }] }, false],
    ['another condition', control, { ...control, visible: () => true }, false],
    ['a default where there was none', control, { ...control, default: 'a' }, false],
    [
      'a key that says nothing in place of another',
      { name: 'a', one: undefined },
      { name: 'a', two: undefined },
      false,
    ],
    ['a list in place of an object', { default: [] }, { default: {} }, false],
    ['not a number', { default: Number.NaN }, { default: Number.NaN }, true],
    ['nothing in place of something', { default: null }, { default: {} }, false],
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
