import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { press } from '#testing/user-input.ts'
import { lazyView } from './lazy-view.tsx'

const View = ({ text }: { readonly text: string }) => <p>{text}</p>
const failure = 'Part of the page could not be loaded. Try again, or reload the page.'

/** Renders a view whose code fails to load the first time. */
async function open() {
  const load = vi.fn<() => Promise<typeof View>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(View)
  const Lazy = lazyView(load, () => <p>waiting</p>)
  render(<Lazy text="Hello" />)
  expect(screen.getByText('waiting')).toBeDefined()
  expect(await screen.findByText(failure)).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
}

it('a view whose code could not be loaded shows an error, and loads on request', async () => {
  await open()
  await press('Try again')
  expect(await screen.findByText('Hello')).toBeDefined()
  expect(screen.queryByText(failure)).toBeNull()
})

it('a view whose code could not be loaded loads once the browser is online', async () => {
  await open()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Hello')).toBeDefined()
})
