import { fillOf, type Mark, symbolSizeOf } from './timeseries-props.ts'

/** How a form says that its series are drawn. */
export type SeriesStyle = 'line' | 'scatter' | 'smooth' | 'bar' | 'start' | 'middle' | 'end'

interface Styled {
  readonly seriesType: SeriesStyle
  readonly area: boolean
  readonly opacity: number
  readonly markerEnabled: boolean
  readonly markerSize: number
}

/** The marks of series of this style, upright. Points are always there; bars have none. */
export function markOf(form: Styled): Mark {
  const { seriesType } = form
  const upright = { curve: 'straight', fill: 0, horizontal: false } as const
  if (seriesType === 'bar') return { ...upright, shape: 'bar', fill: 1, symbolSize: 0 }
  if (seriesType === 'scatter') return { ...upright, shape: 'scatter', symbolSize: form.markerSize }
  const curve = seriesType === 'line' ? 'straight' : seriesType
  return { ...upright, shape: 'line', curve, fill: fillOf(form), symbolSize: symbolSizeOf(form) }
}
