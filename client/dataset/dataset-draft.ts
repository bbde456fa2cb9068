import type { DatasetEdit } from './edit-draft.ts'

/** The browser storage for drafts; undefined if storage is disabled. */
type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined

/** The user and the dataset of a draft. */
export interface DraftKey {
  /** Null for an anonymous user. */
  readonly userId: number | null
  readonly datasetId: number
}

const nameOf = ({ userId, datasetId }: DraftKey) => `facet:draft:dataset:${userId ?? 'anonymous'}:${datasetId}`

/** The starting point of an edit: the dataset and its version. */
export interface DatasetEditBase {
  readonly version: number | undefined
  readonly base: DatasetEdit
}

/** An unsaved edit with its starting point. */
export interface DatasetDraft extends DatasetEditBase {
  readonly edit: DatasetEdit
}

/** Returns the stored draft; null if there is none. */
export function readDatasetDraft(storage: DraftStorage, key: DraftKey): DatasetDraft | null {
  try {
    const stored = JSON.parse(storage?.getItem(nameOf(key)) ?? 'null') as Partial<DatasetDraft> | null
    return stored?.edit && stored.base ? { version: stored.version, base: stored.base, edit: stored.edit } : null
  } catch {
    return null
  }
}

/** Stores a draft until it is saved or discarded; null removes it. */
export function storeDatasetDraft(shelf: DraftStorage, key: DraftKey, draft: DatasetDraft | null): void {
  try {
    if (draft) shelf?.setItem(nameOf(key), JSON.stringify(draft))
    else shelf?.removeItem(nameOf(key))
  } catch {
    // Without storage, drafts are not kept.
  }
}
