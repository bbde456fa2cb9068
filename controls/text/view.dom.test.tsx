import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import TextView from './View.tsx'
import type { Control } from '#controls/control.ts'
import { controlContext } from '#testing/control-context.ts'
import { field, userInput, waitForAssertion, write } from '#testing/user-input.ts'

function open(value: string | undefined, own: Partial<Control> = {}) {
  const onChange = vi.fn<(text: string | undefined) => void>()
  const control: Control = { type: 'text', name: 'title', label: 'Title', affects: 'picture', ...own }
  render(<TextView control={control} value={value} onChange={onChange} errors={[]} context={controlContext()} />)
  return onChange
}

it('input is sent once after a pause, or at once by Enter', async () => {
  const onChange = open('old')
  expect(field('Title').value).toBe('old')
  await write('Title', 'new')
  await waitForAssertion(() => expect(onChange).toHaveBeenLastCalledWith('new'))
  onChange.mockClear()
  await userInput().type(field('Title'), '!{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('new!')
})

it('shows no placeholder if the control has none', () => {
  open(undefined)
  expect(field('Title').getAttribute('placeholder')).toBeNull()
})

it('shows the placeholder of the control', () => {
  open(undefined, { placeholder: 'Name it' })
  expect(field('Title').getAttribute('placeholder')).toBe('Name it')
})
