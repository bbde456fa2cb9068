/** The kinds of layout node, as stored. */
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
/** The node whose `meta.text` is the dashboard's title. Known by this id, never by its type; no node's child. */
export const HEADER_ID = 'HEADER_ID'
export const VERSION_KEY = 'DASHBOARD_VERSION_KEY'

export type HeaderSize = 'SMALL_HEADER' | 'MEDIUM_HEADER' | 'LARGE_HEADER'
export type Background = 'BACKGROUND_TRANSPARENT' | 'BACKGROUND_WHITE'

/** What a node says beyond its place. Which keys matter depends on the type; unknown keys are kept. */
export interface NodeMeta {
  /** CHART: the chart shown. */
  readonly chartId?: number
  /** Twelfths of a full row. */
  readonly width?: number
  /** Units of 8 px, the card included. */
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

/** One box of a dashboard. `children` in order; `parents` from ROOT_ID down to the direct parent. */
export interface LayoutNode {
  readonly type: NodeType
  readonly id: string
  readonly children: readonly string[]
  readonly parents: readonly string[]
  readonly meta: NodeMeta
  readonly [key: string]: unknown
}

/**
 * A dashboard's layout as stored in `position_json`: a flat map from id to node. Beside the nodes it holds
 * `DASHBOARD_VERSION_KEY` and whatever else was stored, so nodes are reached by `nodeOf` and `nodesOf` only.
 */
export type Layout = Readonly<Record<string, LayoutNode | Foreign>>

/** An entry of the map that is no node and is kept as it is. */
export type Foreign = string | number | boolean | null | readonly unknown[] | { readonly type?: undefined }

/** The node with this id, or undefined. */
export function nodeOf(layout: Layout, id: string): LayoutNode | undefined {
  const entry = Object.hasOwn(layout, id) ? layout[id] : undefined
  return isNode(entry) ? entry : undefined
}

/** All nodes, in the order of the map. */
export function nodesOf(layout: Layout): LayoutNode[] {
  return Object.values(layout).filter(isNode)
}

/** The nodes a node holds, in order; ids without a node are left out. */
export function childrenOf(layout: Layout, id: string): LayoutNode[] {
  return (nodeOf(layout, id)?.children ?? []).flatMap((child) => nodeOf(layout, child) ?? [])
}

/** The direct parent of a node, or undefined for the root and for the title. */
export function parentOf(layout: Layout, id: string): LayoutNode | undefined {
  const parent = nodeOf(layout, id)?.parents.at(-1)
  return parent === undefined ? undefined : nodeOf(layout, parent)
}

function isNode(entry: LayoutNode | Foreign | undefined): entry is LayoutNode {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    !Array.isArray(entry) &&
    typeof (entry as LayoutNode).type === 'string'
  )
}
