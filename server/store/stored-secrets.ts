import type { Context } from './context.ts'

/** The setting that holds the key of hashed columns. */
export const MASK_KEY = 'mask_key'

/** A column with values that the secret key encrypts; in the table of settings, the row of one key. */
interface SecretColumn {
  readonly table: string
  readonly id: string
  readonly column: string
  readonly row?: string
}

/** Every column of the store with values that the secret key encrypts. */
export const SECRET_COLUMNS: readonly SecretColumn[] = [
  { table: 'databases', id: 'id', column: 'secrets' },
  { table: 'second_factors', id: 'user_id', column: 'secret' },
  { table: 'sessions', id: 'id', column: 'sign_out_token' },
  { table: 'settings', id: 'key', column: 'value', row: MASK_KEY },
]

/** An encrypted value of a row. */
export interface StoredSecret {
  readonly table: string
  readonly id: number | string
  readonly value: string
}

/** All encrypted values of the store. */
export interface StoredSecrets {
  /** Returns the encrypted values, by table; those of deleted rows included. */
  all(): Promise<readonly StoredSecret[]>
  /**
   * Replaces an encrypted value, unless it was changed since it was read; returns whether it was replaced. Creates
   * neither a version of the row nor an event.
   */
  replace(secret: StoredSecret, value: string): Promise<boolean>
}

/** Returns the repository of encrypted values. */
export function storedSecretRepository({ db }: Context): StoredSecrets {
  return {
    async all() {
      const found: StoredSecret[] = []
      for (const { table, id, column, row } of SECRET_COLUMNS) {
        const query = db
          .selectFrom(table)
          .select([`${id} as id`, `${column} as value`])
          .where(column, 'is not', null)
        const only = row === undefined ? query : query.where(id, '=', row)
        const rows = await only.orderBy(id).$castTo<Omit<StoredSecret, 'table'>>().execute()
        found.push(...rows.map((each) => ({ table, ...each })))
      }
      return found
    },
    async replace({ table, id, value: before }, value) {
      const secretColumn = SECRET_COLUMNS.find((each) => each.table === table)
      if (!secretColumn) throw new Error(`The table ${table} holds no encrypted values`)
      const { numUpdatedRows } = await db
        .updateTable(table)
        .set({ [secretColumn.column]: value })
        .where(secretColumn.id, '=', id)
        .where(secretColumn.column, '=', before)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}
