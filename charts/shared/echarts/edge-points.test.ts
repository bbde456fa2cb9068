import { LineChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, it } from 'vitest'
import { patchAxisEdges } from './edge-points.ts'

patchAxisEdges()
use([LineChart, GridComponent, SVGRenderer])

const MONTHS = [Date.UTC(2020, 0, 1), Date.UTC(2020, 1, 1), Date.UTC(2020, 2, 1)]

it('the first and last point of a line are within its axes at any width of the axes', () => {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 300, height: 255 })
  chart.setOption({
    grid: { left: 40.3, right: 12, top: 10, bottom: 20 },
    xAxis: { type: 'time' },
    yAxis: { min: 0, max: 3 },
    series: [{ type: 'line', data: MONTHS.map((month, at) => [month, [0, 3, 1][at]]) }],
  })
  const isHeld = (month: number | undefined, value: number) =>
    chart.containPixel('grid', chart.convertToPixel('grid', [month ?? 0, value]))
  for (let width = 300; width < 420; width++) {
    chart.resize({ width, height: 255 })
    expect([width, isHeld(MONTHS[0], 0), isHeld(MONTHS[2], 1)]).toEqual([width, true, true])
    // One pixel beyond the edge is outside.
    const [right = 0, y = 0] = chart.convertToPixel('grid', [MONTHS[2] ?? 0, 1])
    expect(chart.containPixel('grid', [right + 1, y])).toBe(false)
  }
  chart.dispose()
})
