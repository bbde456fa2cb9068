import { act, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import TextAreaView from './View.tsx'
import { controlContext } from '#testing/control-context.ts'
import { findCodeEditor, userInput, press } from '#testing/user-input.ts'

const control = { type: 'text_area', name: 'template', label: 'Template', affects: 'picture' } as const
const room = (element: HTMLElement) => {
  const box = element.closest<HTMLElement>('[style*="min-height"]')
  return [box?.style.minHeight, box?.style.maxHeight]
}

it('E-CONTROLS-16: the editor has room for 3 to 10 lines, 250 px at most, and for 40 at least in a dialog', async () => {
  const onChange = vi.fn<(text: string | undefined) => void>()
  render(<TextAreaView control={control} value="" onChange={onChange} errors={[]} context={controlContext()} />)
  // Lines of 20 pixels, plus 6 above and 6 below.
  expect(room((await findCodeEditor('Template')).element)).toEqual(['72px', '212px'])
  await press('Edit in a dialog')
  const inDialog = within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Template' })
  expect(room(inDialog)).toEqual(['812px', ''])
  act(() => inDialog.focus())
  await userInput().paste('one\ntwo')
  await press('Done')
  expect(onChange).toHaveBeenLastCalledWith('one\ntwo')
})
