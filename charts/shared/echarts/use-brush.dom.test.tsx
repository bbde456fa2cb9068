import { fireEvent, render } from '@testing-library/react'
import type { ECharts } from 'echarts/core'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { button, userInput, press } from '#testing/user-input.ts'
import type { Brush } from '#charts/shared/selection/brush.ts'
import { useBrush } from './use-brush.tsx'

/** A plot from 40 to 340 px; the position of a value is its distance in pixels from the left edge. */
function fakeChart(painted: Set<() => void>) {
  const plot = { x: 40, y: 10, width: 300, height: 120 }
  return {
    isDisposed: () => false,
    on: (_: string, listener: () => void) => painted.add(listener),
    off: (_: string, listener: () => void) => painted.delete(listener),
    convertToPixel: (_: object, at: number) => 40 + at,
    getModel: () => ({ getComponent: () => ({ coordinateSystem: { getRect: () => plot } }) }),
  } as unknown as ECharts
}

interface PictureProps {
  readonly brush: Brush | undefined
  readonly painted?: Set<() => void>
}

function Picture({ brush, painted }: PictureProps) {
  const chart = useRef(fakeChart(painted ?? new Set()))
  const host = useRef<HTMLDivElement>(null)
  const show = useBrush(chart, host, brush)
  return (
    <>
      <div ref={host} data-host="" />
      <button type="button" onClick={() => show.current(0, 1)}>
        Show two
      </button>
    </>
  )
}

function drawn(shown?: readonly [number, number]) {
  const onBrush = vi.fn<Brush['onBrush']>()
  const onClear = vi.fn<Brush['onClear']>()
  const nameOf = (index: number) => ['Jan', 'Feb', 'Mar'][index] ?? ''
  const brush = { positions: [0, 100, 200], shown, nameOf, onBrush, onClear }
  const painted = new Set<() => void>()
  const { container, rerender } = render(<Picture brush={brush} painted={painted} />)
  const host = container.querySelector('[data-host]') as HTMLElement
  const strip = () => container.querySelector<HTMLElement>('[data-brush]')
  const words = () => {
    const found = container.querySelector<HTMLElement>('[data-brush-ends]')
    return found?.style.display === 'none' ? '' : found?.textContent
  }
  const paint = () => {
    for (const listener of painted) listener()
  }
  const pointer = { pointerType: 'mouse', button: 0, buttons: 1, clientY: 50 }
  const drag = (from: number, to: number, more: object = {}) => {
    fireEvent.pointerDown(host, { ...pointer, clientX: from, ...more })
    fireEvent.pointerMove(document, { ...pointer, clientX: to, ...more })
  }
  const drop = (at: number) => fireEvent.pointerUp(document, { ...pointer, clientX: at })
  return { onBrush, onClear, host, strip, words, paint, drag, drop, brush, rerender }
}

it('reports Shift at the end of a drag, which compares the range with the period before', () => {
  const { onBrush, host, drag } = drawn()
  drag(130, 260, { shiftKey: true })
  fireEvent.pointerUp(document, { pointerType: 'mouse', clientX: 260, shiftKey: true })
  expect(onBrush.mock.calls).toEqual([[1, 2, true]])
  expect(host.dataset['drawing']).toBeUndefined()
})

it('hides the tooltip while a range is drawn, because it would cover the labels of the ends', () => {
  const { host, drag, drop } = drawn()
  drag(130, 133)
  expect(host.dataset['drawing']).toBeUndefined()
  drag(130, 260)
  expect(host.dataset['drawing']).toBe('')
  drop(260)
  expect(host.dataset['drawing']).toBeUndefined()
})

it('selects the range under a pointer that is dragged in either direction', () => {
  const { onBrush, strip, drag, drop } = drawn()
  drag(130, 260)
  expect([strip()?.style.display, strip()?.style.left, strip()?.style.width]).toEqual(['block', '130px', '130px'])
  drop(260)
  expect(onBrush.mock.calls).toEqual([[1, 2]])
  drag(150, 20)
  expect([strip()?.style.left, strip()?.style.width]).toEqual(['40px', '110px'])
  drop(20)
  expect(onBrush.mock.calls.at(-1)).toEqual([0, 1])
  expect(strip()?.style.display).toBe('none')
})

