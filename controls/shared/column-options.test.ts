import { expect, it } from 'vitest'
import { columnOption, columnOptions } from './column-options.ts'
import { fieldTexts, freshName } from './field.ts'
import { legendSection, numberFormat } from './picture-controls.ts'
import type { ColumnInfo, Control } from '#controls/control.ts'
import { controlContext } from '#testing/control-context.ts'

const column = (more: Partial<ColumnInfo>): ColumnInfo => ({
  column_name: 'x',
  type_generic: 1,
  is_dttm: false,
  ...more,
})

it.each<[Partial<ColumnInfo>, string]>([
  [{}, 'text'],
  [{ type_generic: 0 }, 'hash'],
  [{ type_generic: 2 }, 'clock'],
  [{ is_dttm: true }, 'clock'],
  [{ type_generic: 3 }, 'boolean'],
  [{ type_generic: 2, expression: 'now()' }, 'function'],
])('a column with %j has the mark %s', (more, icon) => {
  expect(columnOption(column(more))).toEqual({ value: 'x', label: 'x', icon })
})

it('shows the name of a column next to its label', () => {
  expect(columnOption(column({ verbose_name: 'Delay' }))).toMatchObject({ value: 'x', label: 'Delay', detail: 'x' })
  expect(columnOption(column({ verbose_name: 'x' }))).not.toHaveProperty('detail')
})

it('a control offers the columns it accepts, in the order of the dataset', () => {
  const control: Control = { type: 'column', name: 'c', label: 'C', affects: 'query' }
  const names = (own: Partial<Control>) =>
    columnOptions({ ...control, ...own }, controlContext()).map(({ value }) => value)
  expect(names({})).toEqual(['origin', 'delay', 'date'])
  expect(names({ columnFilter: ({ is_dttm }) => !is_dttm })).toEqual(['origin', 'delay'])
})

it('creates a name that is not in use', () => {
  expect(freshName('item', [])).toBe('item_1')
  expect(freshName('item', ['item_1'])).toBe('item_2')
  expect(freshName('item', ['item_2', undefined])).toBe('item_3')
  expect(freshName('item', ['item_3', 'item_4'])).toBe('item_5')
})

it('a field shows the text of the control, and nothing without one', () => {
  const control: Control = { type: 'text', name: 't', label: 'Title', affects: 'picture' }
  expect(fieldTexts(control, [])).toEqual({ label: 'Title', hint: undefined, error: undefined, isRequired: false })
  expect(fieldTexts({ ...control, description: 'Why', required: true }, ['a', 'b'])).toEqual({
    label: 'Title',
    hint: 'Why',
    error: 'a; b',
    isRequired: true,
  })
})

it('a number format is valid or absent', () => {
  const [validate] = numberFormat('f', 'F').validators ?? []
  const check = (value: unknown) => validate?.(value)
  expect([check(undefined), check(null), check('.2f'), check('SMART_NUMBER')]).toEqual([null, null, null, null])
  expect(check('nonsense%%')).toBe('is not a number format')
})

it('a legend may be on four sides, in two ways', () => {
  const named = (name: string) =>
    legendSection.rows
      .flat()
      .filter((each) => typeof each === 'object')
      .find((each) => each.name === name)
  expect(named('legendOrientation')?.choices).toEqual([
    { value: 'top', label: 'Top' },
    { value: 'bottom', label: 'Bottom' },
    { value: 'left', label: 'Left' },
    { value: 'right', label: 'Right' },
  ])
  expect(named('legendType')?.choices).toEqual([
    { value: 'scroll', label: 'Scroll' },
    { value: 'plain', label: 'Plain' },
  ])
})
