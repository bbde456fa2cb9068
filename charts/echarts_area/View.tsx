import { LineChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { DataZoomComponent } from 'echarts/components'
import type { ChartViewProps } from '#charts/chart.ts'
import { TimeseriesChart } from '#charts/shared/timeseries/TimeseriesChart.tsx'
import type { TimeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'

export { toProps } from './props.ts'

register([LineChart, DataZoomComponent])

export default function AreaView(props: TimeseriesProps & ChartViewProps) {
  return <TimeseriesChart {...props} />
}
