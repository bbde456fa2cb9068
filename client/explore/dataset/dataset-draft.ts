import type { DatasetEdit } from './edit-draft.ts'

/** Where drafts are kept; undefined in a browser that keeps none. */
type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined

const nameOf = (id: number) => `facet:draft:dataset:${id}`

/** An edit that was left without saving; outdated when the dataset has been saved since it began. */
export interface DatasetDraft {
  readonly edit: DatasetEdit
  readonly isOutdated: boolean
}

/** The edit that was left without saving; null when there is none. */
export function readDatasetDraft(shelf: Shelf, id: number, version: number | undefined): DatasetDraft | null {
  try {
    const kept = JSON.parse(shelf?.getItem(nameOf(id)) ?? 'null') as { version?: number; edit: DatasetEdit } | null
    return kept && { edit: kept.edit, isOutdated: kept.version !== version }
  } catch {
    return null
  }
}

/** Keeps an edit until it is saved or given up; null forgets it. */
export function keepDatasetDraft(
  shelf: Shelf,
  id: number,
  version: number | undefined,
  edit: DatasetEdit | null,
): void {
  try {
    if (edit) shelf?.setItem(nameOf(id), JSON.stringify({ version, edit }))
    else shelf?.removeItem(nameOf(id))
  } catch {
    // A browser without room keeps no drafts.
  }
}
