import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { waitForAssertion } from '#testing/user-input.ts'
import { useNearViewport } from './use-near-viewport.ts'

let tell: ((isIntersecting: boolean) => void) | undefined

class Watching {
  constructor(reported: (entries: readonly { isIntersecting: boolean }[]) => void) {
    tell = (isIntersecting) => reported([{ isIntersecting }])
  }
  observe() {}
  disconnect() {}
}

/** Lays out every element at this position in a window 800 pixels high. */
function laidOut(top: number, height: number): void {
  vi.stubGlobal('IntersectionObserver', Watching)
  vi.stubGlobal('innerHeight', 800)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, height && 300, height))
}

function Box() {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(box)
  return <div ref={box}>{isNear ? 'near' : 'far'}</div>
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each([
  ['visible', 100, 300, 'near'],
  ['the last one that begins within one screen below', 1599, 300, 'near'],
  ['more than one screen below', 1600, 300, 'far'],
  ['the last one that ends within one screen above', -1099, 300, 'near'],
  ['more than one screen above', -1100, 300, 'far'],
  ['hidden, as in a tab that is not open', 0, 0, 'far'],
])('detects before the first paint whether an element is near the viewport: %s', (_, top, height, word) => {
  laidOut(top, height)
  render(<Box />)
  expect(screen.getByText(word)).toBeDefined()
})

it('the observer reports elements that come near the viewport or leave it', async () => {
  laidOut(5000, 300)
  render(<Box />)
  act(() => tell?.(true))
  await waitForAssertion(() => expect(screen.getByText('near')).toBeDefined())
  act(() => tell?.(false))
  expect(screen.getByText('far')).toBeDefined()
})
