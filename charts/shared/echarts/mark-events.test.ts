import type { ECharts } from 'echarts/core'
import { expect, it, vi } from 'vitest'
import { forwardEvents } from './mark-events.tsx'

type Hears = (event: unknown) => void

/** A chart that records the actions it receives. */
function fakeChart(audience: object = {}) {
  const heard = new Map<string, Hears>()
  const done: unknown[] = []
  const on = (event: string, hears: Hears) => heard.set(event, hears)
  const instance = { on, getZr: () => ({ on }), dispatchAction: (action: unknown) => done.push(action) }
  const tell = (event: string, reported: unknown = {}) => heard.get(event)?.(reported)
  forwardEvents(instance as unknown as ECharts, { current: audience }, { current: false })
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

it('the text of a mark selected by keys is removed when the chart is zoomed', () => {
  const { tell, done } = fakeChart()
  tell('mousemove', { offsetX: 120, offsetY: 40 })
  tell('globalout')
  tell('datazoom')
  expect(done).toEqual([{ type: 'hideTip' }])
})

it('a click on no mark, as on the name of an axis, selects nothing and opens no menu', () => {
  vi.useFakeTimers()
  const audience = {
    onMark: vi.fn<() => void>(),
    onMarkMenu: vi.fn<() => void>(),
    onMarkDoubleClick: vi.fn<() => void>(),
  }
  const { tell } = fakeChart(audience)
  const press = { preventDefault: () => undefined, clientX: 1, clientY: 2 }
  const counts = () => Object.values(audience).map(({ mock }) => mock.calls.length)
  for (const event of ['click', 'contextmenu', 'dblclick'])
    for (const seriesId of [undefined, null]) tell(event, { componentType: 'xAxis', seriesId, event: { event: press } })
  vi.runAllTimers()
  expect(counts()).toEqual([0, 0, 0])
  tell('contextmenu', { seriesId: 's0', dataIndex: 3, event: { event: press } })
  tell('dblclick', { seriesId: 's0', dataIndex: 3, event: { event: press } })
  tell('click', { seriesId: 's0', dataIndex: 3, event: { event: press } })
  vi.runAllTimers()
  expect(counts()).toEqual([1, 1, 1])
  vi.useRealTimers()
})
