import type { FormData } from '#core/form/form-data.ts'
import { withInheritedOf, withoutInherited } from './inherited.ts'
import { changesOf } from './stale.ts'
import type { ExploreState, ExploreStore } from './store.ts'

/** What a person had changed of a chart and not saved when its page was left, in whatever way. */
export interface LeftDraft {
  /** Epoch milliseconds. */
  readonly keptAt: number
  /** Without what a dashboard had lent. */
  readonly form: FormData
  readonly title: string
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined

/** One draft for each person and chart; new charts on a dataset share one. */
function keyOf({ user, slice, dataset }: Pick<ExploreState, 'user' | 'slice' | 'dataset'>): string {
  const chart = slice ? `chart:${slice.id}` : `dataset:${dataset.id}`
  return `facet:left:explore:${user?.userId ?? 'anonymous'}:${chart}`
}

/** The draft left of this chart, if it says anything that the page does not show already. */
export function readLeft(store: ExploreStore, shelf: Shelf): LeftDraft | null {
  const state = store.getState()
  try {
    const draft = JSON.parse(shelf?.getItem(keyOf(state)) ?? 'null') as Partial<LeftDraft> | null
    const { form, keptAt, title } = draft ?? {}
    if (!form?.viz_type || typeof keptAt !== 'number' || typeof title !== 'string') return null
    if (form.datasource !== state.form.datasource) return null
    return changesOf(state.form, form).length > 0 || title !== state.title ? { form, keptAt, title } : null
  } catch {
    return null
  }
}

export function forgetLeft(store: ExploreStore, shelf: Shelf): void {
  try {
    shelf?.removeItem(keyOf(store.getState()))
  } catch {
    // Storage that cannot be changed holds no draft of ours.
  }
}

/** Puts a draft in place of what is shown, as a step that can be undone; what a dashboard lends now stays. */
export function restoreLeft(store: ExploreStore, { form, title }: LeftDraft): void {
  store.setState((state) => ({ form: withInheritedOf(form, state.form), title }))
}

/** Keeps what is not saved where another tab finds it, until it is saved. `now` in epoch milliseconds. Gives the way to stop. */
export function keepLeft(store: ExploreStore, shelf: Shelf, now: () => number): () => void {
  return store.subscribe((state, before) => {
    if (state.form === before.form && state.title === before.title && state.saved === before.saved) return
    const isSaved = changesOf(state.saved, state.form).length === 0 && state.title === state.savedTitle
    try {
      // A chart saved for the first time was a draft of its dataset.
      if (isSaved) for (const each of [state, before]) shelf?.removeItem(keyOf(each))
      else
        shelf?.setItem(
          keyOf(state),
          JSON.stringify({ keptAt: now(), form: withoutInherited(state.form), title: state.title }),
        )
    } catch {
      // A browser without room keeps no drafts.
    }
  })
}
