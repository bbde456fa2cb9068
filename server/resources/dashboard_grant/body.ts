import { datasetAccess } from '#core/access/rules.ts'
import type { DashboardGrant } from '#core/entity/dashboard-grant.ts'
import { readBody } from '#core/rest/body.ts'
import {
  type DashboardGrantCreate,
  type DashboardGrantUpdate,
  dashboardGrantCreate,
  dashboardGrantUpdate,
} from '#core/rest/dashboard-grant.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Parsed } from '#server/resources/resource.ts'

export type DashboardGrantBody = DashboardGrantCreate | DashboardGrantUpdate

/** Parses a grant. Checks that its dashboard and dataset exist, and that the caller may read the granted data. */
export async function parseGrant(
  body: unknown,
  request: RouteRequest,
  row?: DashboardGrant,
): Promise<Parsed<DashboardGrantBody>> {
  if (row) return toParsedBody(readBody(dashboardGrantUpdate, body))
  const read = toParsedBody(readBody(dashboardGrantCreate, body))
  if ('errors' in read) return read
  const { store } = request.context
  const { dashboard, dataset } = read.ok
  if (!(await store.dashboards.get(dashboard))) return fieldRejection('dashboard', 'Dashboard does not exist')
  if (!(await store.datasets.get(dataset))) return fieldRejection('dataset', 'Dataset does not exist')
  await requireOwnAccess(request, dataset)
  const twin = { and: [equals('dashboard_id', dashboard), equals('dataset_id', dataset)] }
  if (await store.dashboardGrants.find(twin)) return fieldRejection('dataset', 'This grant already exists')
  return read
}

function toParsedBody<Body>(read: { readonly ok: Body } | { readonly errors: FieldErrors }): Parsed<Body> {
  return 'errors' in read ? { errors: read.errors, status: 400 } : read
}

const equals = (col: string, value: number) => ({ col, op: 'eq' as const, value })

const fieldRejection = (field: string, text: string) => ({ errors: { [field]: [text] }, status: 422 }) as const

/** Rejects a grant for a dataset that the caller may not read by their own permissions. */
async function requireOwnAccess({ context, user }: RouteRequest, dataset: number): Promise<void> {
  const open = await context.store.datasets.count({ and: [equals('id', dataset), datasetAccess(user)] })
  if (open === 0) throw new ApiError('dataset-access', { args: [String(dataset)], extra: { datasource: dataset } })
}

export function createGrant(body: DashboardGrantBody, { context, user }: RouteRequest): Promise<DashboardGrant> {
  const { dashboard, dataset, note = '' } = body as DashboardGrantCreate
  return context.store.dashboardGrants.create(
    { dashboard_id: dashboard, dataset_id: dataset, note: note.trim() },
    user.userId,
  )
}

export function updateGrant(
  row: DashboardGrant,
  { note }: DashboardGrantBody,
  { context, user }: RouteRequest,
  ifVersion?: number,
): Promise<DashboardGrant> {
  const patch = note === undefined ? {} : { note: note.trim() }
  return context.store.dashboardGrants.update(row.id, patch, user.userId, ifVersion === undefined ? {} : { ifVersion })
}
