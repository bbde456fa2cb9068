import { describe, expect, it } from 'vitest'
import type { Control, Section } from './control.ts'
import { checkForm, completeForm, formDefaults, slotsOf } from './form.ts'
import { adhocFilters, groupby, metrics, numberOf, rowLimit, seriesLimit } from './shared/query-controls.ts'
import { timeRange } from './shared/time-controls.ts'
import { axisFormat, pictureToggle } from './shared/picture-controls.ts'
import { optionalInteger } from './shared/validators.ts'

const hidden: Control = {
  ...pictureToggle('hidden', 'Hidden', true),
  visible: (form) => form['shown'] === true,
  required: true,
}
const sections: readonly Section[] = [
  {
    label: 'Query',
    tab: 'data',
    rows: [[metrics()], [groupby()], [adhocFilters()], [rowLimit(), seriesLimit()], [timeRange()]],
  },
  {
    label: 'Options',
    tab: 'customize',
    rows: [[pictureToggle('show_legend', 'Show legend', true)], [hidden], [numberOf('width', 'Width')]],
  },
]

describe('formDefaults', () => {
  it('K-QUERY-01, K-TIME-03: a new form has 10000 rows at most and no time filter', () => {
    expect(formDefaults(sections)).toMatchObject({
      row_limit: 10000,
      time_range: 'No filter',
      groupby: [],
      show_legend: true,
    })
  })

  it('K-QUERY-04: the format of a value axis is adaptive', () => {
    const axis: readonly Section[] = [{ label: 'Y', tab: 'customize', rows: [[axisFormat('Y Axis Format')]] }]
    expect(formDefaults(axis)).toEqual({ y_axis_format: 'adaptive' })
    expect(checkForm({ viz_type: 'x', y_axis_format: 'adaptive' }, axis)).toEqual({})
  })

  it('K-QUERY-02: the row limit offers nine sizes', () => {
    expect((rowLimit().choices as readonly { value: number }[]).map((each) => each.value)).toEqual([
      10, 50, 100, 250, 500, 1000, 5000, 10000, 50000,
    ])
  })

  it('K-QUERY-03: the series limit offers six sizes', () => {
    expect((seriesLimit().choices as readonly { value: number }[]).map((each) => each.value)).toEqual([
      5, 10, 25, 50, 100, 500,
    ])
  })
})

describe('completeForm', () => {
  it('fills in defaults, parses saved text and preserves keys without a control', () => {
    const form = completeForm({ viz_type: 'x', row_limit: '500', metrics: 'count', unknown: 1 }, sections)
    expect(form).toMatchObject({ row_limit: 500, metrics: ['count'], unknown: 1, show_legend: true, adhoc_filters: [] })
  })

  it('replaces illegal values by the default', () => {
    expect(completeForm({ viz_type: 'x', show_legend: 'perhaps', time_range: 5 }, sections)).toMatchObject({
      show_legend: true,
      time_range: 'No filter',
    })
  })
})

describe('checkForm', () => {
  const form = completeForm({ viz_type: 'x', metrics: ['count'] }, sections)

  it('E-CONTROLS-21: requires at least one metric', () => {
    expect(checkForm(form, sections)).toEqual({})
    expect(checkForm({ ...form, metrics: [] }, sections)).toEqual({ metrics: ['cannot be empty'] })
  })

  it('E-CONTROLS-22: row limit and series limit must be integers', () => {
    expect(checkForm({ ...form, row_limit: 'many', limit: '1.5' }, sections)).toEqual({
      row_limit: ['is expected to be an integer'],
      limit: ['is expected to be an integer'],
    })
  })

  it('E-CONTROLS-23: keeps and rejects typed text that is not a number', () => {
    const typed = completeForm({ ...form, width: 'wide' }, sections)
    expect(typed['width']).toBe('wide')
    expect(checkForm(typed, sections)).toEqual({ width: ['is expected to be a number'] })
    const whole: readonly Section[] = [
      { label: 'X', tab: 'data', rows: [[numberOf('n', 'N', { validators: [optionalInteger] })]] },
    ]
    expect(checkForm({ viz_type: 'x', n: 1.5 }, whole)).toEqual({ n: ['is expected to be an integer'] })
  })

  it('ignores hidden controls', () => {
    expect(checkForm({ ...form, hidden: null }, sections)).toEqual({})
    expect(checkForm({ ...form, hidden: null, shown: true }, sections)).toEqual({ hidden: ['cannot be empty'] })
  })
})

it('finds the controls of metrics and columns', () => {
  expect(slotsOf(sections)).toMatchObject({
    metrics: [{ name: 'metrics', multi: true }],
    columns: [{ name: 'groupby', multi: true }],
  })
})
