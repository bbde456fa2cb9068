import { act, render, screen } from '@testing-library/react'
import { DataZoomComponent } from 'echarts/components'
import { getInstanceByDom, use as register } from 'echarts/core'
import { beforeEach, expect, it, vi } from 'vitest'
import { takeCanvas } from '#testing/canvas.ts'
import { waitForAssertion } from '#testing/user-input.ts'
import { completeInput } from '#testing/complete-input.ts'
import { TimeseriesChart } from './TimeseriesChart.tsx'
import { type TimeseriesProps, timeseriesProps } from './timeseries-props.ts'
import type { ChartInput } from '#charts/chart.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { NUMERIC, TEMPORAL } from '#core/table/table.ts'

const MINUTE = 60_000
const timestamps = Array.from({ length: 100 }, (_, minute) => minute * MINUTE)

register([DataZoomComponent])
beforeEach(() => takeCanvas())

function propsOf(form: Record<string, unknown>, sampled = true): TimeseriesProps {
  const input: ChartInput = {
    form: {
      viz_type: 'echarts_timeseries_line',
      metrics: ['count'],
      granularity_sqla: 'date',
      zoomable: true,
      ...form,
    },
    tables: [
      {
        columns: [
          { name: '__timestamp', type: TEMPORAL, values: timestamps },
          { name: 'count', type: NUMERIC, values: timestamps.map((_, at) => at) },
        ],
        rowCount: timestamps.length,
      },
    ],
    entries: [(sampled ? { sampled: { points: 1_000_000, width: 256 } } : {}) as ResultMetadata],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  }
  return timeseriesProps(completeInput(input), {
    shape: 'line',
    curve: 'straight',
    fill: 0,
    symbolSize: 0,
    horizontal: false,
  })
}

function open(form: Record<string, unknown> = {}, sampled = true) {
  const onOwnState = vi.fn<(state: Record<string, unknown>) => void>()
  const onRendered = vi.fn<() => void>()
  const canvas = { width: 400, height: 240, theme: 'light', onOwnState, onRendered } as const
  const shown = render(<TimeseriesChart {...propsOf(form, sampled)} {...canvas} />)
  const chart = () => getInstanceByDom(screen.getByRole('application'))
  const zoom = (startValue: number, endValue: number) =>
    act(() => {
      chart()?.dispatchAction({ type: 'dataZoom', dataZoomIndex: 0, startValue, endValue })
    })
  const whole = () =>
    act(() => {
      chart()?.dispatchAction({ type: 'dataZoom', dataZoomIndex: 0, start: 0, end: 100 })
    })
  const answer = (next: Record<string, unknown>) => shown.rerender(<TimeseriesChart {...propsOf(next)} {...canvas} />)
  const visibleRange = () => {
    const option = chart()?.getOption() as { dataZoom: { startValue: number; endValue: number }[] } | undefined
    const own = option?.dataZoom[0]
    return [own?.startValue, own?.endValue]
  }
  return { onOwnState, zoom, whole, answer, visibleRange }
}

it('zooming into a sample requests the visible range once it rests, and zooming out requests all', async () => {
  const { onOwnState, zoom, whole, answer, visibleRange } = open()
  zoom(20 * MINUTE, 40 * MINUTE)
  zoom(20 * MINUTE, 30 * MINUTE)
  expect(onOwnState).not.toHaveBeenCalled()
  await waitForAssertion(() => expect(onOwnState.mock.calls).toEqual([[{ sight: [20 * MINUTE, 30 * MINUTE] }]]))
  answer({ ownState: { sight: [20 * MINUTE, 30 * MINUTE] } })
  expect(visibleRange()).toEqual([20 * MINUTE, 30 * MINUTE])
  whole()
  await waitForAssertion(() => expect(onOwnState.mock.calls.at(-1)).toEqual([{}]))
})

it('a response during a zoom does not move the zoom', async () => {
  const { onOwnState, zoom, answer, visibleRange } = open()
  zoom(20 * MINUTE, 30 * MINUTE)
  await waitForAssertion(() => expect(onOwnState).toHaveBeenCalledTimes(1))
  zoom(50 * MINUTE, 80 * MINUTE)
  answer({ ownState: { sight: [20 * MINUTE, 30 * MINUTE] } })
  expect(visibleRange()).toEqual([50 * MINUTE, 80 * MINUTE])
  await waitForAssertion(() => expect(onOwnState.mock.calls.at(-1)).toEqual([{ sight: [50 * MINUTE, 80 * MINUTE] }]))
})

it('zooming does not query complete data again', async () => {
  vi.useFakeTimers()
  const { onOwnState, zoom } = open({}, false)
  zoom(20 * MINUTE, 30 * MINUTE)
  vi.advanceTimersByTime(5_000)
  expect(onOwnState).not.toHaveBeenCalled()
})
