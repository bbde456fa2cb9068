import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FormStack } from './FormStack.tsx'
import { MultiSelect } from './MultiSelect.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { box, field, userInput } from '#testing/user-input.ts'

it('Enter sends a form of several fields, but not from a list in which nothing is found yet', async () => {
  const onSubmit = vi.fn<() => void>()
  const ignore = () => undefined
  render(
    <FormStack onSubmit={onSubmit}>
      <TextField label="Name" value="a" onChange={ignore} />
      <MultiSelect label="Owners" options={[]} value={[]} onChange={ignore} />
    </FormStack>,
  )
  await userInput().type(box('Owners'), 'ann{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
  await userInput().type(field('Name'), '{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})
