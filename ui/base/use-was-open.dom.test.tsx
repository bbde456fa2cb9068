import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { userInput, waitForAssertion } from '#testing/user-input.ts'
import { Select } from '#ui/input/Select.tsx'
import { InfoTooltip } from './InfoTooltip.tsx'
import { useWasOpen } from './use-was-open.ts'

function WasOpenText({ isOpen }: { readonly isOpen: boolean }) {
  return useWasOpen(isOpen) ? <p>made</p> : null
}

it('mounts an overlay when it first opens, and keeps it mounted to animate its closing', () => {
  const { rerender } = render(<WasOpenText isOpen={false} />)
  expect(screen.queryByText('made')).toBeNull()
  rerender(<WasOpenText isOpen />)
  expect(screen.getByText('made')).toBeDefined()
  rerender(<WasOpenText isOpen={false} />)
  expect(screen.getByText('made')).toBeDefined()
})

it('shows an explanation while its mark has the keyboard focus', async () => {
  render(<InfoTooltip text="Excludes rows without a position from the query" label="Info: Places" />)
  await userInput().tab()
  const mark = screen.getByRole('button', { name: 'Info: Places' })
  expect(document.activeElement).toBe(mark)
  const tip = await screen.findByRole('tooltip')
  expect(tip.textContent).toBe('Excludes rows without a position from the query')
  expect(mark.getAttribute('aria-describedby')).toBe(tip.id)
  await userInput().tab()
  await waitForAssertion(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

it('a select opens by keys each time and gets the focus back', async () => {
  const options = [
    { value: 1, label: 'One' },
    { value: 2, label: 'Two' },
  ]
  render(<Select label="Count" options={options} value={1} onChange={() => undefined} />)
  await userInput().tab()
  for (const _ of [1, 2]) {
    await userInput().keyboard('{ArrowDown}')
    expect(await screen.findByRole('option', { name: 'Two' })).toBeDefined()
    await userInput().keyboard('{Escape}')
    await waitForAssertion(() => expect(screen.queryByRole('option')).toBeNull())
    await waitForAssertion(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  }
})
