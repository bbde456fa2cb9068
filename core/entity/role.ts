import { text } from './field.ts'
import { type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** An action and its object: `['can_write', 'Chart']`. */
export type PermissionPair = readonly [permission: string, view: string]

/** A named set of permission pairs. */
export const roleEntity = defineEntity({
  table: 'roles',
  type: 'role',
  fields: {
    /** Unique among roles that are not deleted. */
    name: text({ folded: true }),
  },
  relations: { users: { to: 'users', through: 'user_roles', here: 'role_id', there: 'user_id' } },
})

export type Role = RowOf<typeof roleEntity>
export type RoleDraft = DraftOf<typeof roleEntity>
