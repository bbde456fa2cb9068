import type { DatasetEdit } from './edit-draft.ts'

/** Where drafts are kept; undefined in a browser that keeps none. */
type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined

/** Whose draft of which dataset. */
export interface DraftKey {
  /** Null for somebody who has not signed in. */
  readonly userId: number | null
  readonly datasetId: number
}

const nameOf = ({ userId, datasetId }: DraftKey) => `facet:draft:dataset:${userId ?? 'anonymous'}:${datasetId}`

/** What an edit began with: the dataset as it was, and its version then. */
export interface EditBase {
  readonly version: number | undefined
  readonly base: DatasetEdit
}

/** An edit that was left without saving, and what it began with. */
export interface DatasetDraft extends EditBase {
  readonly edit: DatasetEdit
}

/** The edit that was left without saving; null when there is none. */
export function readDatasetDraft(shelf: Shelf, key: DraftKey): DatasetDraft | null {
  try {
    const kept = JSON.parse(shelf?.getItem(nameOf(key)) ?? 'null') as Partial<DatasetDraft> | null
    return kept?.edit && kept.base ? { version: kept.version, base: kept.base, edit: kept.edit } : null
  } catch {
    return null
  }
}

/** Keeps an edit until it is saved or given up; null forgets it. */
export function keepDatasetDraft(shelf: Shelf, key: DraftKey, draft: DatasetDraft | null): void {
  try {
    if (draft) shelf?.setItem(nameOf(key), JSON.stringify(draft))
    else shelf?.removeItem(nameOf(key))
  } catch {
    // A browser without room keeps no drafts.
  }
}
