import * as z from 'zod'
import { userAttributes } from '#core/rest/user-attributes.ts'
import { ids, textOf } from '#core/rest/body.ts'
import { flag, integerWithDefault, nullableInteger, links, text, nullableText } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** Maximum characters of a user name, of a first or last name, and of an email address. */
export const USER_LENGTHS = { username: 64, name: 64, email: 320 } as const

const username = textOf(1, USER_LENGTHS.username)
const personName = textOf(0, USER_LENGTHS.name)
const email = textOf(0, USER_LENGTHS.email).nullish()

/** A user who can sign in, or a service account, which cannot. */
export const userEntity = defineEntity({
  table: 'users',
  type: 'user',
  rights: { view: 'User', permissions: ['can_read', 'can_write'], readers: 'Admin', writers: 'Admin' },
  unknown: 'dropped',
  fields: {
    /** Unique among users that are not deleted. */
    username: text({ create: username, update: username.optional(), folded: true, sorted: true, filter: 'text' }),
    first_name: text({ create: personName, update: personName.optional(), folded: true, sorted: true, filter: 'text' }),
    last_name: text({ create: personName, update: personName.optional(), folded: true, sorted: true, filter: 'text' }),
    /** Unique among users that are not deleted. */
    email: nullableText({ body: email, folded: true, sorted: true, filter: 'text' }),
    /** Hash of the password; null if the user cannot sign in with one. Never sent and never logged. */
    password: nullableText({ body: false, shown: 'never', secret: true }),
    /** JSON text, see `core/rest/user-attributes.ts`. */
    attributes: nullableText({
      body: userAttributes.nullish(),
      read: (sent: unknown) => (sent === null ? null : JSON.stringify(sent)),
      shown: 'never',
    }),
    /** True for a service account: it cannot sign in, and administrators create its API tokens. Never changes. */
    is_service: flag(false, { update: false, sorted: true, filter: 'flag' }),
    /** BCP 47 tag of the formats of dates and numbers; null for the default. */
    locale: nullableText({ body: false, shown: 'never' }),
    active: flag(true, { sorted: true, filter: 'flag' }),
    last_login: nullableInteger({ body: false, sorted: true }),
    login_count: integerWithDefault(0, { body: false, sorted: true }),
    fail_login_count: integerWithDefault(0, { body: false }),
    /** Epoch milliseconds: bearer tokens issued up to and including this time are rejected; null rejects none. */
    tokens_from: nullableInteger({ body: false, shown: 'never' }),
    /** Role ids, ascending. */
    roles: links(
      { to: 'roles', through: 'user_roles', here: 'user_id', there: 'role_id' },
      { create: ids, update: ids.optional() },
    ),
  },
  relations: {
    groups: { to: 'user_groups', through: 'user_group_members', here: 'user_id', there: 'group_id' },
  },
  also: {
    /** The password itself, which is stored as a hash only. */
    password: z.string().optional(),
  },
})

export type User = RowOf<typeof userEntity>
export type UserDraft = DraftOf<typeof userEntity>
export type UserBody = BodyOf<typeof userEntity> & { readonly password?: string | undefined }
