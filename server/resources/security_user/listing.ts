import { isAdmin } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import { userEntity } from '#core/entity/user.ts'
import { searchOperator, textOperators, booleanOperator } from '#server/resources/operators.ts'
import { listingOf } from '#server/resources/shared/entity-resource.ts'

const contains =
  (value: string) =>
  (col: string): Condition => ({ col, op: 'ct', value })

export const listing = listingOf(userEntity, {
  columns: ['roles.id', 'roles.name', 'groups.id', 'groups.name', 'has_password', 'attributes'],
  base: [{ column: 'username', direction: 'asc' }],
  // Filters and sort orders would reveal e-mail addresses, which only administrators may see.
  order: { email: { column: 'email', where: isAdmin } },
  shapes: {
    last_login: { type: 'string', nullable: true },
    has_password: { type: 'boolean' },
    attributes: { type: 'object', nullable: true },
  },
  filters: {
    username: [
      searchOperator('user_all_text', 'All Text', (text, user) =>
        ['username', 'first_name', 'last_name', ...(isAdmin(user) ? ['email'] : [])].map(contains(text)),
      ),
    ],
    email: textOperators('email').map((each) => ({
      ...each,
      condition: (value, user, options) => isAdmin(user) && (each.condition(value, user, options) ?? false),
    })),
    last_login: [
      booleanOperator('user_has_signed_in', 'Has signed in', () => ({ col: 'last_login', op: 'neq', value: null })),
    ],
  },
  related: { roles: 'role' },
})
