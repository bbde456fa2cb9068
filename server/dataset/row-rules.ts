import type { CurrentUser } from '#core/access/current-user.ts'
import type { AppliedMask } from '#core/rest/column-masks.ts'
import type { Database } from '#core/entity/database.ts'
import type { DatasetHead } from '#core/entity/dataset.ts'
import { masksFor } from './column-masks.ts'
import { clausesFor, guestClauses } from '#server/security/row-level.ts'
import type { RowRule } from '#server/sql/rules.ts'
import type { Store } from '#server/store/store.ts'

/**
 * Returns the conditions that restrict the rows of this dataset for the user, as SQL that may contain templates. Every
 * read of data applies them, and they are part of every cache key.
 */
export async function rowRules(
  store: Pick<Store, 'rowRules'>,
  user: CurrentUser,
  dataset: Pick<DatasetHead, 'id'>,
): Promise<readonly RowRule[]> {
  const where = { some: 'tables', where: { col: 'id', op: 'eq', value: dataset.id } } as const
  const { rows } = await store.rowRules.list({ where })
  return [...clausesFor(user, rows), ...guestClauses(user, dataset.id)]
}

/** A dataset with its effective row rules and column masks. */
export interface DatasetWithRules {
  readonly dataset: Pick<DatasetHead, 'id' | 'schema' | 'table_name' | 'sql'>
  readonly rules: readonly RowRule[]
  readonly masks: readonly AppliedMask[]
}

/** Returns the restricted tables of a database for this user, for use in SQL that names them. Ordered by dataset id. */
export async function tablesWithRules(
  ...given: Parameters<typeof datasetsWithRules>
): Promise<readonly DatasetWithRules[]> {
  return (await datasetsWithRules(...given)).filter(({ dataset }) => !dataset.sql)
}

/** Returns the restricted datasets of a database for this user, including virtual ones. Ordered by id. */
export async function datasetsWithRules(
  store: Pick<Store, 'rowRules' | 'datasets' | 'columnMasks'>,
  user: CurrentUser,
  database: Pick<Database, 'id'>,
): Promise<readonly DatasetWithRules[]> {
  const own = { col: 'database_id', op: 'eq', value: database.id } as const
  const { rows } = await store.rowRules.list({ where: { some: 'tables', where: own } })
  // Conditions on every dataset refer to the columns of a dataset, not to those of the tables that its SQL reads.
  const guestRules = (user.guest?.rules ?? []).filter((rule) => rule.dataset !== null)
  const masked = await store.columnMasks.ofDatabase(database.id)
  const masksOf = ({ id }: Pick<DatasetHead, 'id'>) =>
    masked.flatMap(({ dataset_id, masks }) => (dataset_id === id ? masksFor(user, masks) : []))
  const named = [
    ...masked.map(({ dataset_id }) => dataset_id),
    ...rows.flatMap(({ tables }) => tables),
    ...guestRules.flatMap((rule) => rule.dataset ?? []),
  ]
  const ids = [...new Set(named)]
  if (ids.length === 0) return []
  const datasets = await store.datasets.ofDatabase(database.id, ids)
  return datasets
    .map((dataset) => ({
      dataset,
      rules: [
        ...clausesFor(
          user,
          rows.filter(({ tables }) => tables.includes(dataset.id)),
        ),
        ...guestRules.flatMap((rule) => (rule.dataset === dataset.id ? [[rule.clause]] : [])),
      ],
      masks: masksOf(dataset),
    }))
    .filter(({ rules, masks }) => rules.length + masks.length > 0)
    .toSorted((one, other) => one.dataset.id - other.dataset.id)
}
