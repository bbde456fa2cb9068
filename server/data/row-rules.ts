import type { CurrentUser } from '#core/access/current-user.ts'
import type { DatasetHead } from '#core/entity/dataset.ts'
import { clausesFor } from '#server/security/row-level.ts'
import type { RowRule } from '#server/sql/environment.ts'
import type { Store } from '#server/store/store.ts'

/**
 * Conditions that narrow what this user sees of this dataset, as SQL that may be templates. Asked on every road that
 * reads data and part of every cache key.
 */
export async function rowRules(
  store: Pick<Store, 'rowRules'>,
  user: CurrentUser,
  dataset: Pick<DatasetHead, 'id'>,
): Promise<readonly RowRule[]> {
  const where = { some: 'tables', where: { col: 'id', op: 'eq', value: dataset.id } } as const
  const { rows } = await store.rowRules.list({ where })
  return clausesFor(user, rows)
}
