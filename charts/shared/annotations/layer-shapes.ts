import type { Axis } from '#charts/shared/axes/x-axis.ts'
import type { ColorChoice } from '#charts/shared/colors.ts'
import type { Series } from '#charts/shared/series/series.ts'

/** The style of a layer. */
export interface LayerStyle {
  /** The chosen color; null takes the next one of the scheme. */
  readonly color: string | null
  readonly opacity: number
  readonly style: 'solid' | 'dashed' | 'dotted' | 'longDashed'
  /** CSS pixels. */
  readonly width: number
  /** Whether texts are always shown instead of only on hover. */
  readonly labelled: boolean
}

/** An x position (epoch milliseconds, or a category index) and the value there. */
export type LayerPoint = readonly [number, number | null]

/** A formula, or a series of another chart. */
export interface LayerLine {
  readonly name: string
  /** The name of its layer. */
  readonly layer: string
  readonly look: LayerStyle
  readonly points: readonly LayerPoint[]
  readonly markers: boolean
  readonly hideLine: boolean
}

/** An event or interval. An event ends where it starts. Both ends are x positions. */
export interface LayerMark {
  readonly from: number
  readonly to: number
  readonly title: string
  readonly description: string
}

/** The events or intervals of a layer. */
export interface MarkedLayer {
  readonly layer: string
  readonly kind: 'event' | 'interval'
  readonly look: LayerStyle
  readonly marks: readonly LayerMark[]
}

/** The annotation layers of a time-series chart. */
export interface LayerProps {
  readonly lines: readonly LayerLine[]
  readonly marked: readonly MarkedLayer[]
}

/** The props of a time-series chart that its annotation layers depend on. */
export interface LayeredChart extends ColorChoice {
  readonly x: Axis
  readonly series: readonly Series[]
  readonly layers: LayerProps
  readonly mark: { readonly horizontal: boolean }
  readonly grain: string | null
  readonly yAxis: { readonly format: string }
}
