/** What every main entity carries. Times are epoch milliseconds UTC; `_fk` are user ids. */
export interface Entity {
  readonly id: number
  readonly uuid: string
  readonly created_on: number
  readonly changed_on: number
  readonly created_by_fk: number | null
  readonly changed_by_fk: number | null
  /** Null while the entity lives. */
  readonly deleted_at: number | null
  /** Grows by one with every change; what If-Match compares. */
  readonly version: number
}

/** An entity that people own, certify and exchange by bundles. */
export interface OwnedEntity extends Entity {
  readonly is_managed_externally: boolean
  readonly external_url: string | null
  readonly certified_by: string | null
  readonly certification_details: string | null
  readonly unknown_keys: string | null
  /** User ids, ascending. */
  readonly owners: readonly number[]
}

/** What the store sets itself; nobody else writes it. */
export type Managed = 'id' | 'created_on' | 'changed_on' | 'created_by_fk' | 'changed_by_fk' | 'deleted_at' | 'version'

/** What one gives to create an entity: the keys `R`, and any other key that is not managed; a uuid is made if absent. */
export type Draft<E extends Entity, R extends keyof E> = Pick<E, R> & Partial<Omit<E, R | Managed>>

/** What one gives to change an entity: only the keys that change. */
export type Patch<E extends Entity> = Partial<Omit<E, Managed | 'uuid'>>
