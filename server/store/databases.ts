import { sql } from 'kysely'
import type { Database, DatabaseDraft } from '#core/entity/database.ts'
import type { Patch } from '#core/entity/entity.ts'
import type { Context } from './context.ts'
import { entityRepository } from './entity-repository.ts'
import { RowMissing } from './errors.ts'
import type { Databases } from './repositories.ts'
import { tables } from './tables.ts'

/** Returns the repository of databases. */
export function databaseRepository(context: Context): Databases {
  return {
    ...entityRepository<Database, DatabaseDraft, Patch<Database>>(context, tables.databases),
    async dataChanged(id) {
      const row = await context.db
        .updateTable('databases')
        .set({ data_version: sql<number>`data_version + 1` })
        .where('id', '=', id)
        .returning('data_version')
        .executeTakeFirst()
      if (!row) throw new RowMissing('databases', id)
      return row.data_version as number
    },
  }
}
