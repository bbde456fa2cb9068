import type { ChartViewProps, SelectedMark } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { parseColor, printColor } from '#core/color/rgb.ts'
import {
  type Camera,
  visibleCopies,
  isOnMap,
  pixelsPerMetre,
  toPixel,
  toMercator,
} from '#charts/shared/map/mercator.ts'
import type { PointMapProps } from './props.ts'

/** The points to draw. */
export interface Points {
  readonly xs: Float64Array
  readonly ys: Float64Array
  /** The radius of each point relative to the width of the world. */
  readonly spans: Float64Array
  readonly largestSpan: number
  /** The points to draw, topmost last. */
  readonly order: readonly number[]
  /** The index in `fills` of each point. */
  readonly fill: readonly number[]
  readonly fills: readonly string[]
  readonly least: number
  readonly most: number
}

/** Returns the points of a map in the colors of a theme, without hidden categories. */
export function pointsOf(props: PointMapProps, theme: 'light' | 'dark', hidden: ReadonlySet<string>): Points {
  const { longitudes, latitudes, radii, categories, color } = props
  const spots = longitudes.map((longitude, index) => toMercator(longitude, latitudes[index] ?? 0))
  const one = { width: 0, height: 0, center: { x: 0, y: 0 }, scale: 1, cos: 1, sin: 0, tilt: 1 } satisfies Camera
  const of = categories?.of ?? []
  const spans = Float64Array.from(radii, (metres, index) => metres * pixelsPerMetre(one, latitudes[index] ?? 0))
  const order = longitudes.map((_, index) => index).filter((at) => !hidden.has(categories?.names[of[at] ?? -1] ?? ''))
  return {
    xs: Float64Array.from(spots, ({ x }) => x),
    ys: Float64Array.from(spots, ({ y }) => y),
    spans,
    largestSpan: spans.reduce((most, span) => Math.max(most, span), 0),
    // Small points are drawn on top of large ones.
    order: order.toSorted((a, b) => (radii[b] ?? 0) - (radii[a] ?? 0)),
    fill: categories?.of ?? [],
    fills: fillsOf(props, theme).map((each) => printColor({ ...(parseColor(each) ?? color), a: color.a })),
    least: Math.max(1, props.minRadius ?? 0),
    most: props.maxRadius ?? Number.POSITIVE_INFINITY,
  }
}

/** Returns the opaque color of each category; without categories, the fixed color. */
export function fillsOf({ categories, color, ...choice }: PointMapProps, theme: 'light' | 'dark'): string[] {
  if (!categories) return [printColor({ ...color, a: 1 })]
  const labels = categories.names.map((name, at) => ({ name, colorPosition: categories.colorPositions[at] ?? 0 }))
  return colorsFor(labels, choice, theme)
}

function clampRadius({ least, most }: Points, radius: number): number {
  return Math.min(most, Math.max(least, radius))
}

function radiusAt(points: Points, camera: Camera, point: number): number {
  return clampRadius(points, (points.spans[point] ?? 0) * camera.scale)
}

/** Returns the largest radius of all points in pixels. */
export function largestRadius(points: Points, camera: Camera): number {
  return clampRadius(points, points.largestSpan * camera.scale)
}

/** Calls back for each visible point, bottommost first. */
export function forEachVisiblePoint(
  points: Points,
  camera: Camera,
  call: (point: number, left: number, top: number, radius: number) => void,
): void {
  const { center, scale, cos, sin, tilt, width, height } = camera
  const copies = visibleCopies(camera)
  for (const point of points.order) {
    const radius = radiusAt(points, camera, point)
    const dy = ((points.ys[point] as number) - center.y) * scale
    for (const copy of copies) {
      const x = (points.xs[point] as number) + copy
      if (!isOnMap(camera, x)) continue
      const dx = (x - center.x) * scale
      const left = width / 2 + dx * cos + dy * sin
      const top = height / 2 + (dy * cos - dx * sin) * tilt
      const isSeen = left > -radius && left < width + radius && top > -radius && top < height + radius
      if (isSeen) call(point, left, top, radius)
    }
  }
}

/** The index and position of a drawn point. */
export interface PointMark {
  readonly id: number
  readonly left: number
  readonly top: number
  readonly radius: number
}

/** The tolerance around a point, in pixels. */
const REACH = 6

/** Returns the topmost point under a pixel, or else the closest point within the tolerance. */
export function pointAt(points: Points, camera: Camera, left: number, top: number): PointMark | null {
  let found: PointMark | null = null
  let best = REACH
  forEachVisiblePoint(points, camera, (point, x, y, radius) => {
    const neighbor = Math.max(0, Math.hypot(x - left, y - top) - radius)
    if (neighbor > best) return
    best = neighbor
    found = { id: point, left: x, top: y, radius }
  })
  return found
}

/** Returns the mark of a point in the visible copy of the world, even if it is hidden or outside of the viewport. */
export function pointMark(points: Points, camera: Camera, point: number): PointMark {
  const x = points.xs[point] ?? 0
  const [left, top] = toPixel(camera, x + Math.round(camera.center.x - x), points.ys[point] ?? 0)
  return { id: point, left, top, radius: radiusAt(points, camera, point) }
}

/** Returns the values that selecting a point selects. */
export function pointSelection({ columns: points, selectionColumns }: PointMapProps, point: number): SelectedMark {
  const named = selectionColumns.flatMap((name) => points.filter((fact) => fact.name === name))
  return Object.fromEntries(named.map(({ name, values }) => [name, values[point] ?? null]))
}

/** Returns the points that the selection highlights, as flags; null without a selection. */
export function highlightedPoints(
  props: PointMapProps,
  {
    selectedMarks = [],
    isSelectionExcluded = false,
  }: { readonly [key in 'selectedMarks' | 'isSelectionExcluded']?: ChartViewProps[key] },
): Uint8Array | null {
  if (selectedMarks.length === 0) return null
  const keys = new Set(selectedMarks.map((selection) => JSON.stringify(selection)))
  return Uint8Array.from(props.longitudes, (_, at) =>
    Number(keys.has(JSON.stringify(pointSelection(props, at))) !== isSelectionExcluded),
  )
}
