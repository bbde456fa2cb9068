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
}
