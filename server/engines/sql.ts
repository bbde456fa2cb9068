import { createHmac } from 'node:crypto'

/** A timestamp bound to a statement: epoch milliseconds, read as wall-clock time in UTC. */
export interface SqlInstant {
  readonly epochMs: number
}

/** A value bound to a statement, never printed into it. */
export type Param = string | number | boolean | null | SqlInstant

/** A limit that no table reaches. */
export const UNREACHABLE_LIMIT_SQL = 'LIMIT 9223372036854775807'

declare const checkedSql: unique symbol

/**
 * A statement that may be sent to a driver. `text` has placeholders for `params`, in order; `shown` is the same
 * statement with literals, for users and SQL Lab.
 */
export interface Sql {
  readonly text: string
  readonly params: readonly Param[]
  readonly shown: string
  readonly [checkedSql]: true
}

declare const guardedSql: unique symbol

/** Users' SQL that has passed the guard: one expression, or one SELECT. */
export interface Fragment {
  readonly text: string
  readonly [guardedSql]: true
}

/**
 * Creates a statement. Only for the printer and the guard: any other caller bypasses the protection against unchecked
 * SQL.
 */
export function createSql(text: string, params: readonly Param[], shown: string): Sql {
  return { text, params, shown: shown.replace(MASK_KEY, 'mask-key:') } as Sql
}

/** The key of hashed columns in a statement; nobody sees it. */
const MASK_KEY = /mask-key:[0-9a-f]{64}/g

/** Returns the key of hashed columns that is derived from a secret key; the store of an installation holds the one in use. */
export function maskKeyOf(secretKey: string): string {
  return `mask-key:${createHmac('sha256', secretKey).update('column masks').digest('hex')}`
}

/** Creates a fragment. Only for the guard. */
export function createSqlFragment(text: string): Fragment {
  return { text } as Fragment
}

/** The type of a time column: its name in the database, null if unknown, and whether its values are texts. */
export interface TimeBoundType {
  readonly type: string | null
  readonly isText: boolean
}
