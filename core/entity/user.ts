import { flag, integerOr, integerOrNull, links, text, textOrNull } from './field.ts'
import { type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** A person who signs in. */
export const userEntity = defineEntity({
  table: 'users',
  type: 'user',
  fields: {
    /** Unique among living users. */
    username: text({ folded: true }),
    first_name: text({ folded: true }),
    last_name: text({ folded: true }),
    /** Unique among living users. */
    email: textOrNull({ folded: true }),
    /** Hash of the password; null when the user cannot sign in by one. Never sent and never logged. */
    password: textOrNull({ body: false, shown: 'never', secret: true }),
    active: flag(true),
    last_login: integerOrNull({ body: false }),
    login_count: integerOr(0, { body: false }),
    fail_login_count: integerOr(0, { body: false }),
    /** Epoch milliseconds: bearer tokens issued until then, this moment included, are refused; null refuses none. */
    tokens_from: integerOrNull({ body: false, shown: 'never' }),
    /** Role ids, ascending. */
    roles: links({ to: 'roles', through: 'user_roles', here: 'user_id', there: 'role_id' }),
  },
})

export type User = RowOf<typeof userEntity>
export type UserDraft = DraftOf<typeof userEntity>
