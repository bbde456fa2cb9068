import type { Condition } from '#core/access/condition.ts'
import { datasetAccess, placeableCharts } from '#core/access/rules.ts'
import { type Dashboard, type DashboardDraft, dashboardEntity } from '#core/entity/dashboard.ts'
import { cleanSlug, reservedSlugs } from '#core/rest/dashboard.ts'
import { t } from '#core/text/t.ts'
import { hiddenFilterDatasets } from '#server/security/filter-datasets.ts'
import { recordChange } from './changes.ts'
import { type DashboardFile, valuesOf } from './files.ts'
import { toText } from './json-text.ts'
import {
  filterDatasets,
  type Ids,
  placedCharts,
  remapMetadata,
  remapPosition,
  withoutFilterDatasets,
} from './remap-ids.ts'
import { planTags, withTags, writeTags } from './tags.ts'
import { decideImportAction, type ImportRun, newOwners } from './import-run.ts'

/** Writes one dashboard of a bundle over already imported charts; returns its id. */
export async function importDashboard(
  importing: ImportRun,
  path: string,
  file: DashboardFile,
  brought: Ids,
): Promise<number> {
  const { store, actor } = importing
  const existing = await store.dashboards.getByUuid(file.uuid, { deleted: true })
  const decision = decideImportAction(importing, 'dashboard', path, existing)
  const reported = { path, kind: 'dashboard', name: file.dashboard_title } as const
  if (existing && decision === 'keep') {
    recordChange(importing, reported, decision, existing)
    return existing.id
  }
  const position = file.position ?? {}
  const ids = await knownIds(importing, file, brought, existing)
  const placed = placedCharts(position).flatMap((uuid) => ids.charts.get(uuid) ?? [])
  const hidden = await hiddenCharts(importing, placed, existing)
  if (hidden.length > 0)
    importing.problems[path] =
      `Charts already exist and user doesn't have permissions to see them: ${hidden.join(', ')}`
  const values: DashboardDraft = {
    dashboard_title: file.dashboard_title,
    ...valuesOf(dashboardEntity.fields, file, ['boolean']),
    ...(importing.isPublishing ? { published: true } : {}),
    slug: await availableSlug(importing, file.slug, existing?.id),
    is_managed_externally: file.is_managed_externally ?? false,
    unknown_keys: toText(file.unknown),
    position_json: JSON.stringify(remapPosition(position, ids)),
    json_metadata: await readableMetadata(importing, file, remapMetadata(file.metadata ?? {}, position, ids), existing),
    charts: [...new Set([...(existing?.charts ?? []), ...placed])],
  }
  const tags = await planTags(importing, path, 'dashboard', existing, file)
  recordChange(importing, reported, decision, ...withTags(existing, values, tags))
  const { slug = null } = values
  if (existing && existing.deleted_at !== null) await store.dashboards.restore(existing.id, actor, { slug })
  const draft = { published: true, ...values, uuid: file.uuid, owners: newOwners(importing) }
  const written = existing
    ? await store.dashboards.update(existing.id, values, actor)
    : await store.dashboards.create(draft, actor)
  if (!written.published) importing.drafts.push({ uuid: written.uuid, name: written.dashboard_title })
  return writeTags(importing, 'dashboard', written.id, tags)
}

/** Maximum uuids per statement. */
const AT_ONCE = 500

function inTurns(uuids: readonly string[]): (readonly string[])[] {
  const all = [...new Set(uuids)]
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) => all.slice(at * AT_ONCE, (at + 1) * AT_ONCE))
}

/**
 * Returns the ids of entities in the bundle, and of existing ones it references: charts of the dashboard, and charts that
 * the importer may add to it. Others count as absent.
 */
async function knownIds(
  importing: ImportRun,
  { position, metadata }: DashboardFile,
  brought: Ids,
  existing: Dashboard | undefined,
): Promise<Ids> {
  const { store, user } = importing
  const charts = new Map(brought.charts)
  const datasets = new Map(brought.datasets)
  const own: Condition = { col: 'id', op: 'in', value: existing?.charts ?? [] }
  const seen: Condition = { or: [own, user ? placeableCharts(user) : true] }
  for (const some of inTurns(placedCharts(position ?? {}).filter((each) => !charts.has(each)))) {
    const { rows } = await store.charts.list({ where: { and: [{ col: 'uuid', op: 'in', value: some }, seen] } })
    for (const { uuid, id } of rows) charts.set(uuid, id)
  }
  const readable = user ? datasetAccess(user) : true
  for (const some of inTurns(filterDatasets(metadata ?? {}).filter((each) => !datasets.has(each)))) {
    const { rows } = await store.datasets.list({ where: { and: [{ col: 'uuid', op: 'in', value: some }, readable] } })
    for (const { uuid, id } of rows) datasets.set(uuid, id)
  }
  return { charts, datasets }
}

/** Returns the uuids of charts that would be added to the dashboard although the importer may not place them. */
async function hiddenCharts(
  { store, user }: ImportRun,
  placed: readonly number[],
  existing: Dashboard | undefined,
): Promise<readonly string[]> {
  const fresh = placed.filter((id) => !existing?.charts.includes(id))
  if (!user || fresh.length === 0) return []
  const among: Condition = { col: 'id', op: 'in', value: [...new Set(fresh)] }
  const { rows } = await store.charts.list({ where: { and: [among, { not: placeableCharts(user) }] } })
  return rows.map(({ uuid }) => uuid)
}

/**
 * Returns the metadata as text. Native filters on datasets that the importer may not read lose their dataset: its values
 * are shown to readers of the dashboard.
 */
async function readableMetadata(
  { store, user, warnings }: ImportRun,
  { dashboard_title: title }: DashboardFile,
  metadata: Record<string, unknown>,
  existing: Dashboard | undefined,
): Promise<string> {
  const after = JSON.stringify(metadata)
  if (!user) return after
  const hidden = await hiddenFilterDatasets(store, { user, rules: {}, before: existing?.json_metadata, after })
  if (hidden.size === 0) return after
  warnings.push(t('Native filters of the dashboard %s on datasets that you may not read lose their dataset', title))
  return JSON.stringify(withoutFilterDatasets(metadata, hidden))
}

/** Returns the slug, unless it is a URL of the product or another dashboard has it. */
async function availableSlug({ store }: ImportRun, text: string | null | undefined, id: number | undefined) {
  const slug = cleanSlug(text ?? '')
  if (slug === '' || /^\d+$/.test(slug) || (reservedSlugs as readonly string[]).includes(slug)) return null
  const taken = await store.dashboards.find({ col: 'slug', op: 'eq', value: slug })
  return taken && taken.id !== id ? null : slug
}
