import { chartIdsOf } from '#core/layout/charts.ts'
import type { Layout } from '#core/layout/node.ts'
import { chartRemoved, type Charts } from '#client/chart/chart-state.ts'
import type { DashboardStore, UndoableState } from './store.ts'

const lastGesture = new WeakMap<DashboardStore, string>()

/** Applies a change without adding it to the undo history. */
export function withoutUndo(store: DashboardStore, change: () => void): void {
  const { pause, resume } = store.temporal.getState()
  pause()
  change()
  resume()
}

/**
 * Applies one undoable change to the dashboard. Successive changes with the same `gesture` (such as typing a title) are
 * undone together.
 */
export function edit(
  store: DashboardStore,
  change: (now: UndoableState) => Partial<UndoableState>,
  gesture?: string,
): void {
  const now = store.getState()
  const next = { layout: now.layout, info: now.info, ...change(now) }
  if (next.layout === now.layout && next.info === now.info) return
  const isMore = gesture !== undefined && lastGesture.get(store) === gesture
  if (gesture === undefined) lastGesture.delete(store)
  else lastGesture.set(store, gesture)
  const set = () => store.setState({ ...next, hasUnsavedChanges: true })
  if (isMore && store.temporal.getState().pastStates.length > 0) withoutUndo(store, set)
  else set()
}

export function editLayout(store: DashboardStore, change: (layout: Layout) => Layout, gesture?: string): void {
  edit(store, ({ layout }) => ({ layout: change(layout) }), gesture)
}

function travel(store: DashboardStore, action: 'undo' | 'redo'): void {
  lastGesture.delete(store)
  store.temporal.getState()[action]()
  const hasUnsavedChanges = store.temporal.getState().pastStates.length > 0
  // Every change of the store notifies all subscribers.
  if (store.getState().hasUnsavedChanges !== hasUnsavedChanges) store.setState({ hasUnsavedChanges })
}

export const undo = (store: DashboardStore): void => travel(store, 'undo')
export const redo = (store: DashboardStore): void => travel(store, 'redo')

/** Returns the dashboard as before the first undoable change. */
export function beforeEdits(store: DashboardStore): UndoableState {
  const { layout, info } = store.getState()
  return { layout, info, ...store.temporal.getState().pastStates[0] }
}

/** Returns the charts that the layout contains. */
function placedCharts(charts: Charts, layout: Layout): Charts {
  const placed = new Set(chartIdsOf(layout))
  return Object.values(charts)
    .filter(({ id }) => !placed.has(id))
    .reduce((all, { id }) => chartRemoved(all, id), charts)
}

/** Marks the current state as saved: clears the undo history and drops removed charts. */
export function markSaved(store: DashboardStore, saved: UndoableState): void {
  lastGesture.delete(store)
  withoutUndo(store, () =>
    store.setState(({ charts }) => ({
      ...saved,
      hasUnsavedChanges: false,
      charts: placedCharts(charts, saved.layout),
    })),
  )
  store.temporal.getState().clear()
}

/** Marks an earlier state as saved; later changes become one unsaved change. */
export function markEarlierStateSaved(store: DashboardStore, saved: UndoableState): void {
  lastGesture.delete(store)
  const { version, metadata } = saved.info
  withoutUndo(store, () => store.setState(({ info }) => ({ info: { ...info, version, metadata } })))
  store.temporal.setState({ pastStates: [saved], futureStates: [] })
}

/** Reverts to the saved state and leaves edit mode. Returns a function that undoes this. */
export function discardEdits(store: DashboardStore): () => void {
  const { layout, info, hasUnsavedChanges, charts: before } = store.getState()
  const { pastStates, futureStates } = store.temporal.getState()
  markSaved(store, beforeEdits(store))
  store.setState({ editMode: false })
  return () => {
    withoutUndo(store, () =>
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

/** A change that is shown while it happens and undone as one step. */
export interface UndoGroup {
  /** Shows the layout; not undoable yet. */
  readonly show: (layout: Layout) => void
  /** Commits the shown layout. */
  readonly keep: () => void
  /** Restores the layout from the start of the gesture. */
  readonly cancel: () => void
  /** The layout at the start of the gesture. */
  readonly before: Layout
}

export function beginUndoGroup(store: DashboardStore): UndoGroup {
  const before = store.getState().layout
  const show = (layout: Layout) => withoutUndo(store, () => store.setState({ layout }))
  const cancel = () => show(before)
  const keep = () => {
    const after = store.getState().layout
    cancel()
    editLayout(store, () => after)
  }
  return { show, keep, cancel, before }
}
