import { timeseriesBrush, timeseriesDrill, timeseriesDrillBy, timeseriesMask } from './timeseries-picks.ts'
import { seriesDimensions, timeseriesQuery } from './timeseries-query.ts'

/** What all charts over time ask and do with what is picked. */
export const timeseriesKind = {
  toQueries: timeseriesQuery,
  colorColumns: seriesDimensions,
  hasPeriods: true,
  givesLines: true,
  toMask: timeseriesMask,
  toBrush: timeseriesBrush,
  toDrill: timeseriesDrill,
  toDrillBy: timeseriesDrillBy,
} as const

/** The form that shows what a chart over time draws. */
export const timeseriesExample = {
  metrics: ['count'],
  granularity_sqla: 'date',
  time_grain_sqla: 'P1D',
  groupby: ['origin'],
} as const
