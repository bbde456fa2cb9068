import { chartDraftKey } from '#client/session/drafts.ts'
import type { DraftAutosave } from '#client/shell/DraftStatus.tsx'
import type { FormData } from '#core/form/form-data.ts'
import { withInheritedOf, withoutInheritedFilters } from './inherited-filters.ts'
import { changesOf } from './stale-result.ts'
import type { ExploreState, ExploreStore } from './store.ts'

/** The unsaved changes of a chart when its page was closed, for any reason. */
export interface AutosavedDraft {
  /** Epoch milliseconds. */
  readonly keptAt: number
  /** Without the additions of a dashboard. */
  readonly form: FormData
  readonly title: string
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined

/** Returns the storage key: one draft per user and chart; new charts on a dataset share one. */
function keyOf({ user, slice, dataset }: Pick<ExploreState, 'user' | 'slice' | 'dataset'>): string {
  if (slice) return chartDraftKey(user?.userId, slice.id)
  return `facet:left:explore:${user?.userId ?? 'anonymous'}:dataset:${dataset.id}`
}

/** Returns the draft of this chart if it differs from the current state. */
export function readAutosavedDraft(store: ExploreStore, storage: DraftStorage): AutosavedDraft | null {
  const state = store.getState()
  try {
    const draft = JSON.parse(storage?.getItem(keyOf(state)) ?? 'null') as Partial<AutosavedDraft> | null
    const { form, keptAt: savedAt, title } = draft ?? {}
    if (!form?.viz_type || typeof savedAt !== 'number' || typeof title !== 'string') return null
    if (form.datasource !== state.form.datasource) return null
    return changesOf(state.form, form).length > 0 || title !== state.title ? { form, keptAt: savedAt, title } : null
  } catch {
    return null
  }
}

export function discardAutosavedDraft(store: ExploreStore, storage: DraftStorage): void {
  try {
    storage?.removeItem(keyOf(store.getState()))
  } catch {
    // Storage that cannot be written holds no draft.
  }
}

/** Replaces the current state with a draft as one undo step; the current additions of the dashboard stay. */
export function restoreAutosavedDraft(store: ExploreStore, { form, title }: AutosavedDraft): void {
  store.setState((state) => ({ form: withInheritedOf(form, state.form), title }))
}

/**
 * Stores unsaved changes where another tab can find them, until they are saved, and reports each attempt. `now` in epoch
 * milliseconds. Returns a function that stops it.
 */
export function autosaveDraft(
  store: ExploreStore,
  storage: DraftStorage,
  now: () => number,
  report: (autosave: DraftAutosave) => void = () => {},
): () => void {
  return store.subscribe((state, before) => {
    if (state.form === before.form && state.title === before.title && state.saved === before.saved) return
    const isSaved = changesOf(state.saved, state.form).length === 0 && state.title === state.savedTitle
    const savedAt = now()
    try {
      // Before its first save, the draft of a chart was stored under its dataset.
      if (isSaved) for (const each of [state, before]) storage?.removeItem(keyOf(each))
      else
        storage?.setItem(
          keyOf(state),
          JSON.stringify({ keptAt: savedAt, form: withoutInheritedFilters(state.form), title: state.title }),
        )
      report({ isStored: isSaved || storage !== undefined, savedAt: isSaved || !storage ? undefined : savedAt })
    } catch {
      report({ isStored: false, savedAt: undefined })
    }
  })
}
