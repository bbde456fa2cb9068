import { ids, textOf } from '#core/rest/body.ts'
import { links, text, nullableText } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

const name = textOf(1, 100)

/** A group of users. Its users have its roles in addition to their own. */
export const groupEntity = defineEntity({
  table: 'user_groups',
  type: 'group',
  rights: { view: 'Group', permissions: ['can_read', 'can_write'], readers: 'Admin', writers: 'Admin' },
  unknown: 'dropped',
  fields: {
    /** Unique among groups that are not deleted. */
    name: text({ create: name, update: name.optional(), folded: true, sorted: true, filter: 'text' }),
    label: nullableText({ body: textOf(0, 150).nullish(), folded: true, sorted: true, filter: 'text' }),
    description: nullableText({ body: textOf(0, 512).nullish(), folded: true }),
    /** Role ids, ascending. */
    roles: links(
      { to: 'roles', through: 'user_group_roles', here: 'group_id', there: 'role_id' },
      { create: ids.optional(), update: ids.optional() },
    ),
    /** User ids, ascending. */
    users: links(
      { to: 'users', through: 'user_group_members', here: 'group_id', there: 'user_id' },
      { create: ids.optional(), update: ids.optional() },
    ),
  },
})

export type UserGroup = RowOf<typeof groupEntity>
export type UserGroupDraft = DraftOf<typeof groupEntity>
export type UserGroupBody = BodyOf<typeof groupEntity>
