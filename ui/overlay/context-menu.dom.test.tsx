import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ContextMenu } from './ContextMenu.tsx'
import { userInput, waitForAssertion } from '#testing/user-input.ts'

it('a context menu takes the focus; arrow keys move, Enter runs the item, Escape closes', async () => {
  const done: string[] = []
  const items = ['Filter', 'Copy'].map((label) => ({ id: label, label, onAction: () => done.push(label) }))
  const draw = (at: { x: number; y: number } | null) => (
    <ContextMenu label="Mark" items={items} at={at} onClose={() => done.push('closed')} />
  )
  const { rerender } = render(draw({ x: 5, y: 5 }))
  const item = (name: string) => screen.getByRole('menuitem', { name })
  await waitForAssertion(() => expect(document.activeElement).toBe(item('Filter')))
  await userInput().keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(item('Copy'))
  await userInput().keyboard('{Enter}')
  expect(done).toEqual(['Copy', 'closed'])
  rerender(draw(null))
  rerender(draw({ x: 9, y: 9 }))
  await waitForAssertion(() => expect(document.activeElement).toBe(item('Filter')))
  await userInput().keyboard('{Escape}')
  expect(done.at(-1)).toBe('closed')
})

it('a selection in a submenu closes the menu', async () => {
  const done: string[] = []
  const items = [{ id: 'by', label: 'By', items: [{ id: 'x', label: 'Origin', onAction: () => done.push('origin') }] }]
  render(<ContextMenu label="Mark" items={items} at={{ x: 5, y: 5 }} onClose={() => done.push('closed')} />)
  await userInput().click(screen.getByRole('menuitem', { name: 'By' }))
  await userInput().click(await screen.findByRole('menuitem', { name: 'Origin' }))
  expect(done).toEqual(expect.arrayContaining(['closed', 'origin']))
})
