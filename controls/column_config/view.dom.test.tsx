import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import ColumnConfigView from './View.tsx'
import { controlContext } from '#testing/control-context.ts'
import { press, waitForAssertion, write } from '#testing/user-input.ts'

const control = { type: 'column_config', name: 'column_config', label: 'Columns', affects: 'picture' } as const
const names = (count: number) => Array.from({ length: count }, (_, index) => `m${index + 1}`)

function open(count: number) {
  const onChange = vi.fn<(value: unknown) => void>()
  const context = controlContext({ form: { metrics: names(count) } })
  render(<ColumnConfigView control={control} value={{}} onChange={onChange} errors={[]} context={context} />)
  return onChange
}
const shown = () => screen.queryAllByRole('button', { name: /^Settings of / }).map((each) => each.textContent)

it.each([13, 40])('E-COLCFG-01 E-COLCFG-02: shows 10 of %d columns until all are requested', async (count) => {
  open(count)
  expect(shown()).toEqual(names(10))
  await press('Show all columns')
  expect(shown()).toEqual(names(count))
  expect(screen.queryByRole('button', { name: 'Show all columns' })).toBeNull()
  await press('Show less columns')
  expect(shown()).toEqual(names(10))
  expect(screen.queryByRole('button', { name: 'Show all columns' })).not.toBeNull()
})

it.each([9, 12])('a list of %d columns is complete, without a toggle', (count) => {
  open(count)
  expect(shown()).toEqual(names(count))
  expect(screen.queryByRole('button', { name: /columns$/ })).toBeNull()
})

it('E-COLCFG-09: the slider of the fraction digits runs from 0 to 100', async () => {
  const onChange = open(1)
  await press('Settings of m1')
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: /^Fraction digits/ })
  expect([slider.min, slider.max]).toEqual(['0', '100'])
  fireEvent.change(slider, { target: { value: '100' } })
  await waitForAssertion(() => expect(onChange).toHaveBeenCalledExactlyOnceWith({ m1: { fractionDigits: 100 } }))
})

it('E-COLCFG-04 E-COLCFG-06: sends no value while the least width is no number', async () => {
  const onChange = open(1)
  await press('Settings of m1')
  await write('Min width', 'wide')
  expect(screen.getByText('is expected to be a number')).toBeDefined()
  await press('Cell bars', 'checkbox')
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(onChange).not.toHaveBeenCalled()
  await write('Min width', '120')
  await waitForAssertion(() =>
    expect(onChange).toHaveBeenCalledWith({ m1: expect.objectContaining({ columnWidth: 120 }) }),
  )
})

it('Save sends pending changes, Close discards them', async () => {
  const onChange = open(1)
  const last = () => onChange.mock.calls.at(-1)?.[0]
  await press('Settings of m1')
  expect(screen.getByRole('heading', { name: 'm1' })).toBeDefined()
  await write('Min width', '120')
  await press('Save')
  await waitForAssertion(() => expect(last()).toEqual({ m1: { columnWidth: 120 } }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Settings of m1')
  await press('Cell bars', 'checkbox')
  await waitForAssertion(() => expect(last()).toEqual({ m1: { showCellBars: false } }))
  await press('Close')
  expect(last()).toEqual({})
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('Close without a change sends nothing', async () => {
  const onChange = open(1)
  await press('Settings of m1')
  await press('Close')
  expect(onChange).not.toHaveBeenCalled()
})
