import { render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Layout } from '#core/layout/node.ts'
import { waitForAssertion } from '#testing/user-input.ts'
import { useFlip } from './use-flip.ts'

const animate = vi.fn<(frames: Keyframe[], options: KeyframeAnimationOptions) => void>()

function Canvas({ layout, top }: { readonly layout: Layout; readonly top: number }) {
  const canvas = useRef<HTMLDivElement>(null)
  useFlip(canvas, layout)
  return (
    <div ref={canvas}>
      <div data-node-box data-box="A" data-top={top} />
    </div>
  )
}

beforeEach(() => {
  animate.mockReset()
  HTMLElement.prototype.animate = animate as never
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: HTMLElement) {
    return new DOMRect(0, Number(this.dataset['top'] ?? 0), 100, 100)
  })
})
afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'animate')
  vi.unstubAllGlobals()
})

const first = {} as Layout

it('animates a moved box from its old position within 200 ms', async () => {
  const view = render(<Canvas layout={first} top={50} />)
  view.rerender(<Canvas layout={first} top={80} />)
  expect(animate).not.toHaveBeenCalled()
  view.rerender(<Canvas layout={{}} top={120} />)
  await waitForAssertion(() => expect(animate).toHaveBeenCalledOnce())
  const [frames, { duration }] = animate.mock.calls[0] ?? [[], { duration: Number.NaN }]
  expect(frames[0]).toEqual({ transform: 'translate(0px, -70px)' })
  expect(duration).toBeLessThanOrEqual(200)
})

it('tiles are not animated under reduced motion', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const view = render(<Canvas layout={first} top={50} />)
  view.rerender(<Canvas layout={{}} top={120} />)
  expect(animate).not.toHaveBeenCalled()
})
