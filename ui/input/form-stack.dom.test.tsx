import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FormStack } from './FormStack.tsx'
import { MultiSelect } from './MultiSelect.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { box, field, hands } from '#testing/hands.ts'

it('Enter sends a form of several fields, but not from a list in which nothing is found yet', async () => {
  const onSubmit = vi.fn<() => void>()
  const ignore = () => undefined
  render(
    <FormStack onSubmit={onSubmit}>
      <TextField label="Name" value="a" onChange={ignore} />
      <MultiSelect label="Owners" options={[]} value={[]} onChange={ignore} />
    </FormStack>,
  )
  await hands().type(box('Owners'), 'ann{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
  await hands().type(field('Name'), '{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})
