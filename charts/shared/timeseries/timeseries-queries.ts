import { timeseriesBrush, timeseriesDrill, timeseriesDrillBy, timeseriesMask } from './timeseries-selection.ts'
import { seriesDimensions, timeseriesQuery } from './timeseries-query.ts'

/** The query and selection functions of all time-series chart types. */
export const timeseriesKind = {
  toQueries: timeseriesQuery,
  colorColumns: seriesDimensions,
  hasPeriods: true,
  givesLines: true,
  toDataMask: timeseriesMask,
  toBrush: timeseriesBrush,
  toDrillFilters: timeseriesDrill,
  toDrillBy: timeseriesDrillBy,
} as const

/** The example form of a time-series chart. */
export const timeseriesExample = {
  metrics: ['count'],
  granularity_sqla: 'date',
  time_grain_sqla: 'P1D',
  groupby: ['origin'],
} as const
