import type { ColumnMask } from '#core/rest/column-masks.ts'
import type { Context } from './context.ts'

/** The masks of the columns of a dataset. */
export interface DatasetMasks {
  readonly dataset_id: number
  readonly masks: readonly ColumnMask[]
}

/** A mask with its dataset. */
export interface DatasetMask extends ColumnMask {
  readonly dataset_id: number
  readonly table_name: string
}

/** Masks of dataset columns. */
export interface ColumnMasks {
  ofDataset(datasetId: number): Promise<readonly ColumnMask[]>
  /** Returns the masks of all datasets of a database, ordered by dataset. */
  ofDatabase(databaseId: number): Promise<readonly DatasetMasks[]>
  /** Returns the masks that name one of the roles, with the names of their datasets; those of deleted datasets are left out. */
  ofRoles(roleIds: readonly number[]): Promise<readonly DatasetMask[]>
  /** Returns the number of masks that name a role. */
  countOfRole(roleId: number): Promise<number>
  /** Replaces all masks of a dataset. */
  set(datasetId: number, masks: readonly ColumnMask[]): Promise<void>
}

type Row = Omit<ColumnMask, 'roles'> & { readonly dataset_id: number; readonly roles_json: string }

const readMask = ({ roles_json, column_name, method, filter_type }: Row): ColumnMask => ({
  column_name,
  method,
  filter_type,
  roles: JSON.parse(roles_json) as number[],
})

/** Returns the repository of column masks. */
export function columnMaskRepository(context: Context): ColumnMasks {
  const { db } = context
  return {
    async ofDataset(datasetId) {
      const query = db.selectFrom('column_masks').selectAll().where('dataset_id', '=', datasetId).orderBy('id')
      return (await query.$castTo<Row>().execute()).map(readMask)
    },
    async ofDatabase(databaseId) {
      const rows = await db
        .selectFrom('column_masks as mask')
        .innerJoin('datasets as one', 'one.id', 'mask.dataset_id')
        .selectAll('mask')
        .where('one.database_id', '=', databaseId)
        .where('one.deleted_at', 'is', null)
        .orderBy('mask.dataset_id')
        .orderBy('mask.id')
        .$castTo<Row>()
        .execute()
      const found = new Map<number, ColumnMask[]>()
      for (const row of rows) found.set(row.dataset_id, [...(found.get(row.dataset_id) ?? []), readMask(row)])
      return [...found].map(([dataset_id, masks]) => ({ dataset_id, masks }))
    },
    async ofRoles(roleIds) {
      const rows = await db
        .selectFrom('column_masks as mask')
        .innerJoin('datasets as one', 'one.id', 'mask.dataset_id')
        .selectAll('mask')
        .select('one.table_name')
        .where('one.deleted_at', 'is', null)
        .orderBy('one.table_name')
        .orderBy('mask.id')
        .$castTo<Row & { readonly table_name: string }>()
        .execute()
      return rows
        .map((row) => ({ ...readMask(row), dataset_id: row.dataset_id, table_name: row.table_name }))
        .filter(({ roles }) => roles.some((role) => roleIds.includes(role)))
    },
    async countOfRole(roleId) {
      const rows = await db.selectFrom('column_masks').selectAll().$castTo<Row>().execute()
      return rows.map(readMask).filter(({ roles }) => roles.includes(roleId)).length
    },
    set: (datasetId, masks) =>
      context.atomically(async (inner) => {
        await inner.db.deleteFrom('column_masks').where('dataset_id', '=', datasetId).execute()
        const rows = masks.map(({ roles, ...mask }) => ({
          ...mask,
          dataset_id: datasetId,
          roles_json: JSON.stringify([...roles].toSorted((one, other) => one - other)),
        }))
        if (rows.length > 0) await inner.db.insertInto('column_masks').values(rows).execute()
      }),
  }
}
