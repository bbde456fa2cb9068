import { childrenOf, type Layout, type LayoutNode, nodeOf, ROOT_ID } from '#core/layout/node.ts'
import { kindText, nodeName } from './edit-change.ts'

/** How a tile of one layout stands to that of another: only there, only here, or in both and not alike. */
export type Difference = 'theirs' | 'mine' | 'both'

/** A tile that two people left differently. */
export interface TileDifference {
  readonly id: string
  readonly name: string
  readonly difference: Difference
}

const tiles = new Set(['CHART', 'MARKDOWN', 'HEADER', 'TAB'])

/** What is told of a tile: charts are the same by what they show, other boxes by their ids. */
function keyOf({ id, type, meta }: LayoutNode): string {
  return type === 'CHART' && meta.chartId !== undefined ? `chart ${meta.chartId}` : id
}

/** The tiles of a layout by what is told of them, in the order they are read. */
function tilesOf(layout: Layout, id: string = ROOT_ID): readonly (readonly [string, LayoutNode])[] {
  return childrenOf(layout, id).flatMap((node) => [
    ...(tiles.has(node.type) ? [[keyOf(node), node] as const] : []),
    ...tilesOf(layout, node.id),
  ])
}

/** In what a tile stands and what it says; rows come and go with what is in them. */
function printTile(layout: Layout, node: LayoutNode): string {
  const { chartId: _, uuid: _uuid, ...meta } = node.meta
  const facts = Object.entries(meta).filter(([, value]) => value !== undefined && value !== '')
  const around = node.parents.findLast((id) => nodeOf(layout, id)?.type !== 'ROW')
  return JSON.stringify([around, facts.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}

/** The fewest of these that have to move for the order of one list to become that of the other. */
function outOfOrder(there: readonly string[], here: readonly string[]): ReadonlySet<string> {
  const places = here.map((key) => there.indexOf(key))
  const longest: (readonly number[])[] = []
  for (const [at, place] of places.entries()) {
    const before = longest.slice(0, at).filter((chain) => (places[chain.at(-1) ?? 0] ?? 0) < place)
    longest.push([...(before.toSorted((a, b) => b.length - a.length)[0] ?? []), at])
  }
  const kept = new Set(longest.toSorted((a, b) => b.length - a.length)[0])
  return new Set(here.filter((_, at) => !kept.has(at)))
}

/** The tiles that differ between what somebody else saved and what stands here, those of theirs first. */
export function tileDifferences(theirs: Layout, mine: Layout): readonly TileDifference[] {
  const [there, here] = [new Map(tilesOf(theirs)), new Map(tilesOf(mine))]
  const inBoth = (keys: Iterable<string>) => [...keys].filter((key) => there.has(key) && here.has(key))
  const moved = outOfOrder(inBoth(there.keys()), inBoth(here.keys()))
  const nameOf = (node: LayoutNode) => nodeName(node) ?? firstLine(node) ?? kindText(node.type)
  const found = [...new Set([...there.keys(), ...here.keys()])].flatMap((key): TileDifference[] => {
    const [a, b] = [there.get(key), here.get(key)]
    const node = b ?? a
    if (!node || (a && b && !moved.has(key) && printTile(theirs, a) === printTile(mine, b))) return []
    return [{ id: key, name: nameOf(node), difference: a && b ? 'both' : a ? 'theirs' : 'mine' }]
  })
  const order: readonly Difference[] = ['theirs', 'both', 'mine']
  return found.toSorted((a, b) => order.indexOf(a.difference) - order.indexOf(b.difference))
}

function firstLine({ meta }: LayoutNode): string | undefined {
  const line = (meta.code ?? '').split('\n').find((each) => each.trim() !== '')
  return line?.replace(/^[#>*\s-]+/, '').trim() || undefined
}
