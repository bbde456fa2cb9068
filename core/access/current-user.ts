import type { PermissionPair } from '#core/entity/role.ts'

/** Who asks, as sent to the browser and as the rules see it. */
export interface CurrentUser {
  /** Null for somebody who has not signed in. */
  readonly userId: number | null
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly isActive: boolean
  readonly isAnonymous: boolean
  /** Epoch milliseconds. */
  readonly createdOn: number | null
  /** Role name to its permission pairs. */
  readonly roles: Readonly<Record<string, readonly PermissionPair[]>>
  /** Ids of the roles. */
  readonly roleIds: readonly number[]
  /** The views of the permissions that name single objects: `datasource_access`, `schema_access`, `database_access`. */
  readonly permissions: Readonly<Record<string, readonly string[]>>
  /** Where an anonymous caller comes from; limits count anonymous callers by it. */
  readonly origin?: string
}

/** By whom limits count a caller: the id of a user, or where an anonymous caller comes from. */
export type CallerKey = number | string | null

export const callerKey = ({ userId, origin }: CurrentUser): CallerKey => userId ?? origin ?? null
