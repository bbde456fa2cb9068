import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { press } from '#testing/user-input.ts'
import { Calendar } from '#ui/input/Calendar.tsx'
import { ColorPicker } from '#ui/input/ColorPicker.tsx'
import { OptionList } from '#ui/input/OptionList.tsx'
import { Slider } from '#ui/input/Slider.tsx'
import { LocaleProvider } from './LocaleProvider.tsx'

const onChange = vi.fn<() => void>()

it('formats dates and numbers of controls as the user has chosen, and leaves their labels in English', async () => {
  render(
    <LocaleProvider locale="de-DE">
      <Calendar label="Day" value="2026-03-05" onChange={onChange} />
      <OptionList
        id="cities"
        label="Cities"
        options={[{ value: 'a', label: 'Aachen', count: 1234 }]}
        chosen={new Set()}
        onSelect={onChange}
        active={-1}
        onActive={onChange}
        mark="box"
      />
      <Slider label="Rows" value={1500} min={0} max={2000} onChange={onChange} />
      <ColorPicker label="Color" value="#336699" onChange={onChange} />
    </LocaleProvider>,
  )
  expect(screen.getByText('März 2026')).toBeDefined()
  expect(screen.getByRole('option', { name: /Aachen/ }).textContent).toContain('1.234')
  expect(screen.getByRole('slider', { name: /Rows/ }).getAttribute('aria-valuetext')).toBe('1.500')
  await press(/^Color/)
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).not.toEqual([])
  expect(screen.getByRole('slider', { name: /Hue/ })).toBeDefined()
})
