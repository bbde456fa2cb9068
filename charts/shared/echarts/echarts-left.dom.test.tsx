import { render } from '@testing-library/react'
import { getInstanceByDom } from 'echarts/core'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { takeCanvas } from '#testing/canvas.ts'
import { press } from '#testing/user-input.ts'
import { EChart } from './echarts.tsx'

beforeEach(() => takeCanvas())

/** Paints the marks of a list, a limited number per frame. */
interface Painter {
  readonly _redrawId: number
  _paintList(list: readonly object[], before: readonly object[], redrawId: number): void
}

function Page() {
  const [isLeft, setIsLeft] = useState(false)
  if (isLeft) return null
  return (
    <>
      <EChart option={() => ({})} width={400} height={300} theme="light" summary="A picture" />
      <button type="button" onClick={() => setIsLeft(true)}>
        Leave
      </button>
    </>
  )
}

it('stops painting a chart in steps when it is unmounted', async () => {
  const { container } = render(<Page />)
  const host = container.querySelector<HTMLElement>('[_echarts_instance_]')
  const painter = (host && getInstanceByDom(host))?.getZr().painter as unknown as Painter
  const { _redrawId: begun } = painter
  await press('Leave')
  expect(() => painter._paintList([], [], begun)).not.toThrow()
})
