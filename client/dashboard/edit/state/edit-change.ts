import {
  childrenOf,
  HEADER_ID,
  type Layout,
  type LayoutNode,
  nodeOf,
  nodesOf,
  type NodeType,
} from '#core/layout/node.ts'
import { t } from '#core/text/t.ts'
import type { UndoableState } from '#client/dashboard/state/store.ts'
import { tabText } from '#client/dashboard/state/tabs.ts'

/** The verb of a change and the node it affects. */
export interface EditChange {
  readonly verb:
    | 'add'
    | 'delete'
    | 'move'
    | 'resize'
    | 'rename'
    | 'edit'
    | 'style'
    | 'title'
    | 'publish'
    | 'css'
    | 'properties'
    | 'several'
  readonly node?: LayoutNode
}

type State = { readonly layout: Layout; readonly info: Partial<UndoableState['info']> }

/** Returns the change between two states. */
export function changeBetween(before: State, after: State): EditChange {
  const moved = before.layout === after.layout ? severalChanges : layoutChange(before, after)
  if (before.info.title !== after.info.title) return moved === severalChanges ? { verb: 'title' } : { verb: 'several' }
  if (moved !== severalChanges || before.info === after.info) return moved
  return { verb: propertyChangeVerb(before.info, after.info) }
}

/** Returns the verb for changed dashboard properties: that of the single property, or a general one for several. */
function propertyChangeVerb(before: State['info'], after: State['info']): EditChange['verb'] {
  const keys = Object.keys(after) as (keyof State['info'])[]
  const changed = keys.filter((key) => before[key] !== after[key])
  if (changed.length === 1 && changed[0] === 'published') return 'publish'
  return changed.length === 1 && changed[0] === 'css' ? 'css' : 'properties'
}

const severalChanges: EditChange = { verb: 'several' }

function layoutChange(before: State, after: State): EditChange {
  const added = mainChange(nodesOf(after.layout).filter((node) => !nodeOf(before.layout, node.id)))
  const removed = mainChange(nodesOf(before.layout).filter((node) => !nodeOf(after.layout, node.id)))
  const shifted = mainChange(nodesOf(after.layout).filter((node) => isShifted(before.layout, node)))
  if (added && (added.type !== 'ROW' || !shifted)) return { verb: 'add', node: added }
  if (removed && ((removed.type !== 'ROW' && removed.type !== 'TABS') || !shifted))
    return { verb: 'delete', node: removed }
  if (removed?.type === 'TABS' && shifted?.parents.length === 2) return { verb: 'delete', node: removed }
  const moved = shifted ?? findReorderedParent(before.layout, after.layout)
  if (moved) return { verb: 'move', node: moved }
  return styleChange(before.layout, after.layout)
}

const rank: readonly NodeType[] = ['TABS', 'CHART', 'MARKDOWN', 'DYNAMIC', 'COLUMN', 'HEADER', 'DIVIDER', 'TAB', 'ROW']

/**
 * Returns the node that names a change of several nodes: the outermost one. A row that was added or removed with its
 * only child does not count.
 */
function mainChange(nodes: readonly LayoutNode[]): LayoutNode | undefined {
  const holds = (each: LayoutNode) => each.type !== 'ROW' || each.children.length > 1
  const outer = nodes.filter((node) => !nodes.some((each) => node.parents.includes(each.id) && holds(each)))
  return outer.toSorted((a, b) => rank.indexOf(a.type) - rank.indexOf(b.type))[0]
}

function isShifted(before: Layout, node: LayoutNode): boolean {
  const was = nodeOf(before, node.id)
  return was !== undefined && was.parents.at(-1) !== node.parents.at(-1) && node.type !== 'GRID'
}

function findReorderedParent(before: Layout, after: Layout): LayoutNode | undefined {
  for (const node of nodesOf(after)) {
    const was = nodeOf(before, node.id)?.children ?? []
    if (was.length !== node.children.length || was.every((id, at) => id === node.children[at])) continue
    const without = (ids: readonly string[], id: string) => ids.filter((each) => each !== id).join('\n')
    return childrenOf(after, node.id).find(({ id }) => without(was, id) === without(node.children, id))
  }
  return undefined
}

function styleChange(before: Layout, after: Layout): EditChange {
  for (const node of nodesOf(after).filter(({ id }) => id !== HEADER_ID)) {
    const was = nodeOf(before, node.id)?.meta ?? {}
    const differs = (key: string) => was[key] !== node.meta[key]
    if (differs('width') || differs('height')) return { verb: 'resize', node }
    if (differs('text') || differs('sliceNameOverride')) return { verb: 'rename', node }
    if (differs('code')) return { verb: 'edit', node }
    if (differs('background') || differs('headerSize')) return { verb: 'style', node }
  }
  return severalChanges
}

/** Returns the label of a node type. */
export function nodeTypeLabel(type: NodeType): string {
  const kinds: Partial<Record<NodeType, string>> = {
    CHART: t('chart'),
    MARKDOWN: t('text'),
    COLUMN: t('column'),
    ROW: t('row'),
    HEADER: t('header'),
    DIVIDER: t('divider'),
    TABS: t('tabs'),
    TAB: t('tab'),
  }
  return kinds[type] ?? t('element')
}

/** Returns the name that a node shows, or undefined if it shows none. */
export function nodeName(node: LayoutNode): string | undefined {
  const { meta } = node
  if (node.type === 'CHART') return meta.sliceNameOverride || meta.sliceName || undefined
  if (node.type === 'TAB') return tabText(node)
  if (node.type === 'HEADER') return meta.text || undefined
  return undefined
}

const verbs: Record<EditChange['verb'], (what: string) => string> = {
  add: (what) => t('add %s', what),
  delete: (what) => t('delete %s', what),
  move: (what) => t('move %s', what),
  resize: (what) => t('resize %s', what),
  rename: (what) => t('rename %s', what),
  edit: (what) => t('edit %s', what),
  style: (what) => t('change the look of %s', what),
  title: () => t('rename dashboard'),
  publish: () => t('publish or unpublish'),
  css: () => t('edit CSS'),
  properties: () => t('change properties'),
  several: () => t('several changes'),
}

/** Returns the change in two words: `resize chart`. */
export function changeText(change: EditChange): string {
  return verbs[change.verb](change.node ? nodeTypeLabel(change.node.type) : '')
}

/** Returns the change with the name of the changed node: `resize Mean delay`. */
export function changeName(change: EditChange): string {
  return verbs[change.verb](change.node ? (nodeName(change.node) ?? nodeTypeLabel(change.node.type)) : '')
}
