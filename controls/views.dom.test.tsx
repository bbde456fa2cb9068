import { fireEvent, render, screen } from '@testing-library/react'
import { type ComponentType, useState } from 'react'
import { describe, expect, it } from 'vitest'
import BoundsView from './bounds/View.tsx'
import CheckboxView from './checkbox/View.tsx'
import CollectionView from './collection/View.tsx'
import ColorPickerView from './color_picker/View.tsx'
import type { Control, ControlViewProps } from './control.ts'
import NumberView from './number/View.tsx'
import OrderByColumnsView from './order_by_columns/View.tsx'
import RadioView from './radio/View.tsx'
import { ResizeHandle } from './shared/ResizeHandle.tsx'
import SliderView from './slider/View.tsx'
import SpatialView from './spatial/View.tsx'
import ViewportView from './viewport/View.tsx'
import { controlContext } from '#testing/control-context.ts'
import { choose, field, userInput, isOpen, readOptions, press, waitForAssertion, write } from '#testing/user-input.ts'

/** Renders a control that stores its value. */
function open<T>(View: ComponentType<ControlViewProps<T>>, start: NoInfer<T> | undefined, own: Partial<Control> = {}) {
  const control: Control = { type: 'any', name: 'it', label: 'It', affects: 'picture', ...own }
  const stored: { value: T | undefined } = { value: start }
  function StatefulControl() {
    const [value, setValue] = useState<T | undefined>(start)
    stored.value = value
    return <View control={control} value={value} onChange={setValue} errors={[]} context={controlContext()} />
  }
  render(<StatefulControl />)
  return stored
}
const pills = () =>
  screen
    .getAllByRole('button')
    .map((each) => each.getAttribute('aria-label') ?? each.textContent)
    .filter((name) => !/^(Remove|Add)/.test(name))

describe('the order of rows', () => {
  it('lists columns with a direction, each column once', async () => {
    const stored = open(OrderByColumnsView, undefined)
    await press('Add columns to order by')
    expect(screen.getAllByRole('dialog', { name: 'Edit ordering' })).toHaveLength(1)
    expect(isOpen('Save')).toBe(false)
    expect(await readOptions('Column')).toHaveLength(3)
    await choose('Column', /origin/)
    await press('Save')
    await press('Add columns to order by')
    expect((await readOptions('Column')).join()).not.toContain('origin')
    await choose('Column', /delay/)
    await press('Descending', 'radio')
    await press('Save')
    expect(stored.value).toEqual(['["origin",true]', '["delay",false]'])
    expect(pills()).toEqual(['origin [asc]', 'delay [desc]'])
  })

  it('changes, moves by keyboard and removes columns', async () => {
    const stored = open(OrderByColumnsView, ['["origin",true]', '["delay",false]', 'odd'])
    await press('origin [asc]')
    await press('Descending', 'radio')
    await press('Save')
    expect(stored.value).toEqual(['["origin",false]', '["delay",false]'])
    screen.getByRole('button', { name: 'origin [desc]' }).focus()
    await userInput().keyboard('{ArrowDown}')
    expect(pills()[0]).toBe('origin [desc]')
    await userInput().keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(stored.value).toEqual(['["delay",false]', '["origin",false]'])
    expect(document.activeElement?.textContent).toContain('origin [desc]')
    await waitForAssertion(() => expect(document.body.textContent).toContain('origin [desc], place 2 of 2'))
    await userInput().keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(pills()[1]).toBe('origin [desc]')
    await press('Remove origin [desc]')
    expect(stored.value).toEqual(['["delay",false]'])
  })
})

it('shows a few choices as buttons, of which the chosen one is pressed', async () => {
  const choices = [
    { value: 1, label: 'One' },
    { value: 'two', label: 'Two' },
    { value: false, label: 'None' },
  ] as never
  const stored = open<string | number | boolean>(RadioView as never, 1, { choices })
  for (const [name, value] of [
    ['Two', 'two'],
    ['None', false],
    ['One', 1],
  ] as const) {
    await press(name, 'radio')
    expect(stored.value).toBe(value)
    expect(screen.getByRole<HTMLInputElement>('radio', { name }).checked).toBe(true)
  }
})

it('checks and unchecks a checkbox', async () => {
  const stored = open(CheckboxView, undefined)
  await press('It', 'checkbox')
  expect(stored.value).toBe(true)
  await press('It', 'checkbox')
  expect(stored.value).toBe(false)
})

it('stores a number on blur, and nothing for an empty field', async () => {
  const stored = open(NumberView, 3)
  await write('It', '12.5')
  await userInput().tab()
  expect(stored.value).toBe(12.5)
  await write('It', '')
  await userInput().keyboard('{Enter}')
  expect(field('It').value).toBe('')
  expect(stored.value ?? null).toBeNull()
})

it('stores each end of an axis separately, and null for an empty one', async () => {
  const stored = open(BoundsView, undefined)
  await write('It: Min', '2')
  await userInput().tab()
  expect(stored.value).toEqual([2, null])
  await write('It: Max', '9')
  await userInput().keyboard('{Enter}')
  expect(stored.value).toEqual([2, 9])
  await write('It: Min', '')
  await userInput().tab()
  expect([stored.value, field('It: Max').value]).toEqual([[null, 9], '9'])
})

it('a slider has the ends and the step of its control', () => {
  open(SliderView, undefined, { min: 5, max: 9, step: 2 })
  const found = screen.getByRole<HTMLInputElement>('slider')
  expect([found.min, found.max, found.step, found.value]).toEqual(['5', '9', '2', '5'])
})

