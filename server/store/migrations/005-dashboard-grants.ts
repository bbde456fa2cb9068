import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/** Which dashboards with roles open which datasets to these roles; those of old where an owner may read the dataset. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'dashboard_grants',
    columns: {
      id: 'id',
      uuid: 'text',
      created_on: 'integer',
      changed_on: 'integer',
      created_by_fk: 'integer?',
      changed_by_fk: 'integer?',
      deleted_at: 'integer?',
      version: 'integer',
      dashboard_id: 'integer',
      dataset_id: 'integer',
      note: 'text',
      note_folded: 'text',
    },
    references: { dashboard_id: 'dashboards', dataset_id: 'datasets' },
    unique: [['uuid']],
    uniqueLiving: [['dashboard_id', 'dataset_id']],
    indexes: [['dataset_id']],
  })
  // The datasets that stand behind a chart of a dashboard.
  await sql`create view dashboard_datasets as
    select distinct placed.dashboard_id, charts.datasource_id as dataset_id
    from dashboard_charts as placed join charts on charts.id = placed.chart_id
    where charts.deleted_at is null and charts.datasource_type = 'table'`.execute(db)
  await sql`create view granted_datasets as
    select grants.dashboard_id, grants.dataset_id
    from dashboard_grants as grants join dashboard_datasets as used
      on used.dashboard_id = grants.dashboard_id and used.dataset_id = grants.dataset_id
    where grants.deleted_at is null`.execute(db)
  const now = Date.now()
  for (const [dashboard_id, dataset_id, user_id] of await readByOwners(db)) {
    const by = { created_on: now, changed_on: now, created_by_fk: user_id, changed_by_fk: user_id }
    const row = { uuid: randomUUID(), ...by, version: 1, dashboard_id, dataset_id, note: '', note_folded: '' }
    await db.insertInto('dashboard_grants').values(row).execute()
  }
}

interface Used {
  readonly dashboard_id: number
  readonly dataset_id: number
  readonly schema: string | null
  readonly database_id: number
  readonly database_name: string
}

/** Dashboards with roles, each dataset of theirs that an owner may read, and the first of these owners. */
async function readByOwners(db: AnyDatabase): Promise<readonly (readonly [number, number, number])[]> {
  const { rows: used } = await sql<Used>`select used.dashboard_id, used.dataset_id, datasets.schema,
      datasets.database_id, databases.database_name
    from dashboard_datasets as used
    join dashboards on dashboards.id = used.dashboard_id and dashboards.deleted_at is null
    join datasets on datasets.id = used.dataset_id and datasets.deleted_at is null
    join databases on databases.id = datasets.database_id
    where used.dashboard_id in (select dashboard_id from dashboard_roles)
    order by used.dashboard_id, used.dataset_id`.execute(db)
  if (used.length === 0) return []
  const { rows: owners } = await sql<{ entity_type: string; entity_id: number; user_id: number }>`
    select owners.entity_type, owners.entity_id, owners.user_id from owners
    join users on users.id = owners.user_id and users.deleted_at is null and users.active = 1
    where owners.entity_type in ('dashboard', 'dataset') order by owners.user_id`.execute(db)
  const { rows: pairs } = await sql<{ user_id: number; permission_name: string; view_name: string }>`
    select user_roles.user_id, permissions.permission_name, permissions.view_name from user_roles
    join roles on roles.id = user_roles.role_id and roles.deleted_at is null
    join role_permissions on role_permissions.role_id = roles.id
    join permissions on permissions.id = role_permissions.permission_id
    where permissions.permission_name in ('all_datasource_access', 'all_database_access', 'database_access',
      'schema_access', 'datasource_access')`.execute(db)
  const ownersOf = (type: string, id: number) =>
    owners.filter((each) => each.entity_type === type && each.entity_id === id).map(({ user_id }) => user_id)
  const reads = (userId: number, each: Used) =>
    ownersOf('dataset', each.dataset_id).includes(userId) ||
    pairs.some((pair) => pair.user_id === userId && opens(pair.permission_name, pair.view_name, each))
  return used.flatMap((each) => {
    const reader = ownersOf('dashboard', each.dashboard_id).find((userId) => reads(userId, each))
    return reader === undefined ? [] : [[each.dashboard_id, each.dataset_id, reader] as const]
  })
}

function opens(permission: string, view: string, { dataset_id, schema, database_id, database_name }: Used): boolean {
  const id = Number(/\(id:(\d+)\)$/.exec(view)?.[1])
  if (permission === 'database_access') return id === database_id
  if (permission === 'datasource_access') return id === dataset_id
  if (permission === 'schema_access') return schema !== null && view === `[${database_name}].[${schema}]`
  return permission === view
}
