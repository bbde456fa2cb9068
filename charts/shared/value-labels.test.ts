import { DatasetComponent, GridComponent, LegendComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, it } from 'vitest'
import { chartThemeOf } from './echarts/chart-theme.ts'
import { batchedBars } from './echarts/batched/batched-bars.tsx'
import { timeseriesOption } from './timeseries/timeseries-option.ts'
import { timeseriesProps } from './timeseries/timeseries-props.ts'
import { NUMERIC, STRING } from '#core/table/table.ts'
import { completeInput } from '#testing/complete-input.ts'

register([batchedBars, DatasetComponent, GridComponent, LegendComponent, SVGRenderer])

const SIZE = { width: 480, height: 240 }

/** Returns the horizontal ranges of the visible value labels of bars, from left to right. */
function labelRanges(count: number): { readonly left: number; readonly right: number }[] {
  const rows = Array.from({ length: count }, (_, row) => row)
  const props = timeseriesProps(
    completeInput({
      form: { viz_type: 'x', metrics: ['n'], groupby: [], x_axis: 'x', show_value: true },
      tables: [
        {
          columns: [
            { name: 'x', type: STRING, values: rows.map((row) => `x${row}`) },
            { name: 'n', type: NUMERIC, values: rows.map((row) => 700_000 + row) },
          ],
          rowCount: count,
        },
      ],
      entries: [],
      dataset: { verbose_map: {}, column_formats: { n: ',d' } },
      labelColors: {},
    }),
    { shape: 'bar', curve: 'straight', fill: 0, symbolSize: 0, horizontal: false },
  )
  const {
    tooltip: _tooltip,
    dataZoom: _zoom,
    ...option
  } = timeseriesOption(
    { ...props, ...SIZE, theme: 'light', selectedMarks: [] },
    chartThemeOf(() => '#888888'),
  )
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...SIZE })
  chart.setOption({ animation: false, ...option })
  const ranges = chart
    .getZr()
    .storage.getDisplayList(true)
    .flatMap((each) => {
      const { text } = each.style as { readonly text?: string }
      if (!text || !/^700,0\d\d$/.test(text)) return []
      const box = each.getBoundingRect().clone()
      if (each.transform) box.applyTransform(each.transform)
      return [{ left: box.x, right: box.x + box.width }]
    })
  chart.dispose()
  return ranges.toSorted((a, b) => a.left - b.left)
}

it('shows the value labels of all bars with space, and hides those that would cover others', () => {
  expect(labelRanges(5)).toHaveLength(5)
  const dense = labelRanges(60)
  expect(dense.length).toBeGreaterThan(4)
  for (const [at, { left }] of dense.entries()) expect(left).toBeGreaterThanOrEqual(dense[at - 1]?.right ?? 0)
})
