import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ChartFrame } from '#client/chart/ChartFrame.tsx'
import * as machine from '#client/chart/machine.ts'
import { dashboardColors } from '#core/color/dashboard-colors.ts'
import type { ColumnsEntry } from '#core/query/result.ts'
import { soon } from '#testing/hands.ts'

const form = { viz_type: 'big_number_total', datasource: '3__table', metric: 'count' }
const answer = { rowcount: 1, colnames: ['count'], coltypes: [0], columns: [[42]] } as unknown as ColumnsEntry
const facts = { verbose_map: {}, column_formats: {} }
const colors = dashboardColors({})
const nothing = () => undefined

it('C-STATE-21: render triggered makes the chart render again, from nothing', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  const onRendered = vi.fn<() => void>()
  const frame = (charts: machine.Charts) => (
    <ChartFrame
      chart={charts[7] as machine.ChartState}
      facts={facts}
      colors={colors}
      onRendered={onRendered}
      onRenderFailed={nothing}
      onRetry={nothing}
    />
  )
  const asked = machine.updateStarted(
    machine.chartAdded({}, machine.newChart(7, form)),
    7,
    new AbortController(),
    form,
    1,
  )
  const there = machine.updateSucceeded(asked, 7, [answer], 2)
  const { rerender } = render(frame(there))
  await soon(() => expect(onRendered).toHaveBeenCalledOnce())
  const picture = screen.getByText('42')
  const drawn = machine.renderSucceeded(there, 7)
  rerender(frame(drawn))
  expect(screen.getByText('42')).toBe(picture)
  rerender(frame(machine.renderTriggered(drawn, 7, 555)))
  await soon(() => expect(onRendered).toHaveBeenCalledTimes(2))
  expect(screen.getByText('42')).not.toBe(picture)
})

it.each([
  ['pie', 'pie'],
  ['deck_scatter', 'map'],
  ['table', 'table'],
  ['time_table', 'table'],
  ['pivot_table_v2', 'table'],
  ['big_number_total', 'figure'],
  ['echarts_timeseries_bar', 'bars'],
])('what comes of %s has the form of a %s', (viz_type, shape) => {
  const due = machine.chartAdded({}, machine.newChart(7, { ...form, viz_type }))
  const asked = machine.updateStarted(due, 7, new AbortController(), { ...form, viz_type }, 1000)
  const { container } = render(
    <ChartFrame
      chart={asked[7] as machine.ChartState}
      facts={facts}
      colors={colors}
      onRendered={nothing}
      onRenderFailed={nothing}
      onRetry={nothing}
    />,
  )
  expect(container.querySelector('[data-shape]')?.getAttribute('data-shape')).toBe(shape)
})
