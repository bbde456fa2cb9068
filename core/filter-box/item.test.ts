import { expect, it } from 'vitest'
import { type BoxItem, defaultOf, itemsOf, labelOf } from './item.ts'

const whole: BoxItem = {
  column: 'size',
  label: 'Size',
  defaultValue: '4;5',
  metric: 'count',
  asc: true,
  clearable: false,
  multiple: true,
  searchAllOptions: false,
}

it('splits the default of a multi-select at semicolons (D-FILTERBOX-05, D-FILTERBOX-06)', () => {
  expect(defaultOf(whole, 'BIGINT')).toEqual(['4', '5'])
  expect(defaultOf({ ...whole, defaultValue: '' }, 'BIGINT')).toBeNull()
})

it.each([
  ['BOOLEAN', 'true', true],
  ['BOOLEAN', 'False', false],
  ['BOOLEAN', 'maybe', null],
  ['BIGINT', '4', 4],
  ['BIGINT', '4.5', null],
  ['DOUBLE', '4.5', 4.5],
  ['DOUBLE', 'x', null],
  ['DOUBLE', ' ', null],
  ['VARCHAR', '4;5', '4;5'],
])('reads the default of a single select by its column: %s %s (D-FILTERBOX-07)', (type, text, value) => {
  expect(defaultOf({ ...whole, multiple: false, defaultValue: text }, type)).toBe(value)
})

it('items without a column are left out, the column is their name without a label', () => {
  expect(itemsOf([{ column: 'a' }, null, { label: 'x' }, { column: 'b', label: 'B' }]).map(labelOf)).toEqual(['a', 'B'])
  expect(itemsOf('none')).toEqual([])
})
