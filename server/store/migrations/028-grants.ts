import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/** Grants on dashboards, datasets, schemas and databases; the access permissions of roles become grants too. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'grants',
    columns: {
      id: 'id',
      uuid: 'text',
      created_on: 'integer',
      changed_on: 'integer',
      created_by_fk: 'integer?',
      changed_by_fk: 'integer?',
      deleted_at: 'integer?',
      version: 'integer',
      dashboard_id: 'integer?',
      dataset_id: 'integer?',
      database_id: 'integer?',
      schema: 'text?',
      user_id: 'integer?',
      group_id: 'integer?',
      role_id: 'integer?',
      level: 'text',
      pair_key: 'text',
    },
    references: {
      dashboard_id: 'dashboards',
      dataset_id: 'datasets',
      database_id: 'databases',
      user_id: 'users',
      group_id: 'user_groups',
      role_id: 'roles',
    },
    unique: [['uuid']],
    uniqueLiving: [['pair_key']],
    indexes: [['dashboard_id'], ['dataset_id'], ['database_id'], ['user_id'], ['group_id'], ['role_id']],
  })
  await createTable(db, engine, {
    name: 'access_requests',
    columns: {
      id: 'id',
      created_on: 'integer',
      user_id: 'integer',
      dashboard_id: 'integer?',
      dataset_id: 'integer?',
      note: 'text',
      closed_on: 'integer?',
      closed_by_fk: 'integer?',
    },
    references: { user_id: 'users', dashboard_id: 'dashboards', dataset_id: 'datasets' },
    indexes: [['user_id'], ['dashboard_id'], ['dataset_id']],
  })
  if (engine === 'postgres')
    await sql`create trigger raise_version after insert or update or delete or truncate on grants
      for each statement execute function raise_version()`.execute(db)
  await grantsOfRoles(db)
}

interface RolePair {
  readonly role_id: number
  readonly permission_name: string
  readonly view_name: string
}

async function grantsOfRoles(db: AnyDatabase): Promise<void> {
  const { rows: pairs } = await sql<RolePair>`select role_permissions.role_id, permissions.permission_name,
      permissions.view_name from role_permissions
    join roles on roles.id = role_permissions.role_id and roles.deleted_at is null
    join permissions on permissions.id = role_permissions.permission_id
    where permissions.permission_name in ('database_access', 'schema_access', 'datasource_access')
    order by role_permissions.role_id, permissions.view_name`.execute(db)
  if (pairs.length === 0) return
  const { rows: datasets } = await sql<{ id: number }>`select id from datasets`.execute(db)
  const { rows: databases } = await sql<{ id: number; database_name: string; deleted_at: number | null }>`
    select id, database_name, deleted_at from databases`.execute(db)
  const now = Date.now()
  const made = new Set<string>()
  for (const { role_id, permission_name, view_name } of pairs) {
    const object = objectOf(permission_name, view_name)
    if (!object) continue
    const pair = { dataset_id: null, database_id: null, schema: null, ...object }
    if (pair.dataset_id !== null && !datasets.some(({ id }) => id === pair.dataset_id)) continue
    if (pair.dataset_id === null && !databases.some(({ id }) => id === pair.database_id)) continue
    const about = pair.dataset_id === null ? `database ${pair.database_id}` : `dataset ${pair.dataset_id}`
    const pair_key = `role ${role_id}, ${about}${pair.schema === null ? '' : ` schema ${pair.schema}`}`
    if (made.has(pair_key)) continue
    made.add(pair_key)
    const stamp = { created_on: now, changed_on: now, created_by_fk: null, changed_by_fk: null, deleted_at: null }
    const row = { uuid: randomUUID(), ...stamp, version: 1, ...pair, role_id, level: 'see', pair_key }
    await db.insertInto('grants').values(row).execute()
  }

  function objectOf(permission: string, view: string) {
    const id = Number(/\(id:(\d+)\)$/.exec(view)?.[1])
    if (permission === 'datasource_access') return id > 0 ? { dataset_id: id } : undefined
    if (permission === 'database_access') return id > 0 ? { database_id: id } : undefined
    const [, name, schema] = /^\[(.*)\]\.\[(.*)\]$/s.exec(view) ?? []
    const database = databases.find((each) => each.deleted_at === null && each.database_name === name)
    return database && schema ? { database_id: database.id, schema } : undefined
  }
}
