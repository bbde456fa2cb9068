/** A version of an entity: its state after one or more saves of a user. */
export interface Revision {
  readonly id: number
  /** Time of the first and the last of its saves, in epoch milliseconds. */
  readonly begun_on: number
  readonly made_on: number
  /** User id; null if the application itself saved. */
  readonly made_by: number | null
  /** Creation time of the version that this one restored; null for any other. */
  readonly restored_of: number | null
  /** JSON text of the fields as stored. */
  readonly snapshot: string
}

/** Saves of one user within this time (milliseconds) after the first are combined into one version. */
export const FOLD_MS = 5 * 60_000

/** Maximum number of versions retained per entity. */
export const MAX_REVISIONS = 100

/** Maximum total length of the versions of one entity, in characters. The newest two are always retained. */
export const MAX_REVISION_LENGTH = 20_000_000
