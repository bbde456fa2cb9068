import type { Series } from '#charts/shared/series/series.ts'
import { observedSeriesIndexes, groupName } from '#charts/shared/series/forecast-points.ts'
import { uniqueNames } from '#charts/shared/legend/legend.ts'

/** Returns the legend names of series; forecasts and bounds have the name of their series. */
export function legendNames(series: readonly Series[]): string[] {
  const indexes = observedSeriesIndexes(series)
  const names = uniqueNames(indexes.map((at) => series[at]?.name ?? ''))
  return series.map((each, at) => {
    const own = indexes.indexOf(at)
    const nameIndex = own < 0 ? indexes.findIndex((index) => series[index]?.name === groupName(each)) : own
    return names[nameIndex] ?? each.name
  })
}
