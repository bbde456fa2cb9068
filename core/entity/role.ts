import * as z from 'zod'
import { textOf } from '#core/rest/body.ts'
import { text } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** An action and its object: `['can_write', 'Chart']`. */
export type PermissionPair = readonly [permission: string, view: string]

/** Maximum characters of a role name. */
const MAX_ROLE_NAME_LENGTH = 64

/** Maximum characters of a permission name, and of a view name. */
const MAX_PERMISSION_LENGTH = 1000

const permissionPart = textOf(1, MAX_PERMISSION_LENGTH)
const name = textOf(1, MAX_ROLE_NAME_LENGTH)

/** A named set of permission pairs. */
export const roleEntity = defineEntity({
  table: 'roles',
  type: 'role',
  rights: { view: 'Role', permissions: ['can_read', 'can_write'], readers: 'Admin', writers: 'Admin' },
  unknown: 'dropped',
  fields: {
    /** Unique among roles that are not deleted. */
    name: text({ create: name, update: name.optional(), folded: true, sorted: true, filter: 'text' }),
  },
  relations: { users: { to: 'users', through: 'user_roles', here: 'role_id', there: 'user_id' } },
  also: {
    /** Every permission of the role; absent leaves them unchanged. */
    permissions: z.array(z.tuple([permissionPart, permissionPart])).optional(),
  },
})

export type Role = RowOf<typeof roleEntity>
export type RoleDraft = DraftOf<typeof roleEntity>
export type RoleBody = BodyOf<typeof roleEntity>
