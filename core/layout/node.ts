/** The types of layout nodes, as stored. */
export const nodeTypes = [
  'CHART',
  'COLUMN',
  'ROW',
  'HEADER',
  'DIVIDER',
  'TABS',
  'TAB',
  'ROOT',
  'GRID',
  'MARKDOWN',
  'DYNAMIC',
] as const

export type NodeType = (typeof nodeTypes)[number]

export const ROOT_ID = 'ROOT_ID'
export const GRID_ID = 'GRID_ID'
/**
 * The node whose `meta.text` is the dashboard's title. It is identified by this id, never by its type, and has no
 * parent.
 */
export const HEADER_ID = 'HEADER_ID'
export const VERSION_KEY = 'DASHBOARD_VERSION_KEY'

export type HeaderSize = 'SMALL_HEADER' | 'MEDIUM_HEADER' | 'LARGE_HEADER'
export type Background = 'BACKGROUND_TRANSPARENT' | 'BACKGROUND_WHITE'

/** Properties of a node besides its position. The relevant keys depend on the type; unknown keys are preserved. */
export interface NodeMeta {
  /** CHART: id of the chart. */
  readonly chartId?: number
  /** Twelfths of a full row. */
  readonly width?: number
  /** Units of 8 px, including the card. */
  readonly height?: number
  /** CHART: the chart's name when the layout was last read. */
  readonly sliceName?: string
  /** CHART: a title for this dashboard only. */
  readonly sliceNameOverride?: string
  readonly uuid?: string
  /** MARKDOWN: the source text. */
  readonly code?: string
  /** HEADER, TAB and the dashboard's title. */
  readonly text?: string
  readonly headerSize?: HeaderSize
  readonly background?: Background
  /** TAB: shown while `text` is empty. */
  readonly defaultText?: string
  readonly placeholder?: string
  readonly componentKey?: string
  readonly [key: string]: unknown
}

/** One node of a dashboard layout. `children` are in order; `parents` lead from ROOT_ID to the direct parent. */
export interface LayoutNode {
  readonly type: NodeType
  readonly id: string
  readonly children: readonly string[]
  readonly parents: readonly string[]
  readonly meta: NodeMeta
  readonly [key: string]: unknown
}

/**
 * A dashboard's layout as stored in `position_json`: a flat map from id to node. It also contains
 * `DASHBOARD_VERSION_KEY` and other stored entries, so access nodes only through `nodeOf` and `nodesOf`.
 */
export type Layout = Readonly<Record<string, LayoutNode | UnknownLayoutEntry>>

/** An entry of the map that is not a node; it is preserved unchanged. */
export type UnknownLayoutEntry = string | number | boolean | null | readonly unknown[] | { readonly type?: undefined }

/** Returns the node with this id, or undefined. */
export function nodeOf(layout: Layout, id: string): LayoutNode | undefined {
  const entry = Object.hasOwn(layout, id) ? layout[id] : undefined
  return isNode(entry) ? entry : undefined
}

/** Returns all nodes, in the order of the map. */
export function nodesOf(layout: Layout): LayoutNode[] {
  return Object.values(layout).filter(isNode)
}

/** Returns the children of a node, in order; ids without a node are omitted. */
export function childrenOf(layout: Layout, id: string): LayoutNode[] {
  return (nodeOf(layout, id)?.children ?? []).flatMap((child) => nodeOf(layout, child) ?? [])
}

/** Returns the direct parent of a node, or undefined for the root and the title. */
export function parentOf(layout: Layout, id: string): LayoutNode | undefined {
  const parent = nodeOf(layout, id)?.parents.at(-1)
  return parent === undefined ? undefined : nodeOf(layout, parent)
}

function isNode(entry: LayoutNode | UnknownLayoutEntry | undefined): entry is LayoutNode {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    !Array.isArray(entry) &&
    typeof (entry as LayoutNode).type === 'string'
  )
}
