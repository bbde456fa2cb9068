import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { mockResponses, userInput } from '#testing/user-input.ts'

beforeEach(() => {
  // The code of the palette loads once, and another file may have loaded it.
  vi.resetModules()
})

it('keys typed while the palette loads are its text, and run no command of the page', async () => {
  mockResponses({})
  const { openSession } = await import('#testing/session.ts')
  openSession()
  const { setSingleKeys } = await import('./single-keys.ts')
  setSingleKeys(true)
  const { usePageActions } = await import('#client/shell/page-actions.ts')
  const { PaletteKeys } = await import('./PaletteKeys.tsx')
  const { createQueryClient } = await import('#client/session/query-client.ts')
  const refresh = vi.fn<() => void>()
  function Page() {
    usePageActions([{ id: 'refresh', label: 'Refresh dashboard', keys: 'r', act: refresh }])
    return <input aria-label="A field" />
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
      <PaletteKeys everywhere={[]} />
    </QueryClientProvider>,
  )
  fireEvent.keyDown(document.body, { key: 'r' })
  expect(refresh).toHaveBeenCalledOnce()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  for (const key of ['r', 'x', 'Backspace', 'o']) fireEvent.keyDown(document.body, { key })
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(await screen.findByRole('combobox', {}, { timeout: 20_000 })).toHaveProperty('value', 'ro')
  expect(refresh).toHaveBeenCalledOnce()
  const hand = userInput()
  await hand.keyboard('{Escape}')
  await hand.type(screen.getByRole('textbox', { name: 'A field' }), 'abc')
  expect(screen.getByRole('textbox', { name: 'A field' })).toHaveProperty('value', 'abc')
})
