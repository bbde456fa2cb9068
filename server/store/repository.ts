import type { Condition } from '#core/access/condition.ts'
import type { Entity } from '#core/entity/entity.ts'

/** Id of the acting user; null if the product itself acts. */
export type Actor = number | null

/** One sort key; `column` may be `relation.column` of a to-one relation. Nulls come last. */
export interface Order {
  readonly column: string
  /** The condition on related rows; others count as absent. Default: all. */
  readonly where?: Condition
  readonly direction: 'asc' | 'desc'
}

/**
 * Selects the rows of a list: `page` counts from 0; without `pageSize` all rows. Rows equal in `order` are sorted by
 * id.
 */
export interface ListQuery {
  readonly where?: Condition
  readonly order?: readonly Order[]
  readonly page?: number
  readonly pageSize?: number
  /** Lists deleted rows instead of live ones. */
  readonly isBin?: boolean
}

/** One page: `count` is the number of all matching rows, `ids` are those of `rows`. */
export interface Page<E> {
  readonly rows: readonly E[]
  readonly count: number
  readonly ids: readonly number[]
}

/** Whether deleted rows are included. */
export interface ReadOptions {
  readonly deleted?: boolean
}

/**
 * Reads and writes one entity type; each change writes its event in the same transaction. `E` is the read form, `D` the
 * draft for creation, `P` the patch, `L` the form in lists.
 * Errors of server/store/errors.ts: RowMissing, VersionConflict, UniqueViolation, InvalidValue, UnknownColumn.
 */
export interface Repository<E extends Entity, D, P, L extends Entity = E> {
  get(id: number, readOptions?: ReadOptions): Promise<E | undefined>
  getByUuid(uuid: string, readOptions?: ReadOptions): Promise<E | undefined>
  /** Returns the rows with these uuids in the form of `getByUuid`; missing ones are left out. */
  byUuids(uuids: readonly string[], readOptions?: ReadOptions): Promise<ReadonlyMap<string, E>>
  /** Returns the row with the lowest id that matches the condition. */
  find(condition: Condition, readOptions?: ReadOptions): Promise<E | undefined>
  list(query: ListQuery): Promise<Page<L>>
  count(condition: Condition): Promise<number>
  /** Returns the ids of the matching live rows, ascending. */
  ids(condition: Condition): Promise<readonly number[]>
  create(values: D, actor: Actor): Promise<E>
  /** Creates all or none, in this order. */
  createMany(values: readonly D[], actor: Actor): Promise<readonly E[]>
  /** Changes the given keys. With `ifVersion`, throws VersionConflict unless the row still has that version. */
  update(id: number, patch: P, actor: Actor, options?: { readonly ifVersion?: number }): Promise<E>
  /** Changes the given keys of each row, all or none; each row at most once. Returns rows in this order. */
  updateMany(changes: readonly { readonly id: number; readonly patch: P }[], actor: Actor): Promise<readonly E[]>
  /** Moves rows to the bin, all or none; throws RowMissing if one does not exist. Their unique values become free. */
  remove(ids: number | readonly number[], actor: Actor, options?: { readonly ifVersion?: number }): Promise<void>
  /**
   * Restores a row with its links and favorites. `changes` are columns with new values, including the uuid; throws
   * UniqueViolation if another row has the same value.
   */
  restore(id: number, actor: Actor, changes?: Readonly<Record<string, unknown>>): Promise<E>
  /**
   * Permanently deletes rows of the bin with everything that belongs to them; throws RowMissing if one does not exist.
   */
  purge(ids: readonly number[]): Promise<void>
}
