import type { Forces } from './props.ts'

/** The position of a node, in units of the edge length. */
export type NodePosition = readonly [x: number, y: number]

interface Ends {
  readonly from: number
  readonly to: number
}

const STEPS = 200
/** The factor by which movement decreases after each step. */
const COOLING = 0.98
/** The share of a link's length error that one step corrects. */
const SPRING = 0.1
/** The minimum distance of two nodes in the force calculation. */
const CLOSEST = 1

/** Places all nodes on a ring. */
export function ringLayout(count: number, radius: number): [number, number][] {
  return Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / Math.max(1, count)
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
}

/** The positions of all nodes, or their movements in a step. */
interface Spots {
  readonly x: Float64Array
  readonly y: Float64Array
}

const spotsOf = (count: number): Spots => ({ x: new Float64Array(count), y: new Float64Array(count) })

/** Applies the repulsion between all pairs of nodes. */
function repel(positions: Spots, moves: Spots, strength: number): void {
  const { x, y } = positions
  for (let index = 0; index < x.length; index++) {
    const [ownX, ownY] = [x[index] as number, y[index] as number]
    let [right, down] = [0, 0]
    for (let other = index + 1; other < x.length; other++) {
      const dx = ownX - (x[other] as number)
      const dy = ownY - (y[other] as number)
      const push = strength / Math.max(CLOSEST, dx * dx + dy * dy)
      right += dx * push
      down += dy * push
      moves.x[other] = (moves.x[other] as number) - dx * push
      moves.y[other] = (moves.y[other] as number) - dy * push
    }
    moves.x[index] = (moves.x[index] as number) + right
    moves.y[index] = (moves.y[index] as number) + down
  }
}

/** The ends of all links, as node indexes. */
interface Pairs {
  readonly from: Uint32Array
  readonly to: Uint32Array
}

/** Returns the links between two different existing nodes. */
function pairsOf(count: number, links: readonly Ends[]): Pairs {
  const inside = links.filter(({ from, to }) => from !== to && from >= 0 && to >= 0 && from < count && to < count)
  return { from: Uint32Array.from(inside, ({ from }) => from), to: Uint32Array.from(inside, ({ to }) => to) }
}

/** Pulls the ends of each long link together, and pushes those of a short link apart. */
function pull({ x, y }: Spots, moves: Spots, pairs: Pairs, edgeLength: number): void {
  for (let index = 0; index < pairs.from.length; index++) {
    const from = pairs.from[index] as number
    const to = pairs.to[index] as number
    const dx = (x[to] as number) - (x[from] as number)
    const dy = (y[to] as number) - (y[from] as number)
    const length = Math.max(CLOSEST, Math.sqrt(dx * dx + dy * dy))
    const share = ((length - edgeLength) / length) * SPRING
    moves.x[from] = (moves.x[from] as number) + dx * share
    moves.y[from] = (moves.y[from] as number) + dy * share
    moves.x[to] = (moves.x[to] as number) - dx * share
    moves.y[to] = (moves.y[to] as number) - dy * share
  }
}

/**
 * Computes a force layout: nodes repel each other, links pull, and gravity pulls to the center. Deterministic: nodes
 * start on a ring, without randomness.
 */
export function forceLayout(count: number, links: readonly Ends[], forces: Forces): readonly NodePosition[] {
  const [positions, moves] = [spotsOf(count), spotsOf(count)]
  for (const [index, [x, y]] of ringLayout(count, Math.max(forces.edgeLength, count * 4) / 2).entries()) {
    positions.x[index] = x
    positions.y[index] = y
  }
  const pairs = pairsOf(count, links)
  let reach = forces.friction
  for (let step = 0; step < STEPS; step++, reach *= COOLING) {
    for (let index = 0; index < count; index++) {
      moves.x[index] = -(positions.x[index] as number) * forces.gravity * SPRING
      moves.y[index] = -(positions.y[index] as number) * forces.gravity * SPRING
    }
    repel(positions, moves, forces.repulsion)
    pull(positions, moves, pairs, forces.edgeLength)
    for (let index = 0; index < count; index++) {
      const [x, y] = [moves.x[index] as number, moves.y[index] as number]
      // No node moves further in one step than the edge length.
      const scale = Math.min(1, forces.edgeLength / Math.max(CLOSEST, Math.sqrt(x * x + y * y) * reach)) * reach
      positions.x[index] = (positions.x[index] as number) + x * scale
      positions.y[index] = (positions.y[index] as number) + y * scale
    }
  }
  return Array.from(
    { length: count },
    (_, index): NodePosition => [positions.x[index] as number, positions.y[index] as number],
  )
}

interface NodePositions {
  readonly count: number
  readonly links: readonly Ends[]
  readonly forces: Forces
  readonly positions: readonly NodePosition[]
}

let lastPositions: NodePositions | undefined

const isSameLinks = (a: readonly Ends[], b: readonly Ends[]): boolean =>
  a.length === b.length && a.every(({ from, to }, at) => from === b[at]?.from && to === b[at]?.to)

const isSameForces = (a: Forces, b: Forces): boolean =>
  a.edgeLength === b.edgeLength && a.gravity === b.gravity && a.repulsion === b.repulsion && a.friction === b.friction

/**
 * Returns the layout of `forceLayout`, cached while its inputs are equal, as when the user selects a mark or the same
 * result arrives again.
 */
export function cachedForceLayout(count: number, links: readonly Ends[], forces: Forces): readonly NodePosition[] {
  if (
    lastPositions?.count !== count ||
    !isSameLinks(lastPositions.links, links) ||
    !isSameForces(lastPositions.forces, forces)
  )
    lastPositions = { count, links, forces, positions: forceLayout(count, links, forces) }
  return lastPositions.positions
}
