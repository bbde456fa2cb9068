/** A moment bound to a statement: epoch milliseconds, read as wall clock in UTC. */
export interface Moment {
  readonly epochMs: number
}

/** A value bound to a statement, never printed into it. */
export type Param = string | number | boolean | null | Moment

declare const checked: unique symbol

/**
 * A statement that may reach a driver. `text` has placeholders for `params`, in order; `shown` is the same statement
 * with literals, for people and for the SQL editor.
 */
export interface Sql {
  readonly text: string
  readonly params: readonly Param[]
  readonly shown: string
  readonly [checked]: true
}

declare const guarded: unique symbol

/** SQL of a user that has passed the guard: one expression, or one SELECT. */
export interface Fragment {
  readonly text: string
  readonly [guarded]: true
}

/** Makes a statement. For the printer and the guard alone: whoever else calls it breaks the wall against bare text. */
export function sealSql(text: string, params: readonly Param[], shown: string): Sql {
  return { text, params, shown } as Sql
}

/** Makes a fragment. For the guard alone. */
export function sealFragment(text: string): Fragment {
  return { text } as Fragment
}
