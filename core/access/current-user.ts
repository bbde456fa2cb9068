import type { PermissionPair } from '#core/entity/role.ts'
import type { EffectiveQuota } from './quota.ts'
import type { GrantLevel } from '#core/rest/grant-level.ts'

/** A grant to the user, to one of their groups or to one of their roles. Ids are null except that of the object. */
export interface UserGrant {
  readonly level: GrantLevel
  readonly dashboard_id: number | null
  readonly dataset_id: number | null
  readonly database_id: number | null
  readonly schema: string | null
  /** The folder, or one below it: a grant on a folder is repeated for each of them. */
  readonly folder_id?: number | null
}

/** A condition on the rows of a dataset, or of every dataset if `dataset` is null, as SQL that may contain templates. */
export interface GuestRule {
  readonly dataset: number | null
  readonly clause: string
}

/** The access of a guest token: ids of entities, and conditions on rows. */
export interface GuestAccess {
  readonly dashboards: readonly number[]
  /** The charts of the dashboards. */
  readonly charts: readonly number[]
  /** The datasets of the charts and of the native filters of the dashboards. */
  readonly datasets: readonly number[]
  readonly rules: readonly GuestRule[]
}

/** The user or the role as which an administrator views the application, read only. */
export interface ViewAs {
  readonly type: 'user' | 'role'
  readonly id: number
  /** The full name of the user, or the name of the role. */
  readonly name: string
  /** The administrator. */
  readonly administrator: { readonly id: number; readonly username: string }
  /** Epoch milliseconds; exclusive. */
  readonly until: number
}

/** The role to which an API token limits the rights of its user. */
export interface RoleLimit {
  readonly id: number
  /** All roles of the user: row rules and column masks of these apply as well. */
  readonly heldRoleIds: readonly number[]
}

/** The personal API token of a request. */
export interface TokenReference {
  readonly id: number
  readonly scope: 'read' | 'write'
}

/** The user of a request, as sent to the browser and read by the access rules. */
export interface CurrentUser {
  /** Null for an anonymous user. */
  readonly userId: number | null
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  /** BCP 47 tag of the formats of dates and numbers; absent without a choice. */
  readonly locale?: string
  readonly isActive: boolean
  readonly isAnonymous: boolean
  /** Epoch milliseconds. */
  readonly createdOn: number | null
  /** Permission pairs by role name. */
  readonly roles: Readonly<Record<string, readonly PermissionPair[]>>
  readonly roleIds: readonly number[]
  /**
   * The views of permissions on single objects: `datasource_access`, `schema_access`, `database_access`. They come from
   * roles and from grants.
   */
  readonly permissions: Readonly<Record<string, readonly string[]>>
  /** Grants that permit more than reading the data of a dataset; absent without any. */
  readonly grants?: readonly UserGrant[]
  /** Folders that the user owns, and those below them; absent without any. */
  readonly ownedFolders?: readonly number[]
  /** The quotas of the user; absent without any. */
  readonly quota?: EffectiveQuota
  /** The origin of an anonymous caller. Rate limits count anonymous callers by it. */
  readonly origin?: string
  /** Set for the bearer of a guest token, who has no user id. */
  readonly guest?: GuestAccess
  /**
   * Set if the request has an API token that is limited to a role. `roles`, `permissions` and `grants` are those of the
   * role only, and rows that the user owns or created give no rights.
   */
  readonly roleLimit?: RoleLimit
  /** Set if the request has a personal API token: a job that it starts ends with the token. Not sent to the browser. */
  readonly apiToken?: TokenReference
  /** Set if the request is that of an administrator who views the application as this user. */
  readonly viewAs?: ViewAs
}

/** The key by which limits count a caller: the user id, or the origin of an anonymous caller. */
export type CallerKey = number | string | null

export const callerKey = ({ userId, origin }: CurrentUser): CallerKey => userId ?? origin ?? null
