import { isObject } from '#core/rest/json.ts'
import { isAdmin, isOwner, PUBLIC_ROLE } from '#core/access/ability.ts'
import { datasetAccess } from '#core/access/rules.ts'
import { type Dashboard, type DashboardBody, type DashboardDraft, dashboardEntity } from '#core/entity/dashboard.ts'
import type { Patch } from '#core/entity/entity.ts'
import { cleanSlug, readMetadata, reservedSlugs } from '#core/rest/dashboard.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { selectEntityFields, parseEntityBody } from '#core/entity/entity-definition.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Parsed } from '#server/resources/resource.ts'
import { compact } from '#server/resources/shared/compact-response.ts'
import { folderCaller } from '#server/resources/shared/rule-options.ts'
import { resolveOwners } from '#server/resources/shared/owners.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { putTags, tagProblems } from '#server/resources/shared/tags.ts'
import { hiddenFilterDatasets } from '#server/security/filter-datasets.ts'
import { grantDatasetAccess } from '#server/store/grant-dataset-access.ts'
import { folderProblem } from '#server/security/folder-rights.ts'
import type { Store } from '#server/store/store.ts'
import { chartIdsOf } from './layout-names.ts'
import { applyPositions, preserveStoredNames } from './positions.ts'
import { chartsByIds, placementRule, sendableLayouts } from './hidden-chart-ids.ts'

