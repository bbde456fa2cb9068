import type { StoreApi } from 'zustand'

/** Runs a change whose listeners are called at the end of the task. */
export type BatchedChange = (change: () => void) => void

/**
 * Makes the notifications of a store combinable. The returned function changes the state at once, and calls the
 * listeners once for all changes of the same task. Any other change calls them at once, for the earlier ones as well.
 */
export function batchNotifications<S>(store: StoreApi<S>): BatchedChange {
  type Listener = Parameters<StoreApi<S>['subscribe']>[0]
  const listeners = new Set<Listener>()
  /** The state that the listeners know, while they have not been called. */
  let known: { readonly state: S } | undefined
  let isBatched = false
  const notify = (state: S, before: S) => {
    known = undefined
    for (const listener of listeners) listener(state, before)
  }
  const flush = () => {
    if (known) notify(store.getState(), known.state)
  }
  store.subscribe((state, before) => {
    if (!isBatched) return notify(state, known?.state ?? before)
    if (!known) queueMicrotask(flush)
    known ??= { state: before }
  })
  store.subscribe = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return (change) => {
    isBatched = true
    try {
      change()
    } finally {
      isBatched = false
    }
  }
}
