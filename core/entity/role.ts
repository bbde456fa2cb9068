import type { Draft, Entity } from './entity.ts'

/** What is allowed, and on what: `['can_write', 'Chart']`. */
export type PermissionPair = readonly [permission: string, view: string]

/** A named set of permission pairs. */
export interface Role extends Entity {
  /** Unique among living roles. */
  readonly name: string
}

export type RoleDraft = Draft<Role, 'name'>
