import type { Condition } from '#core/access/condition.ts'
import type { Entity } from '#core/entity/entity.ts'

/** User id of who acts; null when the product itself does. */
export type Actor = number | null

/** One key to sort by; `column` may be `relation.column` of a relation to one row. Nulls come last. */
export interface Order {
  readonly column: string
  /** Which related rows are sorted by; the others are as if they were not there. All when absent. */
  readonly where?: Condition
  readonly direction: 'asc' | 'desc'
}

/** What to list: `page` counts from 0; without `pageSize` everything. Rows equal in `order` are sorted by id. */
export interface ListQuery {
  readonly where?: Condition
  readonly order?: readonly Order[]
  readonly page?: number
  readonly pageSize?: number
  /** What lies in the bin, in place of what lives. */
  readonly isBin?: boolean
}

/** One page: `count` is the number of all rows that match, `ids` are those of `rows`. */
export interface Page<E> {
  readonly rows: readonly E[]
  readonly count: number
  readonly ids: readonly number[]
}

/** Whether deleted rows are seen too. */
export interface Sight {
  readonly deleted?: boolean
}

/**
 * Reads and writes one kind of entity; each change writes its event in the same transaction.
 * `E` is what one reads, `D` what creates, `P` what changes, `L` what lists give.
 * Errors of server/store/errors.ts: RowMissing, VersionConflict, UniqueViolation, RefusedValue, UnknownColumn.
 */
export interface Repository<E extends Entity, D, P, L extends Entity = E> {
  get(id: number, sight?: Sight): Promise<E | undefined>
  getByUuid(uuid: string, sight?: Sight): Promise<E | undefined>
  /** The rows of these uuids, each as `getByUuid` gives it; what is not there is left out. */
  byUuids(uuids: readonly string[], sight?: Sight): Promise<ReadonlyMap<string, E>>
  /** The row of the lowest id that holds the condition. */
  find(condition: Condition, sight?: Sight): Promise<E | undefined>
  list(query: ListQuery): Promise<Page<L>>
  count(condition: Condition): Promise<number>
  create(values: D, actor: Actor): Promise<E>
  /** Creates all or none, in this order. */
  createMany(values: readonly D[], actor: Actor): Promise<readonly E[]>
  /** Changes the keys given; with `ifVersion`, only when the row still has that version, else VersionConflict. */
  update(id: number, patch: P, actor: Actor, options?: { readonly ifVersion?: number }): Promise<E>
  /** Changes the keys given of each row, all or none; each is named once. Answers in this order. */
  updateMany(changes: readonly { readonly id: number; readonly patch: P }[], actor: Actor): Promise<readonly E[]>
  /** Puts into the bin, all or none: RowMissing when one is not there. What is unique of it is free for others. */
  remove(ids: number | readonly number[], actor: Actor, options?: { readonly ifVersion?: number }): Promise<void>
  /**
   * Takes out of the bin, with its links and marks as they were. `changes` are columns that are otherwise by then, the
   * uuid among them: UniqueViolation where another has the same.
   */
  restore(id: number, actor: Actor, changes?: Readonly<Record<string, unknown>>): Promise<E>
  /** Removes for good what lies in the bin, with all that hangs on it: RowMissing when one is not there. */
  purge(ids: readonly number[]): Promise<void>
}
