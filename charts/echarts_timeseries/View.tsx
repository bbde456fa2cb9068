import { LineChart, ScatterChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { DataZoomComponent } from 'echarts/components'
import type { ChartViewProps } from '#charts/chart.ts'
import { lightBars } from '#charts/shared/echarts/light/light-bars.tsx'
import { TimeseriesChart } from '#charts/shared/timeseries/TimeseriesChart.tsx'
import type { TimeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'

export { toProps } from './props.ts'

register([lightBars, LineChart, ScatterChart, DataZoomComponent])

export default function GenericView(props: TimeseriesProps & ChartViewProps) {
  return <TimeseriesChart {...props} />
}
