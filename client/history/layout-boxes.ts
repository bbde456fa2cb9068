import { childrenOf, type Layout, type LayoutNode, nodeOf, ROOT_ID } from '#core/layout/node.ts'
import { COLUMNS } from '#core/layout/units.ts'

/** A tile of a layout: x and width in columns of the grid, y and height in units of 8 px. */
export interface LayoutBox {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly isChart: boolean
}

/** Units between tiles, and the heights of elements without a stored one. */
const GAP = 2
const HEADER = 4
const DIVIDER = 1
const TABS = 4
const DEFAULT_HEIGHT = 50
const DEFAULT_WIDTH = 4

interface Space {
  readonly x: number
  readonly y: number
  readonly columns: number
}

interface PlacedBoxes {
  readonly boxes: readonly LayoutBox[]
  readonly width: number
  readonly height: number
}

function tile({ id, type, meta }: LayoutNode, { x, y, columns }: Space): PlacedBoxes {
  const isLine = type === 'HEADER' || type === 'DIVIDER'
  const width = isLine ? columns : Math.min(meta.width ?? DEFAULT_WIDTH, columns)
  const height = isLine ? (type === 'HEADER' ? HEADER : DIVIDER) : (meta.height ?? DEFAULT_HEIGHT)
  return { boxes: [{ id, x, y, width, height, isChart: type === 'CHART' }], width, height }
}

function stackNodes(layout: Layout, nodes: readonly LayoutNode[], space: Space): PlacedBoxes {
  const boxes: LayoutBox[] = []
  let height = 0
  for (const node of nodes) {
    const placed = placeBoxes(layout, node, { ...space, y: space.y + height + (height > 0 ? GAP : 0) })
    boxes.push(...placed.boxes)
    height += placed.height + (height > 0 ? GAP : 0)
  }
  return { boxes, width: space.columns, height }
}

function row(layout: Layout, node: LayoutNode, space: Space): PlacedBoxes {
  const boxes: LayoutBox[] = []
  let [width, height] = [0, 0]
  for (const child of childrenOf(layout, node.id)) {
    const columns = Math.max(1, space.columns - width)
    const placed = placeBoxes(layout, child, { x: space.x + width, y: space.y, columns })
    boxes.push(...placed.boxes)
    width += placed.width
    height = Math.max(height, placed.height)
  }
  return { boxes, width: space.columns, height }
}

function placeBoxes(layout: Layout, node: LayoutNode, space: Space): PlacedBoxes {
  const children = childrenOf(layout, node.id)
  if (node.type === 'ROW') return row(layout, node, space)
  if (node.type === 'COLUMN') {
    const columns = Math.min(node.meta.width ?? DEFAULT_WIDTH, space.columns)
    return stackNodes(layout, children, { ...space, columns })
  }
  if (node.type === 'TABS') {
    const open = stackNodes(layout, children.slice(0, 1), { ...space, y: space.y + TABS })
    return { ...open, height: open.height + TABS }
  }
  if (node.type === 'ROOT' || node.type === 'GRID' || node.type === 'TAB') return stackNodes(layout, children, space)
  return tile(node, space)
}

/** Returns the tiles of a layout where a wide screen shows them; of tabs, those of the first one. */
export function layoutBoxes(layout: Layout): readonly LayoutBox[] {
  const root = nodeOf(layout, ROOT_ID)
  return root ? placeBoxes(layout, root, { x: 0, y: 0, columns: COLUMNS }).boxes : []
}