it('a slider without limits has the range 0 to 100 and steps of 1', () => {
  open(SliderView, 40)
  const found = screen.getByRole<HTMLInputElement>('slider')
  expect([found.min, found.max, found.step, found.value]).toEqual(['0', '100', '1', '40'])
})

it('shows the initial color', () => {
  open(ColorPickerView, { r: 255, g: 0, b: 16, a: 1 })
  expect(document.body.innerHTML).toContain('#ff0010')
})

describe('positions', () => {
  it('start with two columns; Save waits for both', async () => {
    const stored = open(SpatialView, undefined)
    await press('Select longitude and latitude')
    await choose('Longitude', /delay/)
    expect(isOpen('Save')).toBe(false)
    await choose('Latitude', /origin/)
    await press('Save')
    expect(stored.value).toEqual({ type: 'latlong', lonCol: 'delay', latCol: 'origin' })
    expect(pills()).toEqual(['delay | origin'])
    await press('Remove delay | origin')
    expect(stored.value).toBeUndefined()
  })

  it('retains no position of another type', async () => {
    const stored = open(SpatialView, { type: 'latlong', lonCol: 'delay', latCol: 'origin' })
    expect(screen.queryByRole('button', { name: 'Select longitude and latitude' })).toBeNull()
    await press('delay | origin')
    await choose('Format', 'Geohash')
    await choose('Column', /origin/)
    await press('Reverse lat/long', 'checkbox')
    await press('Save')
    expect(stored.value).toEqual({ type: 'geohash', geohashCol: 'origin', reverseCheckbox: true })
  })
})

describe('a viewport', () => {
  it('edits a draft, and commits it only on Save', async () => {
    const start = { longitude: 1, latitude: 2, zoom: 3, bearing: 4, pitch: 5 }
    const stored = open(ViewportView, start)
    await press('It: 1, 2 · 3')
    const zoom = screen.getByRole('spinbutton', { name: 'Zoom' })
    await userInput().clear(zoom)
    await userInput().type(zoom, '7')
    await userInput().tab()
    expect(stored.value).toEqual(start)
    await press('Save')
    expect(stored.value).toEqual({ ...start, zoom: 7 })
    expect(screen.queryByRole('spinbutton', { name: 'Zoom' })).toBeNull()
  })

  it('stays as it was after Close', async () => {
    const stored = open(ViewportView, undefined)
    await press('It: 6.85, 31.22 · 1')
    await press('Close')
    expect(stored.value).toBeUndefined()
    expect(screen.queryByRole('spinbutton', { name: 'Zoom' })).toBeNull()
  })
})

it('an item of a list is built from the fields of its control, and reports a missing one', async () => {
  const fields = [
    { name: 'label', label: 'Label', kind: 'text', required: true },
    { name: 'column', label: 'Column', kind: 'column' },
    {
      name: 'way',
      label: 'Way',
      kind: 'choice',
      fallback: 'up',
      choices: [
        { value: 'up', label: 'Up' },
        { value: 'down', label: 'Down' },
      ],
    },
    { name: 'share', label: 'Share', kind: 'slider', min: 10, max: 20 },
  ] as const
  const stored = open(CollectionView, [{ key: 'a', column: 'delay' }], { fields })
  expect(screen.getByTitle('Not complete')).toBeTruthy()
  await press('delay')
  expect(isOpen('Save')).toBe(false)
  expect(screen.getByRole('combobox', { name: /^Column/ }).textContent).toContain('delay')
  await write('Label', 'Late')
  expect(screen.getByRole('combobox', { name: /^Way/ }).textContent).toContain('Up')
  await choose('Way', 'Down')
  expect(screen.getByRole<HTMLInputElement>('slider').value).toBe('10')
  await press('Save')
  expect(stored.value).toEqual([{ key: 'a', column: 'delay', label: 'Late', way: 'down' }])
  expect(screen.queryByTitle('Not complete')).toBeNull()
})

describe('the corner of an editor', () => {
  it('resizes the editor by the distance of the pointer until it is released', () => {
    const sizes: unknown[] = []
    render(<ResizeHandle size={{ width: 700, height: 300 }} onResize={(size) => sizes.push(size)} />)
    const corner = screen.getByRole('button', { name: 'Resize' })
    corner.setPointerCapture = () => undefined
    const move = (clientX: number, clientY: number) => fireEvent.pointerMove(corner, { clientX, clientY })
    move(1, 1)
    fireEvent.pointerDown(corner, { clientX: 100, clientY: 50 })
    move(130, 40)
    move(9999, 9999)
    fireEvent.pointerUp(corner)
    move(200, 200)
    expect(sizes).toEqual([
      { width: 730, height: 290 },
      { width: window.innerWidth - 32, height: window.innerHeight - 160 },
    ])
  })

  it('moves by arrow keys', async () => {
    const sizes: unknown[] = []
    render(<ResizeHandle size={{ width: 700, height: 300 }} onResize={(size) => sizes.push(size)} />)
    screen.getByRole('button', { name: 'Resize' }).focus()
    await userInput().keyboard('{ArrowRight}{ArrowLeft}{ArrowDown}{ArrowUp}{Home}')
    expect(sizes).toEqual([
      { width: 724, height: 300 },
      { width: 676, height: 300 },
      { width: 700, height: 324 },
      { width: 700, height: 276 },
    ])
  })
})
