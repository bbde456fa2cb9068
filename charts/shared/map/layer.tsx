import type { SelectedMark } from '#charts/chart.ts'
import type { BasemapStyle } from './basemap-style.ts'
import type { Legend } from './legend-position.ts'
import type { GeoBounds, Camera, MapViewport } from './mercator.ts'
import type { MapTheme } from './paint-basemap.tsx'

/** The drawing context of a layer. `pen` uses CSS pixels; `ratio` is the number of device pixels per CSS pixel. */
export interface LayerCanvas {
  readonly pen: CanvasRenderingContext2D
  readonly camera: Camera
  readonly theme: MapTheme
  readonly ratio: number
}

/** A mark of a layer at its current position. */
export interface MapMark {
  /** The layer's identifier of the mark, stable while the layer and the zoom level are unchanged. */
  readonly id: number
  /** Its center and its radius, in pixels of the map. */
  readonly left: number
  readonly top: number
  readonly radius: number
  /** The outline of a mark that is not a circle, as an SVG path in pixels of the map. */
  readonly outline?: string
}

/** One line of a tooltip. */
export interface MarkLine {
  readonly name: string
  readonly text: string
}

/**
 * A layer of a map: points, bins or regions. A pure function creates it from the data of a chart, once per picture. Its
 * methods receive the current camera: bins in screen units are computed then and cached for that camera; bins in meters
 * are computed once. Other modules refer to marks by number only.
 */
export interface MapLayer {
  /** The bounding box of its content, for the initial view; null if it is empty. */
  readonly bounds: GeoBounds | null
  /** A one-line description. */
  readonly summary: string
  paint(layerCanvas: LayerCanvas): void
  /** Returns the mark at a pixel: the topmost one, or one close to it. */
  markAt(camera: Camera, left: number, top: number): MapMark | null
  /** Returns the marks in the order of keyboard navigation. */
  stops(camera: Camera): readonly number[]
  /** Returns the current position of a mark, inside the map or not; null if this camera has no such mark. */
  markOf(camera: Camera, id: number): MapMark | null
  /** Returns the description lines of a mark, for tooltips and screen readers. */
  linesOf(id: number, camera: Camera): readonly MarkLine[]
  /** Returns the selection of a mark; null if it filters nothing. */
  selectionOf(id: number, camera: Camera): SelectedMark | null
}

/** A basemap, a viewport and layers, topmost last. `layers` is the same array until the picture changes. */
export interface MapScene {
  /** Null without a basemap. */
  readonly basemap: BasemapStyle | null
  /** The initial view: this viewport, or with `autozoom` the bounds of all layers. */
  readonly viewport: MapViewport
  readonly autozoom: boolean
  readonly layers: readonly MapLayer[]
  readonly legend: Legend | null
  /** The note about omitted data with the reason; empty if nothing is omitted. */
  readonly note: string
  /** The label of the "fit" button and the keyboard help. */
  readonly words: { readonly fit: string; readonly keys: string }
}

/** A mark with its layer. */
export interface Hit extends MapMark {
  readonly layer: MapLayer
}
