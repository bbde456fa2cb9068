import { isExpected } from './expected.ts'
import { xText } from './timeseries-axes.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import type { OneMark } from '#charts/chart.ts'

const isNamed = ({ pick }: { readonly pick: object }): boolean => Object.keys(pick).length > 0

/**
 * The mark of a series at one place of the x axis. Undefined where no rows of the place are behind it: for a series as a
 * whole (`dataIndex` -1), what is expected, what lies at another time than it is drawn at, and what stands for the rest
 * of the series.
 */
export function markOf(props: TimeseriesProps, seriesIndex: number, dataIndex: number): OneMark | undefined {
  const { series, x } = props
  const own = series[seriesIndex]
  if (!own || x.column === '' || !(dataIndex >= 0 && dataIndex < x.values.length)) return undefined
  if (isExpected(own) || own.role === 'compared' || (!isNamed(own) && series.some(isNamed))) return undefined
  return {
    rows: { ...own.pick, [x.column]: x.values[dataIndex] ?? null },
    text: xText(props, dataIndex, props.tooltip.format),
  }
}
