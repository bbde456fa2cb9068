import { chartIdsOf } from '#core/layout/charts.ts'
import { withTitle } from '#core/layout/node-changes.ts'
import { type Layout, nodesOf } from '#core/layout/node.ts'
import { infoBody, titleToSave } from './info-body.ts'
import type { UndoableState } from './store.ts'

/** Returns the layout as stored, including the title. */
export function layoutToSave({ layout, info }: Pick<UndoableState, 'layout'> & { info: { title: string } }): Layout {
  return withTitle(layout, titleToSave(info.title))
}

/** True if two layouts have the same structure and content. Chart ids that the server fills in are ignored. */
export function isSameLayout(a: Layout, b: Layout): boolean {
  return printNodes(a) === printNodes(b)
}

function printNodes(layout: Layout): string {
  const nodes = nodesOf(layout).map(({ id, type, children, meta }) => {
    const details = Object.entries(meta).filter(([key, value]) => key !== 'uuid' && value !== undefined)
    return JSON.stringify([id, type, children, details.toSorted(([x], [y]) => (x < y ? -1 : 1))])
  })
  return nodes.toSorted().join('\n')
}

type SavedDashboard = Pick<UndoableState, 'layout'> & {
  readonly info: Pick<UndoableState['info'], 'title' | 'metadata'>
}

/** Returns the request body that saves a dashboard: the properties changed since `before`, and the layout. */
export function saveBody(state: UndoableState, before: UndoableState['info']): Record<string, unknown> {
  return { ...infoBody(before, state.info), ...layoutBody(state) }
}

/** Returns the metadata that contain the layout, which is how a layout is saved. */
export function layoutBody(state: SavedDashboard): { readonly json_metadata: string } {
  return { json_metadata: JSON.stringify({ ...metadataToSave(state), positions: layoutToSave(state) }) }
}

/** Returns the metadata without entries of removed charts. */
export function metadataToSave({ layout, info }: SavedDashboard): Record<string, unknown> {
  const { chart_configuration: configuration, ...metadata } = info.metadata
  if (typeof configuration !== 'object' || configuration === null || Array.isArray(configuration)) return info.metadata
  const placed = new Set(chartIdsOf(layout).map(String))
  const stored = Object.entries(configuration).filter(([id]) => placed.has(id))
  return { ...metadata, chart_configuration: Object.fromEntries(stored) }
}
