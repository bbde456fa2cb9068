import { LineChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { DataZoomComponent } from 'echarts/components'
import type { ChartViewProps } from '#charts/chart.ts'
import { lightBars } from '#charts/shared/echarts/light/light-bars.tsx'
import { TimeseriesChart } from '#charts/shared/timeseries/TimeseriesChart.tsx'
import type { TimeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'

export { toProps } from './props.ts'

// Forecasts and their confidence bounds are lines on top of the bars.
register([lightBars, LineChart, DataZoomComponent])

export default function BarView(props: TimeseriesProps & ChartViewProps) {
  return <TimeseriesChart {...props} />
}
