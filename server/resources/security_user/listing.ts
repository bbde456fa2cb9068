import type { Condition } from '#core/access/condition.ts'
import { userEntity } from '#core/entity/user.ts'
import { allText, yesNo } from '#server/resources/operators.ts'
import { listingOf } from '#server/resources/shared/entity-resource.ts'

const contains =
  (value: string) =>
  (col: string): Condition => ({ col, op: 'ct', value })

export const listing = listingOf(userEntity, {
  columns: ['roles.id', 'roles.name', 'groups.id', 'groups.name', 'has_password', 'attributes'],
  base: [{ column: 'username', direction: 'asc' }],
  shapes: {
    last_login: { type: 'string', nullable: true },
    has_password: { type: 'boolean' },
    attributes: { type: 'object', nullable: true },
  },
  filters: {
    username: [
      allText('user_all_text', 'All Text', (text) =>
        ['username', 'first_name', 'last_name', 'email'].map(contains(text)),
      ),
    ],
    last_login: [yesNo('user_has_signed_in', 'Has signed in', () => ({ col: 'last_login', op: 'neq', value: null }))],
  },
  related: { roles: 'role' },
})
