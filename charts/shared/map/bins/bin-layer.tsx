import type { MapBin, BinProps } from './bin-props.ts'
import { binLines, binSummary } from './bin-texts.ts'
import { cornersOf } from './cells.ts'
import type { Easel, MapLayer, Mark } from '#charts/shared/map/layer.tsx'
import { type Camera, toPixel } from '#charts/shared/map/mercator.ts'
import { printColor } from '#core/color/rgb.ts'

/** The palest a cell is, beside the greatest. */
const PALEST = 0.2
/** A cell is at least so many pixels wide: those of a few metres would not be seen from afar. */
const LEAST = 3
/** Pixels that the greatest cell stands up on a map that lies flat. */
const TALLEST = 90

type Corners = readonly (readonly [number, number])[]

/** What all cells have in common at a camera. */
interface Cut {
  /** From the middle of a cell to its corners, in pixels. */
  readonly corners: Corners
  /** Pixels that the greatest cell stands up. */
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

/** Where a cell is drawn: its middle on the ground, and how far it stands up, in pixels. */
interface Stand {
  readonly left: number
  readonly top: number
  readonly rise: number
}

function standOf({ x, y, value }: MapBin, camera: Camera, { rise, most }: Cut): Stand {
  // In the one world that is drawn.
  const copy = -Math.floor(x - camera.center.x + 0.5)
  const [left, top] = toPixel(camera, x + copy, y)
  return { left, top, rise: rise > 0 && most > 0 ? (rise * Math.max(0, value)) / most : 0 }
}

const roofOf = ({ left, top, rise }: Stand, { corners }: Cut): Corners =>
  corners.map(([x, y]) => [left + x, top + y - rise] as const)

/** Whether a pixel lies within corners that go around in one direction. */
function holds(corners: Corners, left: number, top: number): boolean {
  const sides = corners.map(([x, y], at) => {
    const [nx, ny] = corners[(at + 1) % corners.length] ?? [x, y]
    return (nx - x) * (top - y) - (ny - y) * (left - x)
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}

/** The strength of each cell's colour, from its place between the least and the greatest. */
export function strengths({ bins }: BinProps): readonly number[] {
  const [most = 0, least = 0] = [bins[0]?.value, bins.at(-1)?.value]
  return bins.map(({ value }) => (most > least ? PALEST + (1 - PALEST) * ((value - least) / (most - least)) : 1))
}

/** Walls from the ground to the roof. */
function paintWalls(pen: CanvasRenderingContext2D, { left, top, rise }: Stand, { corners }: Cut): void {
  for (const [at, [x, y]] of corners.entries()) {
    const [nextX, nextY] = corners[(at + 1) % corners.length] ?? [x, y]
    pen.beginPath()
    pen.moveTo(left + x, top + y)
    pen.lineTo(left + nextX, top + nextY)
    pen.lineTo(left + nextX, top + nextY - rise)
    pen.lineTo(left + x, top + y - rise)
    pen.closePath()
    pen.fill()
  }
}

function paintRoof(pen: CanvasRenderingContext2D, { left, top, rise }: Stand, { corners }: Cut): void {
  pen.beginPath()
  for (const [x, y] of corners) pen.lineTo(left + x, top + y - rise)
  pen.closePath()
  pen.fill()
}

/** Cells in the order in which they are laid on each other: the greatest last, where they stand up the lowest. */
function inOrder({ bins }: BinProps, camera: Camera, cut: Cut): { readonly id: number; readonly stand: Stand }[] {
  const { width, height } = camera
  const seen: { id: number; stand: Stand }[] = []
  for (let id = bins.length - 1; id >= 0; id--) {
    const stand = standOf(bins[id] as MapBin, camera, cut)
    const { left, top } = stand
    if (left > -TALLEST && top > -TALLEST && left < width + TALLEST && top < height + 2 * TALLEST)
      seen.push({ id, stand })
  }
  // What stands further up is behind what stands further down.
  return cut.rise > 0 ? seen.toSorted((a, b) => a.stand.top - b.stand.top) : seen
}

function paint(props: BinProps, strength: readonly number[], { pen, camera, ink }: Easel): void {
  const cut = cutOf(props, camera)
  const size = props.reach * camera.scale
  pen.fillStyle = printColor(props.color)
  pen.strokeStyle = ink.edge
  pen.lineWidth = 0.5
  for (const { id, stand } of inOrder(props, camera, cut)) {
    pen.globalAlpha = (strength[id] ?? 1) * props.color.a
    if (stand.rise > 1) paintWalls(pen, stand, cut)
    if (size > LEAST / 2) paintRoof(pen, stand, cut)
    // The corners of what is as small as a dot are not to be seen.
    else pen.fillRect(stand.left - LEAST / 2, stand.top - stand.rise - LEAST / 2, LEAST, LEAST)
    if (size <= LEAST) continue
    pen.globalAlpha = 1
    pen.stroke()
  }
  pen.globalAlpha = 1
}

/** Cells in the strength of their values; on a map that is tilted they stand up. */
export function binLayer(props: BinProps): MapLayer {
  const strength = strengths(props)
  const markOf = (camera: Camera, id: number): Mark | null => {
    const bin = props.bins[id]
    if (!bin) return null
    const cut = cutOf(props, camera)
    const stand = standOf(bin, camera, cut)
    const outline = `M${roofOf(stand, cut)
      .map((corner) => corner.join(' '))
      .join('L')}Z`
    return { id, left: stand.left, top: stand.top - stand.rise, radius: 0, outline }
  }
  return {
    bounds: props.bounds,
    summary: binSummary(props),
    paint: (easel) => paint(props, strength, easel),
    markAt(camera, left, top) {
      const cut = cutOf(props, camera)
      const reach = Math.max(...cut.corners.flat().map(Math.abs))
      for (let id = props.bins.length - 1; id >= 0; id--) {
        const stand = standOf(props.bins[id] as MapBin, camera, cut)
        const isNear = Math.abs(stand.left - left) <= reach && Math.abs(stand.top - stand.rise - top) <= reach
        if (isNear && holds(roofOf(stand, cut), left, top)) return markOf(camera, id)
      }
      return null
    },
    stops: () => [...props.bins.keys()],
    markOf,
    linesOf: (id) => (props.bins[id] ? binLines(props, props.bins[id]) : []),
    pickOf: () => null,
  }
}
