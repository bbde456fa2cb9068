import type { BinProps } from './bin-props.ts'
import { binLines, binSummary } from './bin-texts.ts'
import { cornersOf } from './cells.ts'
import type { Easel, MapLayer, Mark } from '#charts/shared/map/layer.tsx'
import { type Camera, copiesSeen, isInWorld, toGround, toPixel } from '#charts/shared/map/mercator.ts'
import { printColor } from '#core/color/rgb.ts'

/** The palest a cell is, beside the greatest. */
const PALEST = 0.2
/** A cell is at least so many pixels wide: those of a few metres would not be seen from afar. */
const LEAST = 3
/** Pixels that the greatest cell stands up on a map that lies flat. */
const TALLEST = 90

type Corners = readonly (readonly [number, number])[]

/** Where a cell is drawn: its corners on the ground, and how far it stands up. */
function placed(
  props: BinProps,
  camera: Camera,
  id: number,
): { readonly corners: Corners; readonly rise: number } | null {
  const bin = props.bins[id]
  if (!bin) return null
  const copy = [0, 1, -1].find((each) => isInWorld(camera, bin.x + each)) ?? 0
  const reach = Math.max(props.reach, LEAST / 2 / camera.scale)
  const corners = cornersOf({ x: bin.x + copy, y: bin.y }, reach, props.shape).map(({ x, y }) => toPixel(camera, x, y))
  const most = Math.max(0, props.bins[0]?.value ?? 0)
  const lying = Math.sqrt(Math.max(0, 1 - camera.tilt ** 2))
  const share = most > 0 ? Math.max(0, bin.value) / most : 0
  return { corners, rise: props.extruded ? share * TALLEST * lying : 0 }
}

const middle = (corners: Corners): readonly [number, number] => [
  corners.reduce((sum, [left]) => sum + left, 0) / corners.length,
  corners.reduce((sum, [, top]) => sum + top, 0) / corners.length,
]

function trace(pen: CanvasRenderingContext2D, corners: Corners): void {
  pen.beginPath()
  for (const [at, [left, top]] of corners.entries()) {
    if (at === 0) pen.moveTo(left, top)
    else pen.lineTo(left, top)
  }
  pen.closePath()
}

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

function paint(props: BinProps, strength: readonly number[], { pen, camera, ink }: Easel): void {
  pen.fillStyle = printColor(props.color)
  pen.strokeStyle = ink.edge
  pen.lineWidth = 0.5
  // What stands further up is behind what stands further down.
  const order = [...props.bins.keys()]
    .map((id) => ({ id, cell: placed(props, camera, id) }))
    .toSorted((a, b) => middle(a.cell?.corners ?? [])[1] - middle(b.cell?.corners ?? [])[1])
  for (const { id, cell } of order) {
    if (!cell || !cell.corners.some(([left, top]) => isNear(camera, left, top))) continue
    const roof = cell.corners.map(([left, top]) => [left, top - cell.rise] as const)
    pen.globalAlpha = (strength[id] ?? 1) * props.color.a
    for (const [at, corner] of cell.rise > 1 ? cell.corners.entries() : []) {
      const next = (at + 1) % cell.corners.length
      const wall = [corner, cell.corners[next], roof[next], roof[at]].filter((each) => each !== undefined)
      trace(pen, wall)
      pen.fill()
    }
    trace(pen, roof)
    pen.fill()
    pen.globalAlpha = 1
    if (props.reach * camera.scale > 3) pen.stroke()
  }
}

const isNear = ({ width, height }: Camera, left: number, top: number): boolean =>
  left > -TALLEST && top > -TALLEST && left < width + TALLEST && top < height + 2 * TALLEST

/** Cells in the strength of their values; on a map that is tilted they stand up. */
export function binLayer(props: BinProps): MapLayer {
  const strength = strengths(props)
  const markOf = (camera: Camera, id: number): Mark | null => {
    const cell = placed(props, camera, id)
    if (!cell) return null
    const roof = cell.corners.map(([left, top]) => [left, top - cell.rise] as const)
    const [left, top] = middle(roof)
    return { id, left, top, radius: 0, outline: `M${roof.map((corner) => corner.join(' ')).join('L')}Z` }
  }
  return {
    bounds: props.bounds,
    summary: binSummary(props),
    paint: (easel) => paint(props, strength, easel),
    markAt(camera, left, top) {
      const copies = copiesSeen(camera)
      const { x, y } = toGround(camera, left, top)
      const reach = Math.max(props.reach, LEAST / camera.scale) * 2 + TALLEST / camera.scale / camera.tilt
      const near = [...props.bins.keys()].filter((id) => {
        const bin = props.bins[id]
        return bin && Math.abs(bin.y - y) <= reach && copies.some((copy) => Math.abs(bin.x + copy - x) <= reach)
      })
      const hit = near.findLast((id) => {
        const cell = placed(props, camera, id)
        return (
          cell &&
          holds(
            cell.corners.map(([a, b]) => [a, b - cell.rise] as const),
            left,
            top,
          )
        )
      })
      return hit === undefined ? null : markOf(camera, hit)
    },
    stops: () => [...props.bins.keys()],
    markOf,
    linesOf: (id) => (props.bins[id] ? binLines(props, props.bins[id]) : []),
    pickOf: () => null,
  }
}
