import { chartIdsOf } from '#core/layout/charts.ts'
import type { Layout } from '#core/layout/node.ts'
import { chartRemoved, type Charts } from '#client/chart/machine.ts'
import type { DashboardStore, Undoable } from './store.ts'

const lastGesture = new WeakMap<DashboardStore, string>()

/** Changes what undo does not see. */
export function silently(store: DashboardStore, change: () => void): void {
  const { pause, resume } = store.temporal.getState()
  pause()
  change()
  resume()
}

/**
 * One change of the dashboard, to be undone as one. Changes in a row with the same `gesture` (the letters of a title)
 * are undone together.
 */
export function edit(store: DashboardStore, change: (now: Undoable) => Partial<Undoable>, gesture?: string): void {
  const now = store.getState()
  const next = { layout: now.layout, info: now.info, ...change(now) }
  if (next.layout === now.layout && next.info === now.info) return
  const isMore = gesture !== undefined && lastGesture.get(store) === gesture
  if (gesture === undefined) lastGesture.delete(store)
  else lastGesture.set(store, gesture)
  const set = () => store.setState({ ...next, hasUnsavedChanges: true })
  if (isMore && store.temporal.getState().pastStates.length > 0) silently(store, set)
  else set()
}

export function editLayout(store: DashboardStore, change: (layout: Layout) => Layout, gesture?: string): void {
  edit(store, ({ layout }) => ({ layout: change(layout) }), gesture)
}

function travel(store: DashboardStore, way: 'undo' | 'redo'): void {
  lastGesture.delete(store)
  store.temporal.getState()[way]()
  const hasUnsavedChanges = store.temporal.getState().pastStates.length > 0
  // Whoever looks at the dashboard looks again for each change.
  if (store.getState().hasUnsavedChanges !== hasUnsavedChanges) store.setState({ hasUnsavedChanges })
}

export const undo = (store: DashboardStore): void => travel(store, 'undo')
export const redo = (store: DashboardStore): void => travel(store, 'redo')

/** The dashboard as it was before the first change that can be undone. */
export function unedited(store: DashboardStore): Undoable {
  const { layout, info } = store.getState()
  return { layout, info, ...store.temporal.getState().pastStates[0] }
}

/** The charts that stand somewhere. */
function placedCharts(charts: Charts, layout: Layout): Charts {
  const placed = new Set(chartIdsOf(layout))
  return Object.values(charts)
    .filter(({ id }) => !placed.has(id))
    .reduce((all, { id }) => chartRemoved(all, id), charts)
}

/** The dashboard is saved as it stands: nothing to undo, nothing unsaved. Charts taken off it are gone for good. */
export function settle(store: DashboardStore, saved: Undoable): void {
  lastGesture.delete(store)
  silently(store, () =>
    store.setState(({ charts }) => ({
      ...saved,
      hasUnsavedChanges: false,
      charts: placedCharts(charts, saved.layout),
    })),
  )
  store.temporal.getState().clear()
}

/** The dashboard is saved as it stood a moment ago; what was changed since is one unsaved change. */
export function settleEarlier(store: DashboardStore, saved: Undoable): void {
  lastGesture.delete(store)
  const { version, metadata } = saved.info
  silently(store, () => store.setState(({ info }) => ({ info: { ...info, version, metadata } })))
  store.temporal.setState({ pastStates: [saved], futureStates: [] })
}

/** Back to what is saved, out of edit mode. Gives the way back to where this was called. */
export function discard(store: DashboardStore): () => void {
  const { layout, info, hasUnsavedChanges, charts: before } = store.getState()
  const { pastStates, futureStates } = store.temporal.getState()
  settle(store, unedited(store))
  store.setState({ editMode: false })
  return () => {
    silently(store, () =>
      store.setState(({ charts }) => ({
        layout,
        info,
        hasUnsavedChanges,
        editMode: true,
        charts: { ...before, ...charts },
      })),
    )
    store.temporal.setState({ pastStates, futureStates })
  }
}

/** A change that is seen while it is made and undone as one. */
export interface Gesture {
  /** Shows the layout; nothing is undoable yet. */
  readonly show: (layout: Layout) => void
  /** Keeps what is shown. */
  readonly keep: () => void
  /** Shows what was there when the gesture began. */
  readonly cancel: () => void
  /** The layout when the gesture began. */
  readonly before: Layout
}

export function beginGesture(store: DashboardStore): Gesture {
  const before = store.getState().layout
  const show = (layout: Layout) => silently(store, () => store.setState({ layout }))
  const cancel = () => show(before)
  const keep = () => {
    const after = store.getState().layout
    cancel()
    editLayout(store, () => after)
  }
  return { show, keep, cancel, before }
}
