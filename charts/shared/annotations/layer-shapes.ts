/** How a layer is drawn. */
export interface LayerLook {
  /** The colour chosen; null takes the next of the scheme. */
  readonly color: string | null
  readonly opacity: number
  readonly style: 'solid' | 'dashed' | 'dotted' | 'longDashed'
  /** CSS pixels. */
  readonly width: number
  /** Its texts are always shown, not only under the pointer. */
  readonly labelled: boolean
}

/** A place on the x axis (epoch milliseconds, or the index of a category) and the value there. */
export type LayerPoint = readonly [number, number | null]

/** A formula, or a series of another chart. */
export interface LayerLine {
  readonly name: string
  /** The layer it is of. */
  readonly layer: string
  readonly look: LayerLook
  readonly points: readonly LayerPoint[]
  readonly markers: boolean
  readonly hideLine: boolean
}

/** One event or interval; an event ends where it begins. Both ends are places on the x axis. */
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
  readonly look: LayerLook
  readonly marks: readonly LayerMark[]
}

/** What is laid over a chart over time. */
export interface LayerProps {
  readonly lines: readonly LayerLine[]
  readonly marked: readonly MarkedLayer[]
}
