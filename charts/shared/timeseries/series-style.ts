import { fillOf, type SeriesMark, symbolSizeOf } from './timeseries-props.ts'

/** The series styles, by their form data values. */
export type SeriesStyle = 'line' | 'scatter' | 'smooth' | 'bar' | 'start' | 'middle' | 'end'

interface StyledSeries {
  readonly seriesType: SeriesStyle
  readonly area: boolean
  readonly opacity: number
  readonly markerEnabled: boolean
  readonly markerSize: number
}

/** Returns the mark of a style, for vertical charts. Scatter points are always shown; bars have none. */
export function markOf(form: StyledSeries): SeriesMark {
  const { seriesType } = form
  const upright = { curve: 'straight', fill: 0, horizontal: false } as const
  if (seriesType === 'bar') return { ...upright, shape: 'bar', fill: 1, symbolSize: 0 }
  if (seriesType === 'scatter') return { ...upright, shape: 'scatter', symbolSize: form.markerSize }
  const curve = seriesType === 'line' ? 'straight' : seriesType
  return { ...upright, shape: 'line', curve, fill: fillOf(form), symbolSize: symbolSizeOf(form) }
}
