import type { MapBin, BinProps } from './bin-props.ts'
import { binTooltipLines, binSummary } from './bin-texts.ts'
import { cornersOf } from './cells.ts'
import type { LayerCanvas, MapLayer, MapMark } from '#charts/shared/map/layer.tsx'
import { type Camera, toPixel } from '#charts/shared/map/mercator.ts'
import { printColor } from '#core/color/rgb.ts'

/** The opacity of the lowest cell; the highest has 1. */
const PALEST = 0.2
/** The minimum width of a cell in pixels: cells of a few meters would be invisible when zoomed out. */
const LEAST = 3
/** The height of the tallest cell in pixels, at full pitch. */
const TALLEST = 90

type Corners = readonly (readonly [number, number])[]

/** The drawing parameters that all cells share for a camera. */
interface Cut {
  /** The offsets from the center of a cell to its corners, in pixels. */
  readonly corners: Corners
  /** The height of the tallest cell in pixels. */
  readonly rise: number
  readonly most: number
}

function cutOf({ bins, reach, shape, extruded }: BinProps, camera: Camera): Cut {
  const middle = { ...camera, center: { x: 0, y: 0 }, width: 0, height: 0 }
  const wide = Math.max(reach, LEAST / 2 / camera.scale)
  const lying = Math.sqrt(Math.max(0, 1 - camera.tilt ** 2))
  return {
    corners: cornersOf({ x: 0, y: 0 }, wide, shape).map(({ x, y }) => toPixel(middle, x, y)),
    rise: extruded ? TALLEST * lying : 0,
    most: Math.max(0, bins[0]?.value ?? 0),
  }
}

/** The screen position of a cell: its center on the ground and its height, in pixels. */
interface CellScreenPosition {
  readonly left: number
  readonly top: number
  readonly rise: number
}

function screenPositionOf({ x, y, value }: MapBin, camera: Camera, { rise, most }: Cut): CellScreenPosition {
  // The copy of the world nearest to the camera.
  const copy = -Math.floor(x - camera.center.x + 0.5)
  const [left, top] = toPixel(camera, x + copy, y)
  return { left, top, rise: rise > 0 && most > 0 ? (rise * Math.max(0, value)) / most : 0 }
}

const topFaceOf = ({ left, top, rise }: CellScreenPosition, { corners }: Cut): Corners =>
  corners.map(([x, y]) => [left + x, top + y - rise] as const)

/** True if a pixel is inside a convex polygon. */
function containsPixel(corners: Corners, left: number, top: number): boolean {
  const sides = corners.map(([x, y], at) => {
    const [nx, ny] = corners[(at + 1) % corners.length] ?? [x, y]
    return (nx - x) * (top - y) - (ny - y) * (left - x)
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}

/** Returns the opacity of each cell, from its position between the lowest and highest value. */
export function binOpacities({ bins }: BinProps): readonly number[] {
  const [most = 0, least = 0] = [bins[0]?.value, bins.at(-1)?.value]
  return bins.map(({ value }) => (most > least ? PALEST + (1 - PALEST) * ((value - least) / (most - least)) : 1))
}

/** Draws the walls from the ground to the roof. */
function paintSideFaces(
  pen: CanvasRenderingContext2D,
  { left, top, rise }: CellScreenPosition,
  { corners }: Cut,
): void {
  for (const [index, [x, y]] of corners.entries()) {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y]
    pen.beginPath()
    pen.moveTo(left + x, top + y)
    pen.lineTo(left + nextX, top + nextY)
    pen.lineTo(left + nextX, top + nextY - rise)
    pen.lineTo(left + x, top + y - rise)
    pen.closePath()
    pen.fill()
  }
}

function paintRoof(pen: CanvasRenderingContext2D, { left, top, rise }: CellScreenPosition, { corners }: Cut): void {
  pen.beginPath()
  for (const [x, y] of corners) pen.lineTo(left + x, top + y - rise)
  pen.closePath()
  pen.fill()
}

/** Returns the cells in paint order: highest values last on a flat map, front cells last on a tilted one. */
function inOrder(
  { bins }: BinProps,
  camera: Camera,
  cut: Cut,
): { readonly id: number; readonly stand: CellScreenPosition }[] {
  const { width, height } = camera
  const seen: { id: number; stand: CellScreenPosition }[] = []
  for (let id = bins.length - 1; id >= 0; id--) {
    const stand = screenPositionOf(bins[id] as MapBin, camera, cut)
    const { left, top } = stand
    if (left > -TALLEST && top > -TALLEST && left < width + TALLEST && top < height + 2 * TALLEST)
      seen.push({ id, stand })
  }
  // Cells further up on the screen are behind cells further down.
  return cut.rise > 0 ? seen.toSorted((a, b) => a.stand.top - b.stand.top) : seen
}

function paint(props: BinProps, strength: readonly number[], { pen, camera, theme }: LayerCanvas): void {
  const cut = cutOf(props, camera)
  const size = props.reach * camera.scale
  pen.fillStyle = printColor(props.color)
  pen.strokeStyle = theme.edge
  pen.lineWidth = 0.5
  for (const { id, stand } of inOrder(props, camera, cut)) {
    pen.globalAlpha = (strength[id] ?? 1) * props.color.a
    if (stand.rise > 1) paintSideFaces(pen, stand, cut)
    if (size > LEAST / 2) paintRoof(pen, stand, cut)
    // The corners of a dot are not visible.
    else pen.fillRect(stand.left - LEAST / 2, stand.top - stand.rise - LEAST / 2, LEAST, LEAST)
    if (size <= LEAST) continue
    pen.globalAlpha = 1
    pen.stroke()
  }
  pen.globalAlpha = 1
}

/** Returns the layer of cells, colored by value. On a tilted map they are extruded. */
export function binLayer(props: BinProps): MapLayer {
  const strength = binOpacities(props)
  const markOf = (camera: Camera, id: number): MapMark | null => {
    const bin = props.bins[id]
    if (!bin) return null
    const cut = cutOf(props, camera)
    const stand = screenPositionOf(bin, camera, cut)
    const outline = `M${topFaceOf(stand, cut)
      .map((corner) => corner.join(' '))
      .join('L')}Z`
    return { id, left: stand.left, top: stand.top - stand.rise, radius: 0, outline }
  }
  return {
    bounds: props.bounds,
    summary: binSummary(props),
    paint: (layerCanvas) => paint(props, strength, layerCanvas),
    markAt(camera, left, top) {
      const cut = cutOf(props, camera)
      const reach = Math.max(...cut.corners.flat().map(Math.abs))
      for (let id = props.bins.length - 1; id >= 0; id--) {
        const stand = screenPositionOf(props.bins[id] as MapBin, camera, cut)
        const isNear = Math.abs(stand.left - left) <= reach && Math.abs(stand.top - stand.rise - top) <= reach
        if (isNear && containsPixel(topFaceOf(stand, cut), left, top)) return markOf(camera, id)
      }
      return null
    },
    stops: () => [...props.bins.keys()],
    markOf,
    linesOf: (id) => (props.bins[id] ? binTooltipLines(props, props.bins[id]) : []),
    selectionOf: () => null,
  }
}
