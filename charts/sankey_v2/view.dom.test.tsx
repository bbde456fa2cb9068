import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import SankeyView from './View.tsx'
import { waitForAssertion } from '#testing/user-input.ts'

it('rejects cycles, and names the link that closes one', async () => {
  const onRendered = vi.fn<() => void>()
  const all = { metric: 'count', nodes: [], links: [], hiddenNodes: 0, hiddenLinks: 0 }
  const shown = {
    all,
    format: ',d',
    colorScheme: null,
    labelColors: {},
    width: 300,
    height: 200,
    theme: 'light',
  } as const
  render(<SankeyView {...shown} loop={['b', 'd']} onRendered={onRendered} />)
  const words = "There's a loop in your Sankey, please provide a tree. Here's a faulty link: ('b', 'd')"
  expect(screen.getByText(words)).toBeDefined()
  await waitForAssertion(() => expect(onRendered).toHaveBeenCalledTimes(1))
})
