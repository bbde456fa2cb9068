import { hasPermission } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Store } from '#server/store/store.ts'

/**
 * True if row-level security rules or column masks name the dataset and the user may not change them. Such a user may
 * neither delete the dataset nor change its source, because that would end them.
 */
export async function isProtected(
  store: Pick<Store, 'rowRules' | 'columnMasks'>,
  user: CurrentUser,
  id: number,
): Promise<boolean> {
  if (hasPermission(user, 'can_write', 'RowLevelSecurity')) return false
  const isNamed = { some: 'tables', where: { col: 'id', op: 'eq', value: id } } as const
  return (await store.rowRules.count(isNamed)) > 0 || (await store.columnMasks.ofDataset(id)).length > 0
}
