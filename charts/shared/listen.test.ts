import type { ECharts } from 'echarts/core'
import { expect, it } from 'vitest'
import { listen } from './listen.tsx'

type Hears = (event: unknown) => void

/** A picture that keeps what it is told to do. */
function fakeChart() {
  const heard = new Map<string, Hears>()
  const done: unknown[] = []
  const on = (event: string, hears: Hears) => heard.set(event, hears)
  const instance = { on, getZr: () => ({ on }), dispatchAction: (action: unknown) => done.push(action) }
  const tell = (event: string, told: unknown = {}) => heard.get(event)?.(told)
  listen(instance as unknown as ECharts, { current: {} }, { current: false })
  return { tell, done }
}

it('the text of a mark follows the pointer when the picture is zoomed or moved below it', () => {
  const { tell, done } = fakeChart()
  tell('mousemove', { offsetX: 120, offsetY: 40 })
  tell('datazoom')
  tell('mousemove', { offsetX: 130, offsetY: 50 })
  tell('graphroam')
  expect(done).toEqual([
    { type: 'showTip', x: 120, y: 40 },
    { type: 'showTip', x: 130, y: 50 },
  ])
})

it('the text of a mark reached by keys goes when the picture is zoomed', () => {
  const { tell, done } = fakeChart()
  tell('mousemove', { offsetX: 120, offsetY: 40 })
  tell('globalout')
  tell('datazoom')
  expect(done).toEqual([{ type: 'hideTip' }])
})
