import { expect, it } from 'vitest'
import { select } from './index.ts'
import type { Control } from '#controls/control.ts'

const choices = [
  { value: 10, label: '10' },
  { value: null, label: 'None' },
  { value: 'row', label: 'Row' },
]
const control: Control = { type: 'select', name: 'x', label: 'X', affects: 'query', choices }

it('E-CONTROLS-25: drops values that are not among the choices, unless free form', () => {
  expect(select.parse('other', control)).toBeUndefined()
  expect(select.parse('other', { ...control, freeForm: true })).toBe('other')
  expect(select.parse(['row', 'other', 10], { ...control, multi: true })).toEqual(['row', 10])
  expect(select.parse(['row', 'other'], { ...control, multi: true, freeForm: true })).toEqual(['row', 'other'])
})

it('maps the text of a choice to its value', () => {
  expect(select.parse('10', control)).toBe(10)
  expect(select.parse(['10'], control)).toBe(10)
})

it('distinguishes a selected none from no selection', () => {
  expect(select.parse(null, control)).toBeNull()
  const without = { ...control, choices: [{ value: 1, label: '1' }] }
  expect(select.parse(null, without)).toBeNull()
  expect(select.parse(null, { ...without, clearable: false })).toBeUndefined()
})

it('keeps a value while the choices of the dataset are not known', () => {
  const late: Control = { ...control, choices: (context) => context.dataset.time_grains }
  expect(select.parse('P1D', late)).toBe('P1D')
})
