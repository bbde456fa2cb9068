import {
  GRID_ID,
  HEADER_ID,
  type Layout,
  type LayoutNode,
  type NodeMeta,
  type NodeType,
  ROOT_ID,
  VERSION_KEY,
} from './node.ts'

/** Returns a suffix that no node of the dashboard has yet. */
export type NewSuffix = () => string

const transparent = { background: 'BACKGROUND_TRANSPARENT' } as const

const defaults: Readonly<Record<NodeType, NodeMeta>> = {
  CHART: { width: 4, height: 50 },
  MARKDOWN: { width: 4, height: 50, code: '' },
  COLUMN: { width: 4, ...transparent },
  ROW: transparent,
  HEADER: { text: 'New header', headerSize: 'MEDIUM_HEADER', ...transparent },
  DIVIDER: {},
  TABS: {},
  TAB: { text: '', defaultText: 'Tab title', placeholder: 'Tab title' },
  DYNAMIC: { width: 12, ...transparent },
  ROOT: {},
  GRID: {},
}

/** Returns a node of the type with its defaults, not yet attached. Its id is the type and the suffix. */
export function makeNode(type: NodeType, newSuffix: NewSuffix, meta: NodeMeta = {}): LayoutNode {
  return { type, id: `${type}-${newSuffix()}`, children: [], parents: [], meta: { ...defaults[type], ...meta } }
}

/** Returns the layout of an empty dashboard: root, grid and title. */
export function emptyLayout(title = ''): Layout {
  return {
    [VERSION_KEY]: 'v2',
    [ROOT_ID]: { type: 'ROOT', id: ROOT_ID, children: [GRID_ID], parents: [], meta: {} },
    [GRID_ID]: { type: 'GRID', id: GRID_ID, children: [], parents: [ROOT_ID], meta: {} },
    [HEADER_ID]: { type: 'HEADER', id: HEADER_ID, children: [], parents: [], meta: { text: title } },
  }
}

/** Returns the displayed title of a tab. */
export function tabTitle(tab: LayoutNode): string {
  return tab.meta.text || tab.meta.defaultText || (defaults.TAB.defaultText as string)
}
