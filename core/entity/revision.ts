/** A version of a thing: what it was after somebody's saves. */
export interface Revision {
  readonly id: number
  /** When the first and the last of its saves were made, in epoch milliseconds. */
  readonly begun_on: number
  readonly made_on: number
  /** User id; null when the product itself saved. */
  readonly made_by: number | null
  /** When the version was made that this one brought back; null for any other. */
  readonly restored_of: number | null
  /** JSON text of the fields, as they are stored. */
  readonly snapshot: string
}

/** Saves of one person within this time (milliseconds) of the first are one version. */
export const FOLD_MS = 5 * 60_000

/** The most versions that are kept of one thing. */
export const MAX_REVISIONS = 100

/** Letters that the versions of one thing may have together; the newest two are kept however long they are. */
export const MAX_REVISION_LENGTH = 20_000_000
