import { expect, it } from 'vitest'
import { itemErrors, readItem, readItems, visibleFields, withField } from './item.ts'
import type { ItemField } from '#controls/control.ts'

const fields: readonly ItemField[] = [
  { name: 'label', label: 'Label', kind: 'text', required: true },
  { name: 'width', label: 'Width', kind: 'number' },
  { name: 'digits', label: 'Digits', kind: 'slider', min: 0, max: 100 },
  { name: 'on', label: 'On', kind: 'toggle' },
  { name: 'align', label: 'Align', kind: 'choice', choices: [{ value: 'left', label: 'Left' }] },
  { name: 'ends', label: 'Ends', kind: 'bounds', visible: (item) => item['on'] === true },
]

it('parses each field by its type, drops invalid values and preserves other keys', () => {
  expect(
    readItem({ label: 5, width: '12', digits: 400, on: 'yes', align: 'up', ends: ['1', ''], later: { a: 1 } }, fields),
  ).toEqual({ label: '5', width: 12, digits: 100, ends: [1, null], later: { a: 1 } })
  expect([readItem('x', fields), readItem([], fields), readItem(null, fields)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it.each<[Partial<ItemField>, unknown, unknown]>([
  [{ kind: 'toggle' }, false, false],
  [{ kind: 'toggle' }, 0, undefined],
  [{ kind: 'number' }, ' 7 ', 7],
  [{ kind: 'number' }, ' ', undefined],
  [{ kind: 'number' }, Number.POSITIVE_INFINITY, undefined],
  [{ kind: 'number' }, '7px', undefined],
  [{ kind: 'number' }, true, undefined],
  [{ kind: 'slider', min: 5 }, 1, 5],
  [{ kind: 'slider', max: 5 }, 9, 5],
  [{ kind: 'slider', min: 5, max: 9 }, '7', 7],
  [{ kind: 'slider' }, -1, -1],
  [{ kind: 'slider', min: 5 }, 'x', undefined],
  [{ kind: 'bounds' }, [0, '2'], [0, 2]],
  [{ kind: 'bounds' }, ['x'], [null, null]],
  [{ kind: 'bounds' }, 5, undefined],
  [{ kind: 'choice', choices: [{ value: 'up', label: 'Up' }] }, 'up', 'up'],
  [{ kind: 'choice', choices: [{ value: 'up', label: 'Up' }] }, 'own', undefined],
  [{ kind: 'choice', isFreeForm: true, choices: [] }, 'own', 'own'],
  [{ kind: 'choice', isFreeForm: true }, '', undefined],
  [{ kind: 'choice', isFreeForm: true }, 7, undefined],
  [{ kind: 'text' }, 7, '7'],
  [{ kind: 'text' }, '', undefined],
  [{ kind: 'text' }, ['x'], undefined],
])('the field %j %j is read as %j', (field, raw, value) => {
  const read = readItem({ x: raw }, [{ name: 'x', label: 'X', kind: 'text', ...field }])
  expect(read).toEqual(value === undefined ? {} : { x: value })
})

it('accepts a single item as a list, and leaves out invalid items', () => {
  expect(readItems({ key: 'a' }, fields)).toEqual([{ key: 'a' }])
  expect(readItems([7, { key: '' }, { key: 3 }], fields)).toEqual([{ key: 'item_1' }, { key: 'item_2' }])
})

it('gives each item of a list a unique key', () => {
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
  expect(visibleFields({ on: false }, fields).map((field) => field.name)).not.toContain('ends')
})

it('accepts only numbers or nothing as the ends of a range', () => {
  const ends = (value: unknown) => itemErrors({ label: 'x', on: true, ends: value }, fields)
  expect([ends(['', null]), ends(['-1', 2.5]), ends([null, '7'])]).toEqual([{}, {}, {}])
  expect(ends(['low', 2])).toEqual({ ends: 'is expected to be a number' })
  expect(ends([1, '2px'])).toEqual({ ends: 'is expected to be a number' })
})

it('clears an empty field', () => {
  expect(withField({ a: 1, b: 2 }, 'a', '')).toEqual({ b: 2 })
  expect(withField({ a: 1 }, 'a', 0)).toEqual({ a: 0 })
})
