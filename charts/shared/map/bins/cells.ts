import { EQUATOR, type MercatorPoint, toMercator } from '#charts/shared/map/mercator.ts'

/** The weights of the points in a cell, and its center in the Web Mercator square. */
export interface Cell extends MercatorPoint {
  readonly weights: readonly number[]
}

/** Cells of one size and shape. */
export interface Cells {
  readonly cells: readonly Cell[]
  /** Half the side of a square, or the radius of a hexagon, in the Web Mercator square. */
  readonly reach: number
}

interface Points {
  readonly longitudes: readonly number[]
  readonly latitudes: readonly number[]
  readonly weights: readonly number[]
}

/** Converts meters to the Web Mercator square at the mean latitude of the points. */
function lengthOf(metres: number, latitudes: readonly number[]): number {
  const mean = latitudes.reduce((sum, each) => sum + each, 0) / Math.max(1, latitudes.length)
  return metres / (EQUATOR * Math.cos((mean * Math.PI) / 180))
}

/** Groups points by the cell center that `middleOf` returns. Cells are in the order of their first points. */
function groupByCell(
  { longitudes, latitudes, weights }: Points,
  middleOf: (spot: MercatorPoint) => MercatorPoint,
): Cell[] {
  const found = new Map<string, { x: number; y: number; weights: number[] }>()
  for (const [index, longitude] of longitudes.entries()) {
    const { x, y } = middleOf(toMercator(longitude, latitudes[index] ?? 0))
    const key = `${x.toFixed(12)} ${y.toFixed(12)}`
    const existing = found.get(key)
    const weight = weights[index] ?? 0
    if (existing) existing.weights.push(weight)
    else found.set(key, { x, y, weights: [weight] })
  }
  return [...found.values()]
}

/** Groups points into squares with this side in meters. */
export function squareCells(points: Points, metres: number): Cells {
  const side = lengthOf(metres, points.latitudes)
  const middle = (at: number) => (Math.floor(at / side) + 0.5) * side
  return { cells: groupByCell(points, ({ x, y }) => ({ x: middle(x), y: middle(y) })), reach: side / 2 }
}

/** Groups points into hexagons with this radius in meters; each point belongs to the nearest center. */
export function hexagonCells(points: Points, metres: number): Cells {
  const radius = lengthOf(metres, points.latitudes)
  const [across, down] = [radius * Math.sqrt(3), radius * 1.5]
  const inRow = (row: number, x: number): MercatorPoint => {
    const shift = row % 2 === 0 ? 0 : 0.5
    return { x: (Math.round(x / across - shift) + shift) * across, y: row * down }
  }
  const nearest = ({ x, y }: MercatorPoint): MercatorPoint => {
    const rows = [Math.floor(y / down), Math.ceil(y / down)].map((row) => inRow(row, x))
    const distance = (each: MercatorPoint) => Math.hypot(each.x - x, each.y - y)
    return rows.reduce((best, each) => (distance(each) < distance(best) ? each : best))
  }
  return { cells: groupByCell(points, nearest), reach: radius }
}

/** Returns the corners of a cell in drawing order. */
export function cornersOf(
  { x, y }: MercatorPoint,
  reach: number,
  shape: 'square' | 'hexagon',
): readonly MercatorPoint[] {
  if (shape === 'square') {
    return [
      { x: x - reach, y: y - reach },
      { x: x + reach, y: y - reach },
      { x: x + reach, y: y + reach },
      { x: x - reach, y: y + reach },
    ]
  }
  return Array.from({ length: 6 }, (_, index) => {
    const turn = ((60 * index + 30) * Math.PI) / 180
    return { x: x + reach * Math.cos(turn), y: y + reach * Math.sin(turn) }
  })
}
