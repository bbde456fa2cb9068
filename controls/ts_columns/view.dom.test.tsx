import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import TsColumnsView from './View.tsx'
import type { Control } from '#controls/control.ts'
import type { Item } from '#controls/shared/item.ts'
import { controlContext } from '#testing/control-context.ts'
import { box, choose, field, userInput, isOpen, readOptions, press, write } from '#testing/user-input.ts'

const control: Control = { type: 'ts_columns', name: 'column_collection', label: 'Columns', affects: 'picture' }

/** Renders the control with stored columns. */
function open(start?: readonly Item[]) {
  const stored: { items: readonly Item[] | undefined } = { items: start }
  function StatefulControl() {
    const [value, setValue] = useState(start)
    stored.items = value
    return <TsColumnsView control={control} value={value} onChange={setValue} errors={[]} context={controlContext()} />
  }
  render(<StatefulControl />)
  return stored
}
const pills = () => screen.getAllByRole('button').map((each) => each.getAttribute('aria-label') ?? each.textContent)
const shown = () => [
  ...screen
    .queryAllByRole('textbox')
    .map((each) => each.getAttribute('aria-label') ?? (each as HTMLInputElement).labels?.[0]?.textContent),
  ...screen.queryAllByRole('combobox').map((each) => each.textContent),
]

it('the control has only the button to add a column when there is no value', () => {
  open()
  expect(pills()).toEqual(['Add a column'])
})

it('E-CONTROLS-09: a column is added, changed and removed; Save waits for its type', async () => {
  const stored = open([])
  await press('Add a column')
  await write('Label', 'Trend')
  expect(isOpen('Save')).toBe(false)
  expect(await readOptions('Type')).toEqual(['Time comparison', 'Contribution', 'Sparkline', 'Period average'])
  await choose('Type', 'Sparkline')
  await press('Save')
  expect(stored.items).toEqual([{ key: 'item_1', label: 'Trend', colType: 'spark' }])
  await press('Trend')
  await write('Width', '120')
  await press('Show Y-axis', 'checkbox')
  await write('Y-axis bounds: Min', '2')
  await write('Y-axis bounds: Max', '9')
  await press('Save')
  expect(stored.items).toEqual([
    { key: 'item_1', label: 'Trend', colType: 'spark', width: 120, showYAxis: true, yAxisBounds: [2, 9] },
  ])
  await press('Remove Trend')
  expect(stored.items).toEqual([])
})

it('a second column has another key, and is last', async () => {
  const stored = open([{ key: 'item_2', colType: 'avg' }])
  await press('Add a column')
  await choose('Type', 'Contribution')
  await press('Save')
  expect(stored.items?.map(({ key, colType }) => [key, colType])).toEqual([
    ['item_2', 'avg'],
    ['item_3', 'contrib'],
  ])
})

it.each([
  ['time', 'Time comparison'],
  ['contrib', 'Contribution'],
  ['spark', 'Sparkline'],
  ['avg', 'Period average'],
])('a column of type %s without a label is called %s', (colType, name) => {
  open([{ key: 'a', colType }])
  expect(screen.getByRole('button', { name })).toBeDefined()
})

it('an incomplete column shows an error', () => {
  open([{ key: 'a', label: 'Empty' }])
  expect(document.body.innerHTML).toContain('Not complete')
})

it('a complete one does not', () => {
  open([{ key: 'a', label: 'Whole', colType: 'avg' }])
  expect(document.body.innerHTML).not.toContain('Not complete')
})

it('the keyboard moves columns', async () => {
  const stored = open([
    { key: 'a', label: 'One', colType: 'avg' },
    { key: 'b', label: 'Two', colType: 'avg' },
    { key: 'c', label: 'Three', colType: 'avg' },
  ])
  const labels = () => stored.items?.map(({ label }) => label)
  screen.getByRole('button', { name: 'One' }).focus()
  await userInput().keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(labels()).toEqual(['Two', 'One', 'Three'])
  await userInput().keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(labels()).toEqual(['One', 'Two', 'Three'])
  await userInput().keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(labels()).toEqual(['One', 'Two', 'Three'])
})

it('each type has its fields', async () => {
  open([{ key: 'a', label: 'L', colType: 'time' }])
  await press('L')
  expect(box('Comparison').textContent).toContain('Value')
  expect(field('Time lag')).toBeDefined()
  expect(shown().join()).not.toContain('Width')
  await choose('Type', 'Period average')
  expect(screen.queryByRole('combobox', { name: /^Comparison/ })).toBeNull()
  expect(field('Color bounds: Min')).toBeDefined()
  await choose('Type', 'Sparkline')
  expect(screen.queryByRole('textbox', { name: 'Time lag' })).toBeNull()
  expect([field('Width').value, field('Height').value, field('Time ratio').value]).toEqual(['', '', ''])
})

it('a number format is chosen or written, and may be another than those offered', async () => {
  const stored = open([{ key: 'a', label: 'L', colType: 'avg', d3format: '.5f' }])
  await press('L')
  expect(document.body.textContent).toContain('.5f')
  await write('Time lag', 'x')
  expect(isOpen('Save')).toBe(false)
  await write('Time lag', '3')
  await press('Save')
  expect(stored.items).toEqual([{ key: 'a', label: 'L', colType: 'avg', timeLag: 3, d3format: '.5f' }])
})
