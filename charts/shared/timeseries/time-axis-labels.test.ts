import { LineChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, it } from 'vitest'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { timeAxis } from './timeseries-axes.ts'

register([LineChart, GridComponent, SVGRenderer])

const instants = [Date.UTC(2001, 0, 2), Date.UTC(2001, 5, 29)]

/** Returns the months of the ticks of a line chart over the first half of 2001. */
function monthsAt(length: number, format = 'smart_date'): readonly number[] {
  const props = {
    x: { kind: 'time', column: 'day', label: 'day', values: instants },
    xAxis: { format, rotation: 0 },
    mark: { shape: 'line', horizontal: false },
    zoomable: false,
    grain: 'P1D',
    zone: 'UTC',
    height: 225,
  } as unknown as Parameters<typeof timeAxis>[0]
  const { axisLabel } = timeAxis(props, {} as ChartTheme, length) as {
    readonly axisLabel: { readonly customValues: readonly number[] }
  }
  return axisLabel.customValues.map((at) => new Date(at).getUTCMonth() + 1)
}

it('labels each month of half a year on 290 px, and each quarter if labels have a custom format', () => {
  expect(monthsAt(290)).toEqual([2, 3, 4, 5, 6])
  expect(monthsAt(290, '%Y-%m-%d')).toEqual([4])
})

it('draws the label with the year and the time zone if it overlaps the next one', () => {
  const days = Array.from({ length: 26 }, (_, week) => Date.UTC(2001, 0, 1 + 7 * week))
  const props = {
    x: { kind: 'time', column: 'day', label: 'day', values: days },
    xAxis: { format: 'smart_date', rotation: 0 },
    mark: { shape: 'line', horizontal: false },
    zoomable: false,
    grain: 'P1W',
    zone: 'UTC',
    height: 225,
  } as unknown as Parameters<typeof timeAxis>[0]
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width: 400, height: 225 })
  drawing.setOption({
    animation: false,
    useUTC: true,
    grid: { left: 60, right: 90, top: 20, bottom: 40 },
    xAxis: timeAxis(props, {} as ChartTheme, 400),
    yAxis: { type: 'value', show: false },
    series: [{ type: 'line', data: days.map((at) => [at, 1]) }],
  })
  const texts = Array.from(drawing.renderToSVGString().matchAll(/<text[^>]*>([^<]*)</g), ([, text]) => text)
  drawing.dispose()
  expect(texts.slice(0, 2)).toEqual(['Jan 1', '2001, UTC'])
})
