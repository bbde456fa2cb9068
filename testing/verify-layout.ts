import { hasWidth, rowCapacity, usedWidth } from '#core/layout/row-width.ts'
import { depthOf, canContainType } from '#core/layout/nesting.ts'
import {
  childrenOf,
  GRID_ID,
  HEADER_ID,
  type Layout,
  type LayoutNode,
  nodeOf,
  nodesOf,
  nodeTypes,
  ROOT_ID,
} from '#core/layout/node.ts'
import { COLUMNS, MAX_HEIGHT, MIN_HEIGHT } from '#core/layout/units.ts'

/** Possible faults of a layout node. */
export type FaultKind =
  | 'missing' // a required node is missing
  | 'id' // it is stored under another id
  | 'type' // its type is unknown
  | 'child' // it names a child that does not exist or has another parent
  | 'parents' // its parents are not its path from the root
  | 'nesting' // its type is not allowed in its parent
  | 'empty' // a set of tabs without tabs
  | 'width' // its width is not an integer from 1 to 12
  | 'height' // its height is not an integer from 5 to 100
  | 'overfull' // the widths in a row exceed its columns

/** One fault of a layout. */
export interface LayoutFault {
  readonly id: string
  readonly kind: FaultKind
}

/** Returns all faults of a layout; empty for a valid one. */
export function verifyLayout(layout: Layout): LayoutFault[] {
  const missing = [ROOT_ID, GRID_ID, HEADER_ID].filter((id) => !nodeOf(layout, id))
  if (missing.length > 0) return missing.map((id) => ({ id, kind: 'missing' }))
  const faults = Object.entries(layout).flatMap(([key, entry]) =>
    typeof entry === 'object' && entry !== null && 'id' in entry && entry.id !== key
      ? [{ id: key, kind: 'id' as const }]
      : [],
  )
  return [...faults, ...nodesOf(layout).flatMap((node) => kindsOf(layout, node).map((kind) => ({ id: node.id, kind })))]
}

function kindsOf(layout: Layout, node: LayoutNode): FaultKind[] {
  const kinds: FaultKind[] = []
  if (!nodeTypes.includes(node.type)) return ['type']
  if (!areChildrenSound(layout, node)) kinds.push('child')
  if (!areParentsSound(layout, node)) kinds.push('parents')
  else if (!isNested(layout, node)) kinds.push('nesting')
  if (node.type === 'TABS' && node.children.length === 0) kinds.push('empty')
  if (hasWidth(node.type) && !isWithin(node.meta.width, 1, COLUMNS)) kinds.push('width')
  const isHigh = node.type === 'CHART' || node.type === 'MARKDOWN'
  if (isHigh && !isWithin(node.meta.height, MIN_HEIGHT, MAX_HEIGHT)) kinds.push('height')
  if (node.type === 'ROW' && usedWidth(layout, node.id) > rowCapacity(layout, node.parents)) kinds.push('overfull')
  return kinds
}

function areChildrenSound(layout: Layout, node: LayoutNode): boolean {
  const isUnique = new Set(node.children).size === node.children.length
  return isUnique && node.children.every((id) => nodeOf(layout, id)?.parents.at(-1) === node.id)
}

function areParentsSound(layout: Layout, node: LayoutNode): boolean {
  if (node.id === ROOT_ID || node.id === HEADER_ID) return node.parents.length === 0
  const parent = nodeOf(layout, node.parents.at(-1) ?? '')
  if (!parent) return false
  const isSpareGrid = node.id === GRID_ID && parent.id === ROOT_ID && childrenOf(layout, ROOT_ID)[0]?.type === 'TABS'
  if (!isSpareGrid && !parent.children.includes(node.id)) return false
  return node.parents.join('\n') === [...parent.parents, parent.id].join('\n')
}

function isNested(layout: Layout, node: LayoutNode): boolean {
  if (node.id === ROOT_ID || node.id === HEADER_ID || node.id === GRID_ID) return true
  const parent = nodeOf(layout, node.parents.at(-1) ?? '')
  return parent !== undefined && canContainType(parent.type, depthOf(layout, parent), node.type)
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
}
