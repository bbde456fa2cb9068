import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Select } from './Select.tsx'
import { box, choose, userInput } from '#testing/user-input.ts'

async function open(count: number) {
  const options = Array.from({ length: count }, (_, index) => ({ value: index, label: `Option ${index}` }))
  const onChange = vi.fn<(value: number) => void>()
  render(<Select label="Column" options={options} value={undefined} onChange={onChange} />)
  await userInput().click(box('Column'))
  return onChange
}
const drawn = () => screen.getAllByRole('option').length

it('E-CONTROLS-17: a menu of 100 options draws all of them', async () => {
  await open(100)
  expect(drawn()).toBe(100)
})

it('E-CONTROLS-17: a menu of 101 options renders the visible ones, and more on scroll', async () => {
  const onChange = await open(101)
  expect(drawn()).toBeLessThan(40)
  expect(drawn()).toBeGreaterThan(9)
  expect(screen.queryByRole('option', { name: 'Option 100' })).toBeNull()
  await userInput().type(screen.getByRole('combobox', { name: 'Search' }), '100')
  await userInput().click(screen.getByRole('option', { name: 'Option 100' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(100)
})

it('reports the selected item and closes the menu', async () => {
  const onChange = vi.fn<(value: string) => void>()
  const options = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second' },
  ]
  render(<Select label="Column" options={options} value="a" onChange={onChange} />)
  await choose('Column', 'Second')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('b')
  expect(screen.queryByRole('listbox')).toBeNull()
})
