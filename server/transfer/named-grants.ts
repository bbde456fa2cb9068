import type { Condition } from '#core/access/condition.ts'
import type { Grant } from '#core/entity/grant.ts'
import type { Store } from '#server/store/store.ts'

/** The types of objects that grants name. */
export const GRANT_OBJECTS = ['dashboard', 'dataset', 'database', 'folder'] as const
export type GrantObjectType = (typeof GRANT_OBJECTS)[number]
/** The types of subjects of grants. */
export const GRANT_SUBJECTS = ['user', 'group', 'role'] as const
export type GrantSubjectType = (typeof GRANT_SUBJECTS)[number]

/** A grant with its object and its subject. */
export interface NamedGrant {
  readonly row: Grant
  readonly object: { readonly type: GrantObjectType; readonly id: number; readonly uuid: string; readonly name: string }
  readonly subject: { readonly type: GrantSubjectType; readonly id: number; readonly name: string }
}

interface ListedRows<Row> {
  list(query: { readonly where: Condition }): Promise<{ readonly rows: readonly Row[] }>
}

/** Returns rows by id, limited to those with one of the ids. */
async function rowsById<Row extends { readonly id: number }>(
  repository: ListedRows<Row>,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, Row>> {
  const value = [...new Set(ids.filter((id) => id !== null))]
  if (value.length === 0) return new Map()
  const { rows } = await repository.list({ where: { col: 'id', op: 'in', value } })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the grants that meet a condition. Grants on deleted objects and to deleted subjects are left out. */
export async function namedGrants(store: Store, where: Condition = true): Promise<readonly NamedGrant[]> {
  const { rows } = await store.grants.list({ where })
  const ids = (key: `${GrantObjectType | GrantSubjectType}_id`) => rows.map((row) => row[key])
  const dashboards = await rowsById(store.dashboards, ids('dashboard_id'))
  const datasets = await rowsById(store.datasets, ids('dataset_id'))
  const databases = await rowsById(store.databases, ids('database_id'))
  const folders = await rowsById(store.folders, ids('folder_id'))
  const users = await rowsById(store.users, ids('user_id'))
  const groups = await rowsById(store.groups, ids('group_id'))
  const roles = await rowsById(store.roles, ids('role_id'))

  function objectOf(row: Grant): NamedGrant['object'] | undefined {
    const dashboard = dashboards.get(row.dashboard_id ?? 0)
    if (dashboard) return { ...identity(dashboard), type: 'dashboard', name: dashboard.dashboard_title }
    const dataset = datasets.get(row.dataset_id ?? 0)
    if (dataset) return { ...identity(dataset), type: 'dataset', name: dataset.table_name }
    const folder = folders.get(row.folder_id ?? 0)
    if (folder) return { ...identity(folder), type: 'folder', name: folder.name }
    const database = databases.get(row.database_id ?? 0)
    return database && { ...identity(database), type: 'database', name: database.database_name }
  }

  function subjectOf(row: Grant): NamedGrant['subject'] | undefined {
    const user = users.get(row.user_id ?? 0)
    if (user) return { type: 'user', id: user.id, name: user.username }
    const group = groups.get(row.group_id ?? 0)
    if (group) return { type: 'group', id: group.id, name: group.name }
    const role = roles.get(row.role_id ?? 0)
    return role && { type: 'role', id: role.id, name: role.name }
  }

  return rows.flatMap((row) => {
    const [object, subject] = [objectOf(row), subjectOf(row)]
    return object && subject ? [{ row, object, subject }] : []
  })
}

const identity = ({ id, uuid }: { readonly id: number; readonly uuid: string }) => ({ id, uuid })

/** Returns the object and the subject of a grant as text, such as `schema sales of database shop, group Berlin`. */
export function grantName(
  object: Pick<NamedGrant['object'], 'type' | 'name'>,
  schema: string | null | undefined,
  subject: Pick<NamedGrant['subject'], 'type' | 'name'>,
): string {
  const part = schema === null || schema === undefined ? '' : `schema ${schema} of `
  return `${part}${object.type} ${object.name}, ${subject.type} ${subject.name}`
}
