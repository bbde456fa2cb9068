import { flag, integerOr, integerOrNull, links, text, textOrNull } from './field.ts'
import { type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** A user who can sign in. */
export const userEntity = defineEntity({
  table: 'users',
  type: 'user',
  fields: {
    /** Unique among users that are not deleted. */
    username: text({ folded: true }),
    first_name: text({ folded: true }),
    last_name: text({ folded: true }),
    /** Unique among users that are not deleted. */
    email: textOrNull({ folded: true }),
    /** Hash of the password; null if the user cannot sign in with one. Never sent and never logged. */
    password: textOrNull({ body: false, shown: 'never', secret: true }),
    active: flag(true),
    last_login: integerOrNull({ body: false }),
    login_count: integerOr(0, { body: false }),
    fail_login_count: integerOr(0, { body: false }),
    /** Epoch milliseconds: bearer tokens issued up to and including this time are rejected; null rejects none. */
    tokens_from: integerOrNull({ body: false, shown: 'never' }),
    /** Role ids, ascending. */
    roles: links({ to: 'roles', through: 'user_roles', here: 'user_id', there: 'role_id' }),
  },
})

export type User = RowOf<typeof userEntity>
export type UserDraft = DraftOf<typeof userEntity>
