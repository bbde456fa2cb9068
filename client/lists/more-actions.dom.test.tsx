import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { userInput, waitForAssertion } from '#testing/user-input.ts'
import { Button } from '#ui/base/Button.tsx'
import { MoreActions } from './MoreActions.tsx'

it.each(['{Enter}', ' '])('the menu of a row closes once a key (%j) has run an action', async (key) => {
  const edit = vi.fn<() => void>()
  render(
    <MoreActions name="Sales">
      <Button onPress={edit}>Edit</Button>
    </MoreActions>,
  )
  screen.getByRole('button', { name: 'Options for Sales' }).focus()
  await userInput().keyboard(key)
  const act = await screen.findByRole('button', { name: 'Edit' })
  expect(edit).not.toHaveBeenCalled()
  act.focus()
  await userInput().keyboard(key)
  expect(edit).toHaveBeenCalledOnce()
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
})
