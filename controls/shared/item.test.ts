import { expect, it } from 'vitest'
import { itemErrors, readItem, readItems, shownFields, withField } from './item.ts'
import type { ItemField } from '#controls/control.ts'

const fields: readonly ItemField[] = [
  { name: 'label', label: 'Label', kind: 'text', required: true },
  { name: 'width', label: 'Width', kind: 'number' },
  { name: 'digits', label: 'Digits', kind: 'slider', min: 0, max: 100 },
  { name: 'on', label: 'On', kind: 'toggle' },
  { name: 'align', label: 'Align', kind: 'choice', choices: [{ value: 'left', label: 'Left' }] },
  { name: 'ends', label: 'Ends', kind: 'bounds', visible: (item) => item['on'] === true },
]

it('reads each field as its kind, drops what is none and keeps other keys', () => {
  expect(
    readItem({ label: 5, width: '12', digits: 400, on: 'yes', align: 'up', ends: ['1', ''], later: { a: 1 } }, fields),
  ).toEqual({ label: '5', width: 12, digits: 100, ends: [1, null], later: { a: 1 } })
  expect([readItem('x', fields), readItem([], fields), readItem(null, fields)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('gives every item of a list a key of its own', () => {
  const keys = readItems([{ key: 'a' }, { key: 'a' }, {}, 'x'], fields).map((item) => item['key'])
  expect(keys).toEqual(['a', 'a_', 'item_3'])
})

it('E-COLCFG-05: an empty field is checked only when it is required', () => {
  expect(itemErrors({}, fields)).toEqual({ label: 'cannot be empty' })
  expect(itemErrors({ label: 'x', width: '' }, fields)).toEqual({})
})

it('runs the validators of the fields shown', () => {
  expect(itemErrors({ label: 'x', width: 'wide' }, fields)).toEqual({ width: 'is expected to be a number' })
  const even: ItemField = { name: 'n', label: 'N', kind: 'number', validators: [(n) => (Number(n) % 2 ? 'odd' : null)] }
  expect(itemErrors({ n: 3 }, [even])).toEqual({ n: 'odd' })
  expect(itemErrors({ n: 3 }, [{ ...even, visible: () => false }])).toEqual({})
  expect(shownFields({ on: false }, fields).map((field) => field.name)).not.toContain('ends')
})

it('takes numbers alone as the ends of a span, either of which may be empty', () => {
  const ends = (value: unknown) => itemErrors({ label: 'x', on: true, ends: value }, fields)
  expect([ends(['', null]), ends(['-1', 2.5]), ends([null, '7'])]).toEqual([{}, {}, {}])
  expect(ends(['low', 2])).toEqual({ ends: 'is expected to be a number' })
  expect(ends([1, '2px'])).toEqual({ ends: 'is expected to be a number' })
})

it('takes a field away with nothing in it', () => {
  expect(withField({ a: 1, b: 2 }, 'a', '')).toEqual({ b: 2 })
  expect(withField({ a: 1 }, 'a', 0)).toEqual({ a: 0 })
})
