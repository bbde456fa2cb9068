import type { FormData } from '#core/form/form-data.ts'
import type { ExploreState, ExploreStore } from './store.ts'

/** The browser storage for drafts; undefined if storage is disabled. */
type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined

interface Draft {
  readonly sliceId: number | null
  readonly datasetId: number
  readonly form: FormData
  readonly title: string
}

/**
 * Returns the storage key: one draft per user and history entry of the tab, because another user may have signed in.
 */
const nameOf = ({ user }: Pick<ExploreState, 'user'>, key: string) =>
  `facet:draft:explore:${user?.userId ?? 'anonymous'}:${key}`

function parseDraft(storage: DraftStorage, name: string): Draft | null {
  try {
    return JSON.parse(storage?.getItem(name) ?? 'null') as Draft | null
  } catch {
    return null
  }
}

/** Restores unsaved changes after a reload as one undo step. Drafts of other charts are ignored. */
export function restoreDraft(store: ExploreStore, storage: DraftStorage, key: string): void {
  const { user, slice, dataset } = store.getState()
  const draft = parseDraft(storage, nameOf({ user }, key))
  if (draft?.sliceId === (slice?.id ?? null) && draft.datasetId === dataset.id && draft.form.viz_type)
    store.setState({ form: draft.form, title: draft.title })
}

/** Stores unsaved changes so that they survive a reload. Returns a function that stops it. */
export function storeDraft(store: ExploreStore, shelf: DraftStorage, key: string): () => void {
  return store.subscribe(({ user, slice, dataset, form, title, saved, savedTitle }, before) => {
    if (form === before.form && title === before.title && saved === before.saved) return
    const draft: Draft = { sliceId: slice?.id ?? null, datasetId: dataset.id, form, title }
    try {
      if (form === saved && title === savedTitle) shelf?.removeItem(nameOf({ user }, key))
      else shelf?.setItem(nameOf({ user }, key), JSON.stringify(draft))
    } catch {
      // Without storage, drafts are not kept.
    }
  })
}
