import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { act } from '@testing-library/react'
import type { PivotLine } from './lines.ts'
import PivotTableView from './View.tsx'
import { userInput, press } from '#testing/user-input.ts'

const line = (kind: PivotLine['kind'], ...labels: string[]): PivotLine => ({
  kind,
  labels,
  values: kind === 'value' ? labels : labels.slice(0, -1),
  format: null,
  metric: null,
})
const columns = [
  line('value', '2023', 'Q1'),
  line('value', '2023', 'Q2'),
  line('subtotal', '2023', 'Subtotal'),
  line('value', '2024', 'Q1'),
  line('subtotal', '2024', 'Subtotal'),
]
const levels = ['year', 'quarter'].map((name) => ({ name, title: name }))
const table = {
  columns,
  rows: [line('value', 'boy'), line('value', 'girl')],
  columnLevels: levels,
  rowLevels: [{ name: 'gender', title: 'gender' }],
  cells: [
    [1, 2],
    [3, 4],
    [4, 6],
    [5, 7],
    [5, 7],
  ],
  formatting: {},
}

function open() {
  const get = (name: 'clientHeight' | 'clientWidth' | 'offsetHeight' | 'offsetWidth', value: number) =>
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(value)
  get('clientHeight', 400)
  get('clientWidth', 900)
  render(<PivotTableView {...table} width={900} height={400} theme="light" />)
}

const head = (name: string) => screen.getByRole('columnheader', { name })
const written = () =>
  screen
    .getAllByRole('row')
    .slice(2)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))

it('a group of columns is closed by its button and shows its subtotal, and is opened by the space bar', async () => {
  open()
  expect(written()).toEqual([
    ['1', '3', '4', '5', '5'],
    ['2', '4', '6', '7', '7'],
  ])
  expect(head('2023').getAttribute('aria-expanded')).toBe('true')
  await press('Collapse 2023')
  expect(head('2023').getAttribute('aria-expanded')).toBe('false')
  expect(written()).toEqual([
    ['4', '5', '5'],
    ['6', '7', '7'],
  ])
  expect(screen.getByRole('grid').getAttribute('aria-colcount')).toBe('4')

  const hand = userInput()
  act(() => screen.getByRole('grid').focus())
  await hand.keyboard('{ArrowUp}{ArrowUp} ')
  expect(head('2023').getAttribute('aria-expanded')).toBe('true')
  expect(written()[0]).toEqual(['1', '3', '4', '5', '5'])
  await hand.keyboard('{ArrowRight} ')
  expect(head('2024').getAttribute('aria-expanded')).toBe('false')
  expect(written()[1]).toEqual(['2', '4', '6', '7'])
})
