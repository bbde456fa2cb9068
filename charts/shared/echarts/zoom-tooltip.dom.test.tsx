import { fireEvent, render } from '@testing-library/react'
import { LineChart } from 'echarts/charts'
import { DataZoomComponent } from 'echarts/components'
import { type ECharts, getInstanceByDom, use as register } from 'echarts/core'
import { expect, it, vi } from 'vitest'
import { takeCanvas } from '#testing/canvas.ts'
import { EChart, type MarkEvent } from './echarts.tsx'

register([DataZoomComponent, LineChart])

interface Zr {
  readonly handler: { dispatch(name: string, event: object): void }
}

/** 1,000 px wide without margins, so that the positions of values follow from the visible range alone. */
const SIZE = { width: 1000, height: 200 }
const AT = { zrX: 740, zrY: 100, preventDefault: () => undefined, stopPropagation: () => undefined }

/** Returns an option of points at these positions, of which a range is visible. */
function optionOf(xs: readonly number[], [startValue, endValue]: readonly [number, number], formatter: () => string) {
  return () => ({
    grid: { left: 0, right: 0, top: 0, bottom: 0, outerBoundsMode: 'none' },
    xAxis: { type: 'value', min: 'dataMin', max: 'dataMax', show: false },
    yAxis: { type: 'value', show: false },
    tooltip: { trigger: 'axis', formatter },
    dataZoom: [{ type: 'inside', id: 'inside', xAxisIndex: 0, startValue, endValue, throttle: 0 }],
    series: [{ type: 'line', id: 's0', data: xs.map((x) => [x, 1]), showSymbol: false }],
  })
}

const count = (from: number, to: number, step: number) =>
  Array.from({ length: (to - from) / step + 1 }, (_, at) => from + at * step)

it('shows the value under the pointer in an open tooltip after a zoom by wheel, also once finer data arrive', async () => {
  takeCanvas()
  const formatter = vi.fn<(points?: readonly [{ readonly value: readonly number[] }]) => string>(() => 'text')
  const shown = () => formatter.mock.lastCall?.[0]?.[0].value[0]
  const coarse = optionOf(count(0, 100, 10), [0, 100], formatter)
  const props = { ...SIZE, theme: 'light', summary: 'Points' } as const
  const { container, rerender } = render(<EChart {...props} option={coarse} />)
  const chart = getInstanceByDom(container.firstElementChild as HTMLElement) as ECharts
  const { handler } = chart.getZr() as unknown as Zr
  handler.dispatch('mousemove', AT)
  await expect.poll(shown).toBe(70)
  const zoomed = vi.fn<() => void>()
  chart.on('datazoom', zoomed)
  handler.dispatch('mousewheel', { ...AT, zrDelta: 1 })
  await expect.poll(() => zoomed.mock.calls.length).toBe(1)
  await expect.poll(shown).toBe(70)
  // 740 px are 74.8 between 60 and 80.
  rerender(<EChart {...props} option={optionOf(count(60, 80, 1), [60, 80], formatter)} />)
  await expect.poll(shown).toBe(75)
})

it('new data update a tooltip that the keyboard has opened, at the last stop if there are fewer', async () => {
  takeCanvas()
  const formatter = vi.fn<(points?: readonly [{ readonly value: readonly number[] }]) => string>(() => 'text')
  const shown = () => formatter.mock.lastCall?.[0]?.[0].value[0]
  const onMark = vi.fn<(mark: MarkEvent) => void>()
  const chartOf = (xs: readonly number[]) => (
    <EChart
      {...SIZE}
      theme="light"
      summary="Points"
      option={optionOf(xs, [xs[0] ?? 0, xs.at(-1) ?? 0], formatter)}
      stops={{
        count: xs.length,
        at: (dataIndex) => ({ text: `${xs[dataIndex]}`, mark: { seriesId: 's0', dataIndex }, seriesIndex: 0 }),
      }}
      onMark={onMark}
    />
  )
  const { container, rerender } = render(chartOf(count(0, 100, 10)))
  const chart = container.firstElementChild as HTMLElement
  for (let key = 0; key < 4; key++) fireEvent.keyDown(chart, { key: 'ArrowRight' })
  await expect.poll(shown).toBe(30)
  rerender(chartOf(count(200, 300, 10)))
  await expect.poll(shown).toBe(230)
  rerender(chartOf(count(400, 410, 10)))
  await expect.poll(shown).toBe(410)
  fireEvent.keyDown(chart, { key: 'Enter' })
  expect(onMark).toHaveBeenLastCalledWith({ seriesId: 's0', dataIndex: 1 }, 'one')
  const calls = formatter.mock.calls.length
  fireEvent.blur(chart)
  rerender(chartOf(count(500, 600, 10)))
  expect(formatter).toHaveBeenCalledTimes(calls)
})
