import { DatasetComponent, GridComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, it } from 'vitest'
import { chartThemeOf } from './echarts/chart-theme.ts'
import { batchedBars } from './echarts/batched/batched-bars.tsx'
import { timeseriesOption } from './timeseries/timeseries-option.ts'
import { timeseriesProps } from './timeseries/timeseries-props.ts'
import { NUMERIC, type Table, TEMPORAL } from '#core/table/table.ts'
import { completeInput } from '#testing/complete-input.ts'

register([batchedBars, DatasetComponent, GridComponent, SVGRenderer])

const day = 86_400_000
const days = Array.from({ length: 50 }, (_, at) => at * day)

it('bars that lie along time fill the height there is', () => {
  const table: Table = {
    columns: [
      { name: '__timestamp', type: TEMPORAL, values: days },
      { name: 'count', type: NUMERIC, values: days.map((_, at) => at) },
    ],
    rowCount: days.length,
  }
  const props = timeseriesProps(
    completeInput({
      form: { viz_type: 'echarts_timeseries_bar', metrics: ['count'], groupby: [] },
      tables: [table],
      entries: [],
      dataset: { verbose_map: {}, column_formats: {} },
      labelColors: {},
    }),
    { shape: 'bar', curve: 'straight', fill: 1, symbolSize: 0, horizontal: true },
  )
  const theme = chartThemeOf(() => '#888888')
  const {
    legend: _legend,
    tooltip: _tooltip,
    dataZoom: _zoom,
    ...option
  } = timeseriesOption({ ...props, width: 700, height: 320, theme: 'light', selectedMarks: [] }, theme)
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 700, height: 320 })
  chart.setOption({ animation: false, useUTC: true, ...option })
  const height = (at: number) => Number(chart.convertToPixel({ gridIndex: 0 }, [0, at])[1])
  expect(height(days.at(-1) ?? 0) - height(0)).toBeGreaterThan(240)
  chart.dispose()
})
