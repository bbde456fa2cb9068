import { addCharts } from './charts.ts'
import { emptyLayout, type NewSuffix } from './make-node.ts'
import {
  childrenOf,
  type UnknownLayoutEntry,
  GRID_ID,
  HEADER_ID,
  type Layout,
  type LayoutNode,
  nodeOf,
  nodeTypes,
  ROOT_ID,
} from './node.ts'

/**
 * Reads a stored layout of any age as a valid tree. Missing parts are added, `parents` are derived from the children,
 * and children that do not exist or already have a parent are dropped, as are nodes without a parent. Everything else
 * is preserved. `stored` is the parsed `position_json`; null and other invalid values give an empty layout.
 */
export function readLayout(stored: unknown, newSuffix: NewSuffix): Layout {
  if (Array.isArray(stored)) return readPositions(stored, newSuffix)
  if (typeof stored !== 'object' || stored === null) return emptyLayout()
  const raw: Record<string, LayoutNode | UnknownLayoutEntry> = { ...emptyLayout() }
  for (const [id, entry] of Object.entries(stored)) {
    Object.defineProperty(raw, id, {
      value: readEntry(id, entry),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return withRoot(raw)
}

function readEntry(id: string, entry: unknown): LayoutNode | UnknownLayoutEntry {
  const node = entry as Partial<LayoutNode> | null
  if (typeof node !== 'object' || node === null || typeof node.type !== 'string') return entry as UnknownLayoutEntry
  return {
    ...node,
    type: node.type,
    id,
    children: texts(node.children),
    parents: texts(node.parents),
    meta: typeof node.meta === 'object' && node.meta !== null ? node.meta : {},
  }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function withRoot(raw: Layout): Layout {
  const top = nodeOf(raw, ROOT_ID)?.children.find((id) => holdsTabs(raw, id)) ?? GRID_ID
  const root = { ...(nodeOf(raw, ROOT_ID) as LayoutNode), children: [top] }
  const whole: Layout = { ...raw, [ROOT_ID]: root }
  const placed = new Map<string, LayoutNode>([[HEADER_ID, { ...(nodeOf(raw, HEADER_ID) as LayoutNode), parents: [] }]])
  placeNode(whole, root, [], placed)
  const grid = nodeOf(raw, GRID_ID) as LayoutNode
  if (!placed.has(GRID_ID)) placed.set(GRID_ID, { ...grid, children: [], parents: [ROOT_ID] })
  const remaining = Object.entries(whole).flatMap(([id, entry]): [string, LayoutNode | UnknownLayoutEntry][] => {
    const node = placed.get(id)
    if (node) return [[id, node]]
    return isKnownNode(entry) ? [] : [[id, entry]]
  })
  return Object.fromEntries(remaining)
}

function holdsTabs(layout: Layout, id: string): boolean {
  return nodeOf(layout, id)?.type === 'TABS' && childrenOf(layout, id).some((child) => child.type === 'TAB')
}

function isKnownNode(entry: LayoutNode | UnknownLayoutEntry): boolean {
  const type = (entry as Partial<LayoutNode> | null)?.type
  return typeof type === 'string' && (nodeTypes as readonly string[]).includes(type)
}

function placeNode(
  layout: Layout,
  node: LayoutNode,
  parents: readonly string[],
  placed: Map<string, LayoutNode>,
): void {
  placed.set(node.id, node)
  const children: string[] = []
  for (const id of node.children) {
    const child = nodeOf(layout, id)
    if (!child || placed.has(id)) continue
    children.push(id)
    placeNode(layout, child, [...parents, node.id], placed)
  }
  placed.set(node.id, { ...node, children, parents })
}

interface Position {
  readonly slice_id: number
  readonly size_x: number
  readonly size_y: number
  readonly col: number
  readonly row: number
}

/** Reads the oldest format: a list of boxes on a grid of 48 columns with rows of 10 pixels. */
function readPositions(stored: readonly unknown[], newSuffix: NewSuffix): Layout {
  const positions = stored
    .filter((each): each is Position => typeof each === 'object' && each !== null && 'slice_id' in each)
    .toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0) || (a.col ?? 0) - (b.col ?? 0))
  const charts = positions.map((position) => ({
    chartId: position.slice_id,
    width: clamp(Math.round((position.size_x ?? 16) / 4), 1, 12),
    height: clamp(Math.round((position.size_y ?? 40) * 1.25), 5, 100),
  }))
  return addCharts(emptyLayout(), charts, newSuffix)
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Number.isFinite(value) ? value : least))
}
