import { expect, it } from 'vitest'
import { collection, itemText } from './index.ts'
import type { Control } from '#controls/control.ts'

const control: Control = {
  type: 'collection',
  name: 'filter_configs',
  label: 'Filters',
  affects: 'query',
  fields: [
    { name: 'column', label: 'Column', kind: 'column', required: true },
    { name: 'asc', label: 'Ascending', kind: 'toggle' },
  ],
}

it('E-CONTROLS-04: a collection holds items of its fields, each with a key', () => {
  const items = collection.parse([{ column: 'origin', asc: true }, { column: 'carrier', asc: 'x' }, 'no'], control)
  expect(items).toEqual([
    { key: 'item_1', column: 'origin', asc: true },
    { key: 'item_2', column: 'carrier' },
  ])
})

it('reports a missing required field of an item', () => {
  expect(collection.check([{ key: 'a' }], control)).toEqual(['An item is not complete'])
  expect(collection.check([{ key: 'a', column: 'origin' }], control)).toEqual([])
})

it('labels an item by its first text field, or by its number', () => {
  expect(itemText({ key: 'a', asc: true, column: 'origin' }, 0)).toBe('origin')
  expect(itemText({ key: 'a', asc: true }, 1)).toBe('Item 2')
})
