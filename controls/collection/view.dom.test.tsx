import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import CollectionView from './View.tsx'
import type { Control } from '#controls/control.ts'
import type { Item } from '#controls/shared/item.ts'
import { controlContext } from '#testing/control-context.ts'
import { choose, isOpen, press, userInput } from '#testing/user-input.ts'

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

/** Renders the control with stored items. */
function open(start: readonly Item[]) {
  const stored: { items: readonly Item[] | undefined } = { items: start }
  function StatefulControl() {
    const [value, setValue] = useState<readonly Item[] | undefined>(start)
    stored.items = value
    return <CollectionView control={control} value={value} onChange={setValue} errors={[]} context={controlContext()} />
  }
  render(<StatefulControl />)
  return stored
}

it('E-CONTROLS-04: an item is added, edited and removed; Save waits for its column', async () => {
  const stored = open([])
  await press('Add an item')
  expect(isOpen('Save')).toBe(false)
  await choose('Column', /delay/)
  await press('Save')
  expect(stored.items).toEqual([{ key: 'item_1', column: 'delay' }])
  await press('delay')
  await press('Ascending', 'checkbox')
  await press('Save')
  expect(stored.items).toEqual([{ key: 'item_1', column: 'delay', asc: true }])
  await press('Remove delay')
  expect(stored.items).toEqual([])
})

it('moves an item by keyboard', async () => {
  const stored = open([
    { key: 'a', column: 'origin' },
    { key: 'b', column: 'delay' },
  ])
  screen.getByRole('button', { name: 'delay' }).focus()
  await userInput().keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(stored.items?.map(({ key }) => key)).toEqual(['b', 'a'])
})
