/** The fields of every main entity. Times are epoch milliseconds UTC; `_fk` are user ids. */
export interface Entity {
  readonly id: number
  readonly uuid: string
  readonly created_on: number
  readonly changed_on: number
  readonly created_by_fk: number | null
  readonly changed_by_fk: number | null
  /** Null while the entity is not deleted. */
  readonly deleted_at: number | null
  /** Incremented with every change; compared with If-Match. */
  readonly version: number
}

/** An entity with owners and certification that can be exchanged in bundles. */
export interface OwnedEntity extends Entity {
  readonly is_managed_externally: boolean
  readonly external_url: string | null
  readonly certified_by: string | null
  readonly certification_details: string | null
  readonly unknown_keys: string | null
  /** User ids, ascending. */
  readonly owners: readonly number[]
}

/** Fields that only the store sets. */
export type StoreManagedField =
  | 'id'
  | 'created_on'
  | 'changed_on'
  | 'created_by_fk'
  | 'changed_by_fk'
  | 'deleted_at'
  | 'version'

/**
 * The values that create an entity: the keys `R`, and any other key that is not managed. A uuid is generated if absent.
 */
export type Draft<E extends Entity, R extends keyof E> = Pick<E, R> & Partial<Omit<E, R | StoreManagedField>>

/** The values that change an entity: only the changed keys. */
export type Patch<E extends Entity> = Partial<Omit<E, StoreManagedField | 'uuid'>>
