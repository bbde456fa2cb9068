import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

const View = ({ text }: { readonly text: string }) => <p>{text}</p>

/** Renders a component without a failure message, whose code fails to load the first time. */
async function open() {
  const load = vi.fn<() => Promise<typeof View>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(View)
  const Lazy = lazyComponent(load, () => <input aria-label="Field" />)
  const rendered = render(<Lazy text="Hello" />)
  const field = screen.getByRole('textbox', { name: 'Field' })
  await act(() => Promise.resolve())
  expect(load).toHaveBeenCalledOnce()
  expect(screen.getByRole('textbox', { name: 'Field' })).toBe(field)
  return { Lazy, load, ...rendered }
}

it('keeps its placeholder after a failed load, and loads once the browser is online', async () => {
  const { load } = await open()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Hello')).toBeDefined()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(load).toHaveBeenCalledTimes(2)
})

it('loads when it is rendered anew after a failed load', async () => {
  const { Lazy, unmount } = await open()
  unmount()
  render(<Lazy text="Again" />)
  expect(await screen.findByText('Again')).toBeDefined()
})
