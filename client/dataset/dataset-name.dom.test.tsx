import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DatasetName } from './DatasetName.tsx'
import { userInput } from '#testing/user-input.ts'

async function pointAt(name: string) {
  render(<DatasetName>{name}</DatasetName>)
  const hand = userInput()
  await hand.hover(document.body)
  await hand.hover(screen.getByText(name))
  await hand.tab()
}

it('E-CONTROLS-18: shows a name of 26 characters in full in a tooltip', async () => {
  const name = 'x'.repeat(26)
  await pointAt(name)
  expect((await screen.findByRole('tooltip')).textContent).toBe(name)
})

it.each(['x'.repeat(25), '✈️'.repeat(12)])('E-CONTROLS-18: %s has none', async (name) => {
  await pointAt(name)
  expect(screen.queryByRole('note')).toBeNull()
  expect(screen.queryByRole('tooltip')).toBeNull()
})
