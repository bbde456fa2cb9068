import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

const CONTENTS = ['dashboard', 'chart', 'dataset'] as const

/** Folders of dashboards, charts and datasets, their owners, and grants on folders. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'folders',
    columns: {
      id: 'id',
      uuid: 'text',
      created_on: 'integer',
      changed_on: 'integer',
      created_by_fk: 'integer?',
      changed_by_fk: 'integer?',
      deleted_at: 'integer?',
      version: 'integer',
      name: 'text',
      name_folded: 'text',
      parent_id: 'integer?',
    },
    unique: [['uuid']],
    indexes: [['parent_id']],
  })
  await createTable(db, engine, {
    name: 'folder_owners',
    columns: { folder_id: 'integer', user_id: 'integer' },
    primaryKey: ['folder_id', 'user_id'],
    references: { folder_id: 'folders', user_id: 'users' },
    indexes: [['user_id']],
  })
  const type = engine === 'sqlite' ? 'integer' : 'bigint'
  for (const table of [...CONTENTS.map((each) => `${each}s`), 'grants']) {
    await db.schema.alterTable(table).addColumn('folder_id', type).execute()
    await db.schema.createIndex(`${table}_by_folder_id`).on(table).column('folder_id').execute()
  }
  // Each folder with itself and the folders that contain it. The union ends if the folders ever form a cycle.
  await sql`create view folder_paths as
    with recursive above (folder_id, ancestor_id) as (
      select id, id from folders where deleted_at is null
      union
      select above.folder_id, parents.id from above
      join folders as children on children.id = above.ancestor_id
      join folders as parents on parents.id = children.parent_id
      where parents.deleted_at is null
    ) select folder_id, ancestor_id from above`.execute(db)
  for (const each of CONTENTS)
    await sql`create view ${sql.table(`folder_${each}s`)} as
      select paths.ancestor_id as folder_id, objects.id as ${sql.ref(`${each}_id`)}
      from folder_paths as paths join ${sql.table(`${each}s`)} as objects on objects.folder_id = paths.folder_id
      where objects.deleted_at is null`.execute(db)
  if (engine === 'sqlite') return
  for (const table of ['folders', 'folder_owners'])
    await sql`create trigger raise_version after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function raise_version()`.execute(db)
}
