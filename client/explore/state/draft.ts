import type { FormData } from '#core/form/form-data.ts'
import type { ExploreState, ExploreStore } from './store.ts'

/** Where drafts are kept; undefined in a browser that keeps none. */
type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined

interface Draft {
  readonly sliceId: number | null
  readonly datasetId: number
  readonly form: FormData
  readonly title: string
}

/** One draft for each person and entry of the tab's history: somebody else may have signed in since. */
const nameOf = ({ user }: Pick<ExploreState, 'user'>, key: string) =>
  `facet:draft:explore:${user?.userId ?? 'anonymous'}:${key}`

function read(shelf: Shelf, name: string): Draft | null {
  try {
    return JSON.parse(shelf?.getItem(name) ?? 'null') as Draft | null
  } catch {
    return null
  }
}

/** Brings back what was not saved before a reload, as a step that can be undone. Drafts of other charts are left alone. */
export function restoreDraft(store: ExploreStore, shelf: Shelf, key: string): void {
  const { user, slice, dataset } = store.getState()
  const draft = read(shelf, nameOf({ user }, key))
  if (draft?.sliceId === (slice?.id ?? null) && draft.datasetId === dataset.id && draft.form.viz_type)
    store.setState({ form: draft.form, title: draft.title })
}

/** Keeps what is not saved over reloads of the page, until it is. Gives the way to stop. */
export function keepDraft(store: ExploreStore, shelf: Shelf, key: string): () => void {
  return store.subscribe(({ user, slice, dataset, form, title, saved, savedTitle }, before) => {
    if (form === before.form && title === before.title && saved === before.saved) return
    const draft: Draft = { sliceId: slice?.id ?? null, datasetId: dataset.id, form, title }
    try {
      if (form === saved && title === savedTitle) shelf?.removeItem(nameOf({ user }, key))
      else shelf?.setItem(nameOf({ user }, key), JSON.stringify(draft))
    } catch {
      // A browser without room keeps no drafts.
    }
  })
}
