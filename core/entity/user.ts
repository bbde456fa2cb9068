import type { Draft, Entity } from './entity.ts'

/** A person who signs in. */
export interface User extends Entity {
  /** Unique among living users. */
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  /** Unique among living users. */
  readonly email: string | null
  /** Hash of the password; null when the user cannot sign in by one. Never sent and never logged. */
  readonly password: string | null
  readonly active: boolean
  readonly last_login: number | null
  readonly login_count: number
  readonly fail_login_count: number
  /** Epoch milliseconds: bearer tokens issued until then, this moment included, are refused; null refuses none. */
  readonly tokens_from: number | null
  /** Role ids, ascending. */
  readonly roles: readonly number[]
}

export type UserDraft = Draft<User, 'username' | 'first_name' | 'last_name'>
