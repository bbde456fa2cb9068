import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import TextAreaView from './View.tsx'
import { controlContext } from '#testing/control-context.ts'
import { hands, press } from '#testing/hands.ts'

const control = { type: 'text_area', name: 'template', label: 'Template', affects: 'picture' } as const
const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Template' })

it('E-CONTROLS-16: the editor shows 3 to 10 lines in 250 px, and 40 at least in a dialog', async () => {
  const onChange = vi.fn<(text: string | undefined) => void>()
  render(<TextAreaView control={control} value="" onChange={onChange} errors={[]} context={controlContext()} />)
  const shown = [area().getAttribute('rows')]
  for (const more of ['one\ntwo', '\n3\n4\n5\n6\n7', '\n8\n9\n10\n11\n12']) {
    await hands().type(area(), more)
    shown.push(area().getAttribute('rows'))
  }
  expect(shown).toEqual(['3', '3', '7', '10'])
  expect(area().style.maxHeight).toBe('250px')
  await press('Edit in a dialog')
  const inDialog = () => within(screen.getByRole('dialog')).getByRole<HTMLTextAreaElement>('textbox')
  expect(inDialog().getAttribute('rows')).toBe('40')
  await hands().type(inDialog(), '{Enter}'.repeat(40))
  expect(inDialog().getAttribute('rows')).toBe('52')
  await press('Done')
  expect(onChange.mock.lastCall?.[0]?.split('\n')).toHaveLength(52)
})
