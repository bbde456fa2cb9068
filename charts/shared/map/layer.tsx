import type { Pick } from '#charts/chart.ts'
import type { BasemapStyle } from './basemap-style.ts'
import type { Legend } from './legend-place.ts'
import type { Bounds, Camera, MapViewport } from './mercator.ts'
import type { MapTheme } from './paint-basemap.tsx'

/** What a layer paints with; `pen` measures in pixels of the box, and there are `ratio` device pixels in one. */
export interface Easel {
  readonly pen: CanvasRenderingContext2D
  readonly camera: Camera
  readonly ink: MapTheme
  readonly ratio: number
}

/** One thing of a layer that can be pointed at, where it is drawn. */
export interface Mark {
  /** The layer's own number for it; it means the same mark for as long as layer and zoom are the same. */
  readonly id: number
  /** The middle of it in pixels of the box, and how far it reaches from there. */
  readonly left: number
  readonly top: number
  readonly radius: number
  /** The edge of what is no circle, as the path of an SVG in pixels of the box. */
  readonly outline?: string
}

/** One line of what a mark is. */
export interface MarkLine {
  readonly name: string
  readonly text: string
}

/**
 * What lies on the ground of a map: points, bins, regions. It is made of the data of a chart by a pure function, once for
 * each picture, and asked with the camera of the moment: bins that are made by the screen are counted then and kept for
 * the camera they were counted for, those made by metres are there from the start. Marks are numbers to everybody else.
 */
export interface MapLayer {
  /** Degrees that hold all it draws, for the first sight; null where it draws nothing. */
  readonly bounds: Bounds | null
  /** One line that says what is to be seen. */
  readonly summary: string
  paint(easel: Easel): void
  /** The mark a pointer means at a pixel: the uppermost, or one that is near. */
  markAt(camera: Camera, left: number, top: number): Mark | null
  /** The marks in the order in which keys go from one to the next. */
  stops(camera: Camera): readonly number[]
  /** A mark where it is drawn now, inside of the box or not; null where this camera has no such mark. */
  markOf(camera: Camera, id: number): Mark | null
  /** What a mark is, line by line, for people who see it and for those who hear it. */
  linesOf(id: number, camera: Camera): readonly MarkLine[]
  /** What picking a mark picks; null for what filters nothing. */
  pickOf(id: number, camera: Camera): Pick | null
}

/** A ground, a view and layers, the last on top. Layers are one list until the picture changes. */
export interface MapScene {
  /** Null where layers are the whole picture. */
  readonly ground: BasemapStyle | null
  /** What is shown while nobody has moved the map: all that layers cover, or this. */
  readonly viewport: MapViewport
  readonly autozoom: boolean
  readonly layers: readonly MapLayer[]
  readonly legend: Legend | null
  /** What is not drawn and why; empty when all is. */
  readonly note: string
  /** What the button says that shows everything, and what keys do. */
  readonly words: { readonly fit: string; readonly keys: string }
}

/** A mark and the layer it belongs to. */
export interface Hit extends Mark {
  readonly layer: MapLayer
}
