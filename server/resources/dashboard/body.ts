import type { Dashboard, DashboardDraft } from '#core/entity/dashboard.ts'
import type { Patch } from '#core/entity/entity.ts'
import { readBody } from '#core/rest/body.ts'
import { cleanSlug, type DashboardBody, dashboardBody, readMetadata, reservedSlugs } from '#core/rest/dashboard.ts'
import type { Asked, Parsed } from '#server/resources/resource.ts'
import { compact } from '#server/resources/shared/compact.ts'
import { resolveOwners } from '#server/resources/shared/owners.ts'
import type { Store } from '#server/store/store.ts'
import { applyPositions } from './positions.ts'

export async function parseDashboard(body: unknown, asked: Asked, row?: Dashboard): Promise<Parsed<DashboardBody>> {
  const read = readBody(dashboardBody, body)
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const dashboard = read.ok
  const { store } = asked.context
  const slug = typeof dashboard.slug === 'string' ? cleanSlug(dashboard.slug) || null : dashboard.slug
  if (slug) {
    const problem = await slugProblem(store, slug, row?.id)
    if (problem) return { errors: { slug: [problem] }, status: 422 }
  }
  const owners = await resolveOwners(store, asked.user, dashboard.owners, !row)
  if ('errors' in owners) return { ...owners, status: 422 }
  if (dashboard.roles && !(await allRoles(store, dashboard.roles)))
    return { errors: { roles: ['Some roles do not exist'] }, status: 422 }
  return {
    ok: {
      ...dashboard,
      ...(slug === undefined ? {} : { slug }),
      ...(owners.ok ? { owners: [...owners.ok] } : {}),
    },
  }
}

async function slugProblem(store: Store, slug: string, id: number | undefined): Promise<string | undefined> {
  // Digits would be read as an id.
  if ((reservedSlugs as readonly string[]).includes(slug) || /^\d+$/.test(slug)) return 'This slug is reserved'
  const taken = await store.dashboards.find({ col: 'slug', op: 'eq', value: slug })
  return taken && taken.id !== id ? 'Must be unique' : undefined
}

async function allRoles(store: Store, ids: readonly number[]): Promise<boolean> {
  const wanted = [...new Set(ids)]
  return (await store.roles.count({ col: 'id', op: 'in', value: wanted })) === wanted.length
}

async function toPatch(body: DashboardBody, store: Store, row?: Dashboard): Promise<Patch<Dashboard>> {
  const placed = await applyPositions(store, body.json_metadata, body.position_json ?? row?.position_json)
  return compact({
    dashboard_title: body.dashboard_title ?? undefined,
    slug: body.slug,
    css: body.css,
    published: body.published ?? undefined,
    certified_by: body.certified_by,
    certification_details: body.certification_details,
    is_managed_externally: body.is_managed_externally ?? undefined,
    external_url: body.external_url,
    description: typeof body['description'] === 'string' ? body['description'] : undefined,
    owners: body.owners,
    roles: body.roles,
    position_json: placed?.position_json ?? body.position_json,
    json_metadata: placed?.json_metadata ?? body.json_metadata,
    charts: placed?.charts,
  })
}

export async function createDashboard(body: DashboardBody, { context, user }: Asked): Promise<Dashboard> {
  const patch = await toPatch(body, context.store)
  const draft = { dashboard_title: '', ...patch } as DashboardDraft
  return context.store.dashboards.create(draft, user.userId)
}

export async function updateDashboard(
  row: Dashboard,
  body: DashboardBody,
  { context, user }: Asked,
  ifVersion?: number,
): Promise<Dashboard> {
  const patch = await toPatch(body, context.store, row)
  return context.store.dashboards.update(row.id, patch, user.userId, ifVersion === undefined ? {} : { ifVersion })
}

/** What was sent, with metadata as it was stored. */
export function echoDashboard(body: DashboardBody, row: Dashboard): object {
  if (body.json_metadata === undefined) return body
  const json_metadata = row.json_metadata ?? JSON.stringify(readMetadata(null))
  return { ...body, json_metadata, position_json: row.position_json }
}
