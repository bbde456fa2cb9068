import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import SelectView from './View.tsx'
import type { Control } from '#controls/control.ts'
import { controlContext } from '#testing/control-context.ts'
import { box, choose, userInput, readOptions } from '#testing/user-input.ts'

type Value = string | number | boolean | null | readonly (string | number | boolean | null)[]

const choices = [
  { value: 10, label: 'Ten' },
  { value: 20, label: 'Twenty' },
]

/** Renders the control with a stored value. */
function open(start: Value | undefined, own: Partial<Control> = {}) {
  const stored: { value: Value | undefined } = { value: start }
  const control: Control = { type: 'select', name: 'limit', label: 'Limit', affects: 'query', choices, ...own }
  function StatefulControl() {
    const [value, setValue] = useState(start)
    stored.value = value
    return <SelectView control={control} value={value} onChange={setValue} errors={[]} context={controlContext()} />
  }
  render(<StatefulControl />)
  return stored
}
const clear = () => screen.queryByRole('button', { name: /Clear/ })

it('selects a choice, and clears it', async () => {
  const stored = open(undefined)
  expect(box('Limit').textContent).toContain('Select')
  expect(await readOptions('Limit')).toEqual(['Ten', 'Twenty'])
  await choose('Limit', 'Twenty')
  expect(stored.value).toBe(20)
  expect(box('Limit').textContent).toContain('Twenty')
  await userInput().click(clear() as HTMLElement)
  expect(stored.value).toBeNull()
})

it('a control that cannot be cleared has no clear button', () => {
  open(10, { clearable: false })
  expect(clear()).toBeNull()
})

it('shows the placeholder of the control without a choice', () => {
  open(undefined, { placeholder: 'How many' })
  expect(box('Limit').textContent).toContain('How many')
})

it('several options are selected one after another', async () => {
  const stored = open([10], { multi: true })
  expect(document.body.textContent).toContain('Ten')
  await userInput().click(box('Limit'))
  await userInput().click(screen.getByRole('option', { name: 'Twenty' }))
  expect(stored.value).toEqual([10, 20])
})

it('free form allows another value, which replaces the previous one', async () => {
  const stored = open(10, { freeForm: true })
  await userInput().click(box('Limit'))
  await userInput().keyboard('30{Enter}')
  expect(stored.value).toBe('30')
  await userInput().click(box('Limit'))
  await userInput().click(screen.getByRole('option', { name: 'Ten' }))
  expect(stored.value).toBe(10)
})

it('input equal to a choice selects it', async () => {
  const stored = open(null, { freeForm: true })
  await userInput().click(box('Limit'))
  await userInput().keyboard(' 20 {Enter}')
  expect(stored.value).toBe(20)
})