it('selects no range on a click, a touch, a press outside of the plot, or an empty range', () => {
  const { onBrush, drag, drop } = drawn()
  drag(140, 143)
  drop(143)
  drag(140, 240, { pointerType: 'touch' })
  drop(240)
  drag(20, 240)
  drop(240)
  drag(160, 220)
  drop(220)
  expect(onBrush).not.toHaveBeenCalled()
})

it('shows the band with its ends from the first pixel, and while the picture is painted again', () => {
  const { strip, words, paint, drag, drop } = drawn()
  drag(139, 140)
  expect([strip()?.style.display, strip()?.style.width, words()]).toEqual(['block', '1px', 'Feb'])
  drag(130, 260)
  paint()
  expect([strip()?.style.width, words()]).toEqual(['130px', 'Feb – Mar'])
  drop(260)
  paint()
  expect([strip()?.style.display, words()]).toEqual(['none', ''])
})

it('a double click in the plot removes a selected range', async () => {
  const { onClear, host, words, brush, rerender } = drawn([0, 1])
  expect(words()).toBe('Jan – Feb')
  const twice = (clientX: number) =>
    userInput().pointer([
      { keys: '[MouseLeft]', target: host, coords: { clientX, clientY: 50 } },
      { keys: '[MouseLeft]', target: host, coords: { clientX, clientY: 50 } },
    ])
  await twice(20)
  expect(onClear).not.toHaveBeenCalled()
  await twice(100)
  expect(onClear).toHaveBeenCalledOnce()
  rerender(<Picture brush={{ ...brush, shown: undefined }} />)
  await twice(100)
  expect(onClear).toHaveBeenCalledOnce()
})

it('cancels the selection on Escape and stops the event', () => {
  const { onBrush, strip, drag, drop } = drawn([1, 1])
  const heard = vi.fn<() => void>()
  document.body.addEventListener('keydown', heard)
  drag(60, 300)
  expect(strip()?.style.width).toBe('240px')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect([strip()?.style.left, strip()?.style.width]).toEqual(['90px', '100px'])
  drop(300)
  expect([onBrush.mock.calls.length, heard.mock.calls.length]).toEqual([0, 0])
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(heard).toHaveBeenCalledOnce()
  document.body.removeEventListener('keydown', heard)
})

it('Escape and a missed release both end a gesture that is shorter than a click', () => {
  const { onBrush, strip, drag, drop } = drawn()
  const heard = vi.fn<() => void>()
  document.body.addEventListener('keydown', heard)
  drag(100, 102)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(heard).not.toHaveBeenCalled()
  fireEvent.pointerMove(document, { pointerType: 'mouse', buttons: 1, clientX: 300, clientY: 50 })
  expect(strip()?.style.display).toBe('none')
  drop(300)
  drag(60, 200)
  fireEvent.pointerMove(document, { pointerType: 'mouse', buttons: 0, clientX: 300, clientY: 50 })
  expect(strip()?.style.display).toBe('none')
  drop(300)
  expect(onBrush).not.toHaveBeenCalled()
  document.body.removeEventListener('keydown', heard)
})

it('shows the selected range half a step beyond its positions, and hides it when switched off', async () => {
  const { strip, brush, rerender } = drawn([2, 2])
  expect([strip()?.style.left, strip()?.style.width]).toEqual(['190px', '100px'])
  expect(button('Show two')).toBeTruthy()
  await press('Show two')
  expect([strip()?.style.left, strip()?.style.width]).toEqual(['40px', '150px'])
  rerender(<Picture brush={{ ...brush, shown: undefined }} />)
  expect(strip()?.style.display).toBe('none')
  rerender(<Picture brush={undefined} />)
  expect(strip()).toBeNull()
})