export async function parseDashboard(
  sentDashboard: unknown,
  request: RouteRequest,
  row?: Dashboard,
): Promise<Parsed<DashboardBody>> {
  const read = parseEntityBody(dashboardEntity, sentDashboard, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const dashboard = read.ok
  const { store } = request.context
  const slug = typeof dashboard.slug === 'string' ? cleanSlug(dashboard.slug) || null : dashboard.slug
  if (slug) {
    const problem = await slugProblem(store, slug, row?.id)
    if (problem) return { errors: { slug: [problem] }, status: 422 }
  }
  const owners = await resolveOwners(store, request.user, dashboard.owners, row)
  if ('errors' in owners) return { ...owners, status: 422 }
  const tags = await tagProblems(request, dashboard.tags, 'dashboard', row)
  if (tags) return { errors: tags, status: 422 }
  const folder = await folderProblem(folderCaller(request), dashboard.folder_id, 'Dashboard', row)
  if (folder) return { errors: folder, status: 422 }
  const roles = await rolesProblem(request, dashboard.roles, row)
  if (roles) return { errors: { roles: [roles] }, status: 422 }
  const added = dashboard.roles?.filter((id) => !row?.roles.includes(id)) ?? []
  if (added.length > 0) await requireNoPublicRole(request, added)
  if (row && added.length > 0) await requireGranted(request, row)
  return {
    ok: {
      ...dashboard,
      ...(slug === undefined ? {} : { slug }),
      ...(owners.ok ? { owners: [...owners.ok] } : {}),
    },
  }
}

async function slugProblem(store: Store, slug: string, id: number | undefined): Promise<string | undefined> {
  // A slug of digits would be read as an id.
  if ((reservedSlugs as readonly string[]).includes(slug) || /^\d+$/.test(slug)) return 'This slug is reserved'
  const taken = await store.dashboards.find({ col: 'slug', op: 'eq', value: slug })
  return taken && taken.id !== id ? 'Must be unique' : undefined
}

/** Users who may change a dashboard by a grant only cannot share it: its roles open it, and without any it is open to all. */
async function rolesProblem(
  { context: { store }, user }: RouteRequest,
  sent: readonly number[] | undefined,
  row: Dashboard | undefined,
): Promise<string | undefined> {
  if (!sent) return undefined
  if (!(await allRoles(store, sent))) return 'Some roles do not exist'
  const isSame = new Set(sent).size === row?.roles.length && sent.every((id) => row.roles.includes(id))
  const isDenied = row && !isSame && !isAdmin(user) && !isOwner(user, row)
  return isDenied ? 'Only owners can change the roles' : undefined
}

async function allRoles(store: Store, ids: readonly number[]): Promise<boolean> {
  const roleIds = [...new Set(ids)]
  return (await store.roles.count({ col: 'id', op: 'in', value: roleIds })) === roleIds.length
}

/** Rejects new roles that open a dashboard to everyone, unless an administrator adds them. */
async function requireNoPublicRole(
  { context: { store }, user }: RouteRequest,
  added: readonly number[],
): Promise<void> {
  if (isAdmin(user)) return
  const role = await store.roles.byName(PUBLIC_ROLE)
  if (role && added.includes(role.id)) throw new ApiError('grant-public')
}

/**
 * Rejects more roles for a dashboard with grants unless the caller may read the granted datasets by their own
 * permissions.
 */
async function requireGranted({ context: { store }, user }: RouteRequest, row: Dashboard): Promise<void> {
  const grants = await store.dashboardGrants.list({ where: { col: 'dashboard_id', op: 'eq', value: row.id } })
  const among = { col: 'id', op: 'in' as const, value: grants.rows.map(({ dataset_id }) => dataset_id) }
  if ((await store.datasets.count({ and: [among, { not: datasetAccess(user) }] })) > 0)
    throw new ApiError('roles-closed')
}

/** Rejects native filters that show values of datasets which the caller may not read. */
export async function requireReadableFilters(
  after: string | null | undefined,
  request: RouteRequest,
  row: Dashboard | undefined,
): Promise<void> {
  const change = { user: request.user, rules: ruleOptions(request), before: row?.json_metadata, after }
  const [hidden] = await hiddenFilterDatasets(request.context.store, change)
  if (hidden !== undefined) throw new ApiError('dataset-access', { args: [String(hidden)] })
}

async function toPatch(body: DashboardBody, request: RouteRequest, row?: Dashboard): Promise<Patch<Dashboard>> {
  const placed = await applyPositions(request, body.json_metadata, body.position_json ?? row?.position_json, row)
  const layout = placed?.charts ? undefined : await plainLayout(body.position_json, request, row)
  await requireReadableFilters(placed?.json_metadata ?? body.json_metadata, request, row)
  return {
    ...selectEntityFields(dashboardEntity, body),
    ...compact({
      position_json: placed?.position_json ?? layout?.position_json,
      json_metadata: placed?.json_metadata ?? body.json_metadata,
      charts: placed?.charts ?? layout?.charts,
    }),
  }
}

/**
 * Prepares a layout sent separately from the metadata. Charts in it that the caller may place are linked in addition to
 * those already linked.
 */
async function plainLayout(json: string | null | undefined, request: RouteRequest, row?: Dashboard) {
  const components: unknown = JSON.parse(json ?? 'null')
  if (!isObject(components)) return { position_json: json }
  const stored = await preserveStoredNames(request, components, row?.position_json)
  const named = await chartsByIds(request.context.store, chartIdsOf(components), placementRule(request))
  const charts = new Set([...(row?.charts ?? []), ...named.map(({ id }) => id)])
  return { position_json: stored === components ? json : JSON.stringify(stored), charts: [...charts] }
}

export async function createDashboard(body: DashboardBody, request: RouteRequest): Promise<Dashboard> {
  const { context, user } = request
  const patch = await toPatch(body, request)
  const draft = { dashboard_title: '', ...patch } as DashboardDraft
  return context.store.transaction(async (tx) => {
    const row = await tx.dashboards.create(draft, user.userId)
    await grantDatasetAccess(tx, user, [row.id])
    await putTags(tx, user, 'dashboard', row.id, body.tags)
    return row
  })
}

export async function updateDashboard(
  row: Dashboard,
  body: DashboardBody,
  request: RouteRequest,
  ifVersion?: number,
): Promise<Dashboard> {
  const { context, user } = request
  const patch = await toPatch(body, request, row)
  return context.store.transaction(async (tx) => {
    const options = ifVersion === undefined ? {} : { ifVersion }
    const after = await tx.dashboards.update(row.id, patch, user.userId, options)
    await grantDatasetAccess(tx, user, [row.id])
    await putTags(tx, user, 'dashboard', row.id, body.tags)
    return after
  })
}

/** Returns the sent body with layout and metadata as stored, as far as the caller may read them. */
export async function echoDashboard(body: DashboardBody, row: Dashboard, request: RouteRequest): Promise<object> {
  if (body.json_metadata === undefined) return body
  const json_metadata = row.json_metadata ?? JSON.stringify(readMetadata(null))
  return { ...body, json_metadata, position_json: (await sendableLayouts([row], request))[0] }
}
