import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Viewport } from './index.ts'
import ViewportView from './View.tsx'
import type { Control } from '#controls/control.ts'
import { controlContext } from '#testing/control-context.ts'
import { press, userInput } from '#testing/user-input.ts'

const control: Control = { type: 'viewport', name: 'viewport', label: 'Viewport', affects: 'picture' }

/** Renders the control with a stored viewport. */
function open(start?: Viewport) {
  const stored: { value: Viewport | undefined } = { value: start }
  function StatefulControl() {
    const [value, setValue] = useState(start)
    stored.value = value
    return <ViewportView control={control} value={value} onChange={setValue} errors={[]} context={controlContext()} />
  }
  render(<StatefulControl />)
  return stored
}

const part = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name })
async function write(name: string, text: string) {
  await userInput().clear(part(name))
  await userInput().type(part(name), text)
}

it('E-CONTROLS-08 E-CONTROLS-14: the five parts of a viewport are edited in a popover 300 px wide', async () => {
  const stored = open()
  await press('Viewport: 6.85, 31.22 · 1')
  expect(screen.getByRole('dialog', { name: 'Viewport' }).closest<HTMLElement>('[style*=width]')?.style.width).toBe(
    '300px',
  )
  await write('Longitude', '-122.4')
  await write('Latitude', '37.8')
  await write('Zoom', '11.5')
  await write('Bearing', '10')
  await write('Pitch', '45')
  expect(stored.value).toBeUndefined()
  await press('Save')
  expect(stored.value).toEqual({ longitude: -122.4, latitude: 37.8, zoom: 11.5, bearing: 10, pitch: 45 })
  expect(screen.getByRole('button', { name: 'Viewport: -122.4, 37.8 · 11.5' })).toBeDefined()
})

it('closes without a change', async () => {
  const stored = open({ longitude: 1, latitude: 2, zoom: 3, bearing: 0, pitch: 0 })
  await press('Viewport: 1, 2 · 3')
  await write('Zoom', '9')
  expect(part('Zoom').value).toBe('9')
  await press('Close')
  expect(stored.value?.zoom).toBe(3)
})
