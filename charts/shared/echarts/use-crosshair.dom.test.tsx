import { fireEvent, render } from '@testing-library/react'
import type { ECharts } from 'echarts/core'
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { waitForAssertion } from '#testing/user-input.ts'
import { useCrosshair } from './use-crosshair.tsx'

/** A chart whose plot starts at 40 px, with one instant per pixel; `press` points at an instant. */
function fakeChart() {
  const heard = new Set<(event: unknown) => void>()
  const plot = { x: 40, y: 10, width: 300, height: 120 }
  const chart = {
    isDisposed: () => false,
    on: (_: string, listener: (event: unknown) => void) => heard.add(listener),
    off: (_: string, listener: (event: unknown) => void) => heard.delete(listener),
    convertToPixel: (_: object, at: number) => 40 + at,
    getModel: () => ({ getComponent: () => ({ coordinateSystem: { getRect: () => plot } }) }),
  }
  const point = (value: number | null) => {
    for (const each of heard) each({ axesInfo: value === null ? [] : [{ axisDim: 'x', value }] })
  }
  return { chart: chart as unknown as ECharts, heard, point }
}

function Picture({
  fake,
  isTimed = true,
}: {
  readonly fake: ReturnType<typeof fakeChart>
  readonly isTimed?: boolean
}) {
  const chart = useRef<ECharts>(fake.chart)
  const host = useRef<HTMLDivElement>(null)
  useCrosshair(chart, host, isTimed)
  return <div ref={host} onPointerMove={() => fake.point(100)} onPointerLeave={() => fake.point(null)} />
}

it('an instant pointed at on one picture is marked on the others over time, within their plots', async () => {
  const [first, second, third] = [fakeChart(), fakeChart(), fakeChart()]
  const { container, unmount } = render(
    <>
      <Picture fake={first} />
      <Picture fake={second} />
      <Picture fake={third} isTimed={false} />
    </>,
  )
  const lines = () => [...container.querySelectorAll<HTMLElement>('[data-crosshair]')]
  expect(lines()).toHaveLength(2)
  const [own, other] = lines()
  if (container.firstElementChild) fireEvent.pointerMove(container.firstElementChild)
  await waitForAssertion(() => expect(other?.style.display).toBe('block'))
  expect([other?.style.left, other?.style.top, other?.style.height]).toEqual(['140px', '10px', '120px'])
  expect(own?.style.display).not.toBe('block')
  first.point(900)
  expect(other?.style.display).toBe('none')
  first.point(7)
  expect([other?.style.display, other?.style.left]).toEqual(['block', '47px'])
  first.point(null)
  expect(other?.style.display).toBe('none')
  unmount()
  expect([first.heard.size, second.heard.size, third.heard.size]).toEqual([0, 0, 0])
})
