import { describe, expect, it } from 'vitest'
import { chartType } from '#charts/index.ts'
import { controlsOf } from '#controls/form.ts'
import { isAlike } from './alike.ts'

const visible = () => true
const control = { type: 'select', name: 'mode', label: 'Mode', choices: [{ value: 'a', label: 'A' }], visible }

describe('controls are alike that say the same', () => {
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
    expect(isAlike(before, after)).toBe(alike)
    expect(isAlike(after, before)).toBe(alike)
  })
})

it('the filters of a line and of a table are one control, their other dimensions are two', () => {
  const named = (kind: string, name: string) =>
    controlsOf(chartType(kind)?.controls ?? []).find((each) => each.name === name) ?? {}
  expect(isAlike(named('echarts_timeseries_line', 'adhoc_filters'), named('table', 'adhoc_filters'))).toBe(true)
  expect(isAlike(named('pie', 'groupby'), named('table', 'groupby'))).toBe(false)
})
