import type { DashboardDraft } from '#core/entity/dashboard.ts'
import { cleanSlug, reservedSlugs } from '#core/rest/dashboard.ts'
import type { DashboardFile } from './files.ts'
import { type Ids, placedCharts, remapMetadata, remapPosition } from './remap.ts'
import { decide, type Importing, newOwners } from './writer.ts'

/** Writes one dashboard of a bundle over charts that are already here; answers with its id. */
export async function importDashboard(
  importing: Importing,
  path: string,
  file: DashboardFile,
  ids: Ids,
): Promise<number> {
  const { store, actor } = importing
  const known = await store.dashboards.getByUuid(file.uuid, { deleted: true })
  const decision = decide(importing, 'dashboard', path, known)
  if (known && decision === 'keep') return known.id
  const position = file.position ?? {}
  const placed = placedCharts(position).flatMap((uuid) => ids.charts.get(uuid) ?? [])
  const values: DashboardDraft = {
    dashboard_title: file.dashboard_title,
    description: file.description ?? null,
    css: file.css ?? null,
    slug: await freeSlug(importing, file.slug, known?.id),
    certified_by: file.certified_by ?? null,
    certification_details: file.certification_details ?? null,
    is_managed_externally: file.is_managed_externally ?? false,
    external_url: file.external_url ?? null,
    position_json: JSON.stringify(remapPosition(position, ids)),
    json_metadata: JSON.stringify(remapMetadata(file.metadata ?? {}, position, ids)),
    charts: [...new Set([...(known?.charts ?? []), ...placed])],
    ...(typeof file.published === 'boolean' ? { published: file.published } : {}),
  }
  if (!known) {
    const draft = { published: true, ...values, uuid: file.uuid, owners: newOwners(importing) }
    return (await store.dashboards.create(draft, actor)).id
  }
  if (known.deleted_at !== null) await store.dashboards.restore(known.id, actor)
  return (await store.dashboards.update(known.id, values, actor)).id
}

/** The slug, unless it is an address of the product or another dashboard has it. */
async function freeSlug({ store }: Importing, text: string | null | undefined, id: number | undefined) {
  const slug = cleanSlug(text ?? '')
  if (slug === '' || /^\d+$/.test(slug) || (reservedSlugs as readonly string[]).includes(slug)) return null
  const taken = await store.dashboards.find({ col: 'slug', op: 'eq', value: slug })
  return taken && taken.id !== id ? null : slug
}
