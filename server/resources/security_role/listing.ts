import { roleEntity } from '#core/entity/role.ts'
import { toManyOperators } from '#server/resources/operators.ts'
import { listingOf } from '#server/resources/shared/entity-resource.ts'

const user = (name: string) => `users.${name}`

export const listing = listingOf(roleEntity, {
  columns: ['is_built_in', 'user_ids', 'group_user_ids', 'permission_count'],
  showColumns: [
    'permissions',
    'groups.id',
    'groups.name',
    ...['id', 'username', 'first_name', 'last_name', 'active'].map(user),
  ],
  base: [{ column: 'name', direction: 'asc' }],
  shapes: { is_built_in: { type: 'boolean' }, permission_count: { type: 'integer' } },
  filters: { users: toManyOperators('users') },
  related: { users: 'user' },
})
