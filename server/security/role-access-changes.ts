import { setImmediate as turn } from 'node:timers/promises'
import type { Condition } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { publishedCondition } from '#core/access/granted-objects.ts'
import { chartAccess, datasetAccess, requestRules, type RuleOptions, visibleDashboards } from '#core/access/rules.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { RoleAccessChanges } from '#core/rest/responses.ts'
import type { Page } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'

/** Maximum number of roles and dashboards that are compared, by name. */
const MAX_COMPARED = 500

/** Number of roles after which other requests are served. */
const ROLES_PER_TURN = 5

type NamedDashboard = RoleAccessChanges['restricted'][number]['dashboard']
type Rule = (user: CurrentUser, options: RuleOptions) => Condition

/**
 * Returns what changes with the flag DASHBOARD_RBAC: per role what its users would see besides what they see without
 * it, and the dashboards that only their roles, owners, administrators and holders of grants would still open.
 */
export async function roleAccessChanges(store: Store): Promise<RoleAccessChanges> {
  const { rows: dashboards, count } = await dashboardsWithRoles(store)
  const roleIds = new Set(dashboards.flatMap((dashboard) => dashboard.roles))
  const order = [{ column: 'name', direction: 'asc' as const }]
  const named = await store.roles.list({ where: isIn('id', [...roleIds]), order, page: 0, pageSize: MAX_COMPARED })
  const { rows: roles } = named
  const data = await dataOf(store, dashboards)
  const titles = new Map(dashboards.map(({ id, dashboard_title }) => [id, dashboard_title]))
  const result: RoleAccessChanges['result'][number][] = []
  for (const [index, { id, name }] of roles.entries()) {
    if (index % ROLES_PER_TURN === 0) await turn()
    const user = await store.users.anonymous(name)
    const more = (names: ReadonlyMap<number, string>, repository: ReadableRows, rule: Rule) =>
      newlyReadable(names, repository, (options) => rule(user, options))
    const change = {
      role: { id, name },
      dashboards: await more(titles, store.dashboards, visibleDashboards),
      charts: await more(data.charts, store.charts, chartAccess),
      datasets: await more(data.datasets, store.datasets, datasetAccess),
    }
    if ([change.dashboards, change.charts, change.datasets].some((each) => each.length > 0)) result.push(change)
  }
  const roleNames = new Map(roles.map(({ id, name }) => [id, { id, name }]))
  const restricted = dashboards.map(({ id, dashboard_title, roles: ids }) => ({
    dashboard: { id, name: dashboard_title },
    roles: ids.flatMap((each) => roleNames.get(each) ?? []),
  }))
  return { is_truncated: count > dashboards.length || named.count > roles.length, result, restricted }
}

async function dashboardsWithRoles(store: Store): Promise<Page<Dashboard>> {
  const where: Condition = { and: [publishedCondition, { some: 'roles', where: true }] }
  const order = [{ column: 'dashboard_title', direction: 'asc' as const }]
  return store.dashboards.list({ where, order, page: 0, pageSize: MAX_COMPARED })
}

/** Returns the names of the datasets granted to the dashboards, and of the charts on these datasets, by id. */
async function dataOf(store: Store, dashboards: readonly Dashboard[]) {
  const among = isIn(
    'dashboard_id',
    dashboards.map(({ id }) => id),
  )
  const grants = (await store.dashboardGrants.list({ where: among })).rows
  const ids = [...new Set(grants.map(({ dataset_id }) => dataset_id))]
  const datasets = (await store.datasets.list({ where: isIn('id', ids) })).rows
  const charts = (await store.charts.list({ where: isIn('datasource_id', ids) })).rows
  return {
    charts: new Map(charts.map(({ id, slice_name }) => [id, slice_name])),
    datasets: new Map(datasets.map(({ id, table_name }) => [id, table_name])),
  }
}

const isIn = (col: string, value: readonly number[]): Condition =>
  value.length === 0 ? false : { col, op: 'in', value }

interface ReadableRows {
  list(query: { readonly where: Condition }): Promise<{ readonly rows: readonly { readonly id: number }[] }>
}

/** Returns the rows that a rule opens only with the flag, by name. */
async function newlyReadable(
  names: ReadonlyMap<number, string>,
  repository: ReadableRows,
  rule: (options: RuleOptions) => Condition,
): Promise<readonly NamedDashboard[]> {
  const readable = async (DASHBOARD_RBAC: boolean): Promise<ReadonlySet<number>> => {
    const where: Condition = { and: [isIn('id', [...names.keys()]), rule(requestRules({ DASHBOARD_RBAC }))] }
    return new Set((await repository.list({ where })).rows.map(({ id }) => id))
  }
  const [before, after] = [await readable(false), await readable(true)]
  return [...names].filter(([id]) => after.has(id) && !before.has(id)).map(([id, name]) => ({ id, name }))
}
