import { sql } from 'kysely'
import type { Database, DatabaseDraft } from '#core/entity/database.ts'
import type { Patch } from '#core/entity/entity.ts'
import type { Context } from './context.ts'
import { syncDatabasePermissions } from './database-permissions.ts'
import { entityRepository } from './entity-repository.ts'
import { RowMissing } from './errors.ts'
import type { Databases } from './repositories.ts'
import { tables } from './tables.ts'

/** Returns the repository of databases. */
export function databaseRepository(context: Context): Databases {
  return {
    ...databasesIn(context),
    create: (draft, actor) =>
      context.atomically(async (inner) => {
        const database = await databasesIn(inner).create(draft, actor)
        await syncDatabasePermissions(inner, database, undefined, actor)
        return database
      }),
    update: (id, patch, actor, options) =>
      context.atomically(async (inner) => {
        const before = patch.database_name === undefined ? undefined : await databasesIn(inner).get(id)
        const database = await databasesIn(inner).update(id, patch, actor, options)
        if (before && before.database_name !== database.database_name)
          await syncDatabasePermissions(inner, database, before.database_name, actor)
        return database
      }),
    restore: (id, actor, changes) =>
      context.atomically(async (inner) => {
        const database = await databasesIn(inner).restore(id, actor, changes)
        await syncDatabasePermissions(inner, database, undefined, actor)
        return database
      }),
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

function databasesIn(context: Context) {
  return entityRepository<Database, DatabaseDraft, Patch<Database>>(context, tables.databases)
}
