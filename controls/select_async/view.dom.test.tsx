import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import SelectAsyncView from './View.tsx'
import type { Control } from '#controls/control.ts'
import { controlContext } from '#testing/control-context.ts'
import { box, userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'

const control: Control = {
  type: 'select_async',
  name: 'layers',
  label: 'Layers',
  affects: 'query',
  multi: true,
  endpoint: '/api/v1/layers/',
}

function open(answer: unknown) {
  mockResponses({ '/api/v1/layers/': answer })
  const onChange = vi.fn<(value: unknown) => void>()
  render(
    <>
      <SelectAsyncView control={control} value={[]} onChange={onChange} errors={[]} context={controlContext()} />
      <ToastRegion />
    </>,
  )
  return onChange
}

it('E-CONTROLS-34: the choices are those of the endpoint', async () => {
  const onChange = open({
    result: [
      { value: 3, label: 'Three' },
      { value: 4, label: 'Four' },
    ],
  })
  await userInput().click(box('Layers'))
  await userInput().click(await screen.findByRole('option', { name: 'Four' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith([4])
})

it('E-CONTROLS-35: a failed request is reported', async () => {
  open(() => Response.json({ message: 'the tables are locked' }, { status: 500 }))
  const text = 'Error while fetching data: the tables are locked'
  await waitForAssertion(() => expect(screen.getByRole('alert').textContent).toContain(text))
  await press('Dismiss')
  expect(screen.getByRole('alert').textContent).toBe('')
})
