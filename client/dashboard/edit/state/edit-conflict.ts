import { childrenOf, type Layout, type LayoutNode, nodeOf, ROOT_ID } from '#core/layout/node.ts'
import { nodeTypeLabel, nodeName } from './edit-change.ts'

/** How a tile differs between two layouts: only in theirs, only in mine, or in both but different. */
export type Difference = 'theirs' | 'mine' | 'both'

/** A tile that differs between the versions of two users. */
export interface TileDifference {
  readonly id: string
  readonly name: string
  readonly difference: Difference
}

const tiles = new Set(['CHART', 'MARKDOWN', 'HEADER', 'TAB'])

/** Returns the identity of a tile: the chart id for charts, the node id for other boxes. */
function keyOf({ id, type, meta }: LayoutNode): string {
  return type === 'CHART' && meta.chartId !== undefined ? `chart ${meta.chartId}` : id
}

/** Returns the tiles of a layout by identity, in reading order. */
function tilesOf(layout: Layout, id: string = ROOT_ID): readonly (readonly [string, LayoutNode])[] {
  return childrenOf(layout, id).flatMap((node) => [
    ...(tiles.has(node.type) ? [[keyOf(node), node] as const] : []),
    ...tilesOf(layout, node.id),
  ])
}

/**
 * Returns the parent and the contents of a tile as text. Rows are skipped because they come and go with their contents.
 */
function printTile(layout: Layout, node: LayoutNode): string {
  const { chartId: _, uuid: _uuid, ...meta } = node.meta
  const details = Object.entries(meta).filter(([, value]) => value !== undefined && value !== '')
  const around = node.parents.findLast((id) => nodeOf(layout, id)?.type !== 'ROW')
  return JSON.stringify([around, details.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}

/** Returns the fewest keys that must move to turn the order of one list into that of the other. */
function outOfOrder(there: readonly string[], here: readonly string[]): ReadonlySet<string> {
  const indexes = here.map((key) => there.indexOf(key))
  const longest: (readonly number[])[] = []
  for (const [at, index] of indexes.entries()) {
    const before = longest.slice(0, at).filter((chain) => (indexes[chain.at(-1) ?? 0] ?? 0) < index)
    longest.push([...(before.toSorted((a, b) => b.length - a.length)[0] ?? []), at])
  }
  const stored = new Set(longest.toSorted((a, b) => b.length - a.length)[0])
  return new Set(here.filter((_, at) => !stored.has(at)))
}

/** Returns the tiles that differ between the version saved by another user and this one, theirs first. */
export function tileDifferences(theirs: Layout, mine: Layout): readonly TileDifference[] {
  const [there, here] = [new Map(tilesOf(theirs)), new Map(tilesOf(mine))]
  const inBoth = (keys: Iterable<string>) => [...keys].filter((key) => there.has(key) && here.has(key))
  const moved = outOfOrder(inBoth(there.keys()), inBoth(here.keys()))
  const nameOf = (node: LayoutNode) => nodeName(node) ?? firstLine(node) ?? nodeTypeLabel(node.type)
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
