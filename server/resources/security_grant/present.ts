import type { Grant } from '#core/entity/grant.ts'
import type { GrantResponse } from '#core/rest/grant.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { nameOf } from '#server/resources/shared/users-by-id.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { nameableSubjects } from './objects.ts'

/** Returns first and last name, or the user name if both are empty. */
export function userName(user: {
  readonly id: number
  readonly username: string
  readonly first_name: string
  readonly last_name: string
}): string {
  return nameOf(user) || user.username
}

interface ListedGrant<Row> {
  list(query: {
    readonly where: { readonly col: string; readonly op: 'in'; readonly value: readonly number[] }
  }): Promise<{ readonly rows: readonly Row[] }>
}

async function namesOf<Row extends { readonly id: number }>(
  repository: ListedGrant<Row>,
  ids: readonly (number | null)[],
  name: (row: Row) => string,
): Promise<ReadonlyMap<number, string>> {
  const value = [...new Set(ids.filter((id) => id !== null))]
  if (value.length === 0) return new Map()
  const { rows } = await repository.list({ where: { col: 'id', op: 'in', value } })
  return new Map(rows.map((row) => [row.id, name(row)]))
}

/** Returns grants with the names of objects, and of those subjects that the caller may name. */
export async function presentAccessGrants(
  grants: readonly Grant[],
  request: RouteRequest,
): Promise<readonly GrantResponse[]> {
  const { store } = request.context
  const isNameable = await nameableSubjects(request, grants)
  const ids = (key: keyof Grant) => grants.map((grant) => grant[key] as number | null)
  const dashboards = await namesOf(store.dashboards, ids('dashboard_id'), (row) => row.dashboard_title)
  const datasets = await namesOf(store.datasets, ids('dataset_id'), (row) => row.table_name)
  const databases = await namesOf(store.databases, ids('database_id'), (row) => row.database_name)
  const folders = await namesOf(store.folders, ids('folder_id'), (row) => row.name)
  const users = await namesOf(store.users, [...ids('user_id'), ...ids('created_by_fk')], userName)
  const groups = await namesOf(store.groups, ids('group_id'), (row) => row.name)
  const roles = await namesOf(store.roles, ids('role_id'), (row) => row.name)

  function objectOf({ dashboard_id, dataset_id, database_id, schema, folder_id }: Grant): GrantResponse['object'] {
    const of = (type: 'dashboard' | 'dataset' | 'folder', id: number, names: ReadonlyMap<number, string>) =>
      ({ type, id, schema: null, name: names.get(id) ?? null }) as const
    if (dashboard_id !== null) return of('dashboard', dashboard_id, dashboards)
    if (dataset_id !== null) return of('dataset', dataset_id, datasets)
    if (folder_id !== null) return of('folder', folder_id, folders)
    const id = database_id ?? 0
    return { type: schema === null ? 'database' : 'schema', id, schema, name: databases.get(id) ?? null }
  }

  function subjectOf(grant: Grant): GrantResponse['subject'] {
    const { user_id, group_id, role_id } = grant
    const nameIn = (names: ReadonlyMap<number, string>, id: number) =>
      isNameable(grant) ? (names.get(id) ?? null) : null
    if (user_id !== null) return { type: 'user', id: user_id, name: nameIn(users, user_id) }
    if (group_id !== null) return { type: 'group', id: group_id, name: nameIn(groups, group_id) }
    const id = role_id ?? 0
    return { type: 'role', id, name: nameIn(roles, id) }
  }

  return grants.map((grant) => {
    const by = grant.created_by_fk
    const creator = by === null ? undefined : users.get(by)
    return {
      id: grant.id,
      object: objectOf(grant),
      subject: subjectOf(grant),
      level: grant.level,
      created_by: by === null || creator === undefined ? null : { id: by, name: creator },
      created_on: printInstant(grant.created_on),
      version: grant.version,
    }
  })
}
