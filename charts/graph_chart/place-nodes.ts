import type { Forces } from './props.ts'

/** Where a node stands; the unit is that of the length of links. */
export type Place = readonly [x: number, y: number]

interface Ends {
  readonly from: number
  readonly to: number
}

const STEPS = 200
/** Of its strength, after each step. */
const COOLING = 0.98
/** How much of what a link is too long or too short is mended in a step. */
const SPRING = 0.1
/** Nodes are never taken for closer. */
const CLOSEST = 1

/** All nodes on a ring. */
export function ring(count: number, radius: number): [number, number][] {
  return Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / Math.max(1, count)
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
}

/** Pushes each node from each other. */
function repel(places: readonly [number, number][], moves: readonly [number, number][], strength: number): void {
  for (const [at, place] of places.entries()) {
    const move = moves[at] as [number, number]
    for (let other = at + 1; other < places.length; other++) {
      const [x, y] = places[other] as [number, number]
      const [dx, dy] = [place[0] - x, place[1] - y]
      const square = Math.max(CLOSEST, dx * dx + dy * dy)
      const push = strength / square
      const back = moves[other] as [number, number]
      move[0] += dx * push
      move[1] += dy * push
      back[0] -= dx * push
      back[1] -= dy * push
    }
  }
}

/**
 * Places of nodes that push each other away, are pulled together by their links, and to the middle. The same for the
 * same: nodes begin on a ring, and nothing is left to chance.
 */
export function placeNodes(count: number, links: readonly Ends[], forces: Forces): readonly Place[] {
  const places = ring(count, Math.max(forces.edgeLength, count * 4) / 2)
  let reach = forces.friction
  for (let step = 0; step < STEPS; step++, reach *= COOLING) {
    const moves = places.map(([x, y]): [number, number] => [-x * forces.gravity * SPRING, -y * forces.gravity * SPRING])
    repel(places, moves, forces.repulsion)
    for (const { from, to } of links) {
      const [a, b] = [places[from], places[to]]
      const [moveA, moveB] = [moves[from], moves[to]]
      if (!a || !b || !moveA || !moveB || from === to) continue
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
      const length = Math.max(CLOSEST, Math.hypot(dx, dy))
      const pull = ((length - forces.edgeLength) / length) * SPRING
      moveA[0] += dx * pull
      moveA[1] += dy * pull
      moveB[0] -= dx * pull
      moveB[1] -= dy * pull
    }
    for (const [at, place] of places.entries()) {
      const [x, y] = moves[at] ?? [0, 0]
      // Nobody goes further in one step than a link is long.
      const scale = Math.min(1, forces.edgeLength / Math.max(CLOSEST, Math.hypot(x, y) * reach)) * reach
      place[0] += x * scale
      place[1] += y * scale
    }
  }
  return places
}
