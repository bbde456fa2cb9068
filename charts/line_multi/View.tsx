import { LineChart, ScatterChart } from 'echarts/charts'
import { DataZoomComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import type { ChartViewProps } from '#charts/chart.ts'
import { TimeseriesChart } from '#charts/shared/timeseries/TimeseriesChart.tsx'
import type { TimeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'

export { toProps } from './props.ts'

register([LineChart, ScatterChart, DataZoomComponent])

export default function LinesView(props: TimeseriesProps & ChartViewProps) {
  return <TimeseriesChart {...props} />
}
