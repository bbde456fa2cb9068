import { hasPermission, ownerId } from '#core/access/ability.ts'
import { allowedRows, type GuardedEntityType } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { isSavedDataset, type RuleOptions } from '#core/access/rules.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import type { Entity } from '#core/entity/entity.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { ListQuery, Page } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import { type BundleKind, METADATA, METADATA_TYPE_NAMES } from './bundle.ts'
import { chartsOf, dashboardFileOf, filteredDatasets } from './export-dashboard.ts'
import { chartFileOf, databaseFileOf, datasetFileOf, queryFileOf, VERSION } from './export-files.ts'
import { fileName, unusedPath, slugOf } from './file-name.ts'
import { exportedTags } from './export-tags.ts'
import { createFileProgress, type ReportProgress } from './progress.ts'
import { exportedFolders, FOLDER_FILE } from './folder-file.ts'
import { TAGS_FILE } from './tag-file.ts'
import { yieldBetweenFiles } from './import-run.ts'

/** The exporting user and the ids of the rows. Of what these use, the user exports what they may read. */
export interface ExportRun {
  readonly store: Store
  readonly user: CurrentUser
  readonly rules: RuleOptions
  /** Epoch milliseconds; written into the bundle. */
  readonly at: number
  /** Aborted when the caller has disconnected. */
  readonly signal?: AbortSignal
  /** Receives progress reports. */
  readonly tell?: ReportProgress
}

/** The files of a bundle by path below its root, as unprinted values. */
export type BundleFiles = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** Maximum ids per statement. */
const IDS_AT_ONCE = 1000

interface ListedRows<Row extends Entity> {
  list(query: ListQuery): Promise<Page<Row>>
}

async function rowsAmong<Row extends Entity>(
  rows: ListedRows<Row>,
  ids: Iterable<number> | 'all',
  where: Condition = true,
  column = 'id',
): Promise<readonly Row[]> {
  if (ids === 'all') return (await rows.list({ where, order: [{ column: 'id', direction: 'asc' }] })).rows
  const all = [...new Set(ids)]
  const found: Row[] = []
  for (let index = 0; index < all.length; index += IDS_AT_ONCE) {
    const chosen: Condition = { col: column, op: 'in', value: all.slice(index, index + IDS_AT_ONCE) }
    found.push(...(await rows.list({ where: { and: [chosen, where] } })).rows)
  }
  return found.toSorted((a, b) => a.id - b.id)
}

/**
 * Returns the bundle of these rows with their dependencies: the charts of a dashboard, the datasets of charts and
 * filters, the database of datasets; for a database also its datasets. `assets` is everything the user may read.
 * Entities that the user may not read are left out. Row-level security rules, roles, owners and passwords are not part
 * of bundles. Throws `export-empty` if nothing can be exported.
 */
export async function exportBundle(
  exporting: ExportRun,
  kind: BundleKind,
  ids: readonly number[],
): Promise<BundleFiles> {
  const { store, user, rules, at } = exporting
  const may = (view: GuardedEntityType) => allowedRows(user, 'read', view, rules)
  const files = new Map<string, Readonly<Record<string, unknown>>>()
  files.set(METADATA, {
    version: VERSION,
    type: METADATA_TYPE_NAMES[kind],
    timestamp: new Date(at).toISOString().replace('Z', '+00:00'),
  })

  /** Returns the exported rows of a type: all, the requested ones, or those used by others. */
  const taken = (own: BundleKind, used: readonly number[]) =>
    kind === 'assets' ? ('all' as const) : kind === own ? ids : used
  const dashboards = await rowsAmong(store.dashboards, taken('dashboard', []), may('Dashboard'))
  const linked = dashboards.flatMap(chartsOf)
  const charts = await rowsAmong(store.charts, taken('chart', linked), may('Chart'))
  const datasets = await datasetsOf(exporting, kind, ids, { dashboards, charts })
  const queries = await rowsAmong(store.savedQueries, taken('saved_query', []), ownQueries(user))
  const used = [...datasets.map(({ database_id }) => database_id), ...queries.flatMap(({ db_id }) => db_id ?? [])]
  const databases =
    kind === 'assets'
      ? await rowsAmong(store.databases, 'all', may('Database'))
      : await rowsAmong(store.databases, taken('database', used))
  const uuids = await datasetUuids(store, charts, dashboards)
  const tags = await exportedTags(store, { dashboard: dashboards, chart: charts, dataset: datasets, query: queries })

  for (const each of dashboards) {
    const file = dashboardFileOf(each, { ...(await placedOn(store, each, charts)), datasets: uuids })
    files.set(`dashboards/${fileName(each.dashboard_title, each.id)}.yaml`, tags.file('dashboard', each.id, file))
  }
  for (const each of charts) {
    const uuid = each.datasource_type === 'table' ? uuids.get(each.datasource_id) : undefined
    // A chart without its dataset could not be imported.
    if (uuid === undefined) continue
    const file = tags.file('chart', each.id, chartFileOf(each, uuid))
    files.set(`charts/${fileName(each.slice_name, each.id)}.yaml`, file)
  }
  const byId = new Map(databases.map((each) => [each.id, each]))
  for (const each of queries) {
    const database = each.db_id === null ? undefined : byId.get(each.db_id)
    if (!database) continue
    const parts = [slugOf(database.database_name) || String(database.id), slugOf(each.schema ?? '')].filter(Boolean)
    const path = unusedPath(`queries/${parts.join('/')}`, each.label ?? '', each.id, files)
    files.set(path, queryFileOf(each, database.uuid))
  }
  for (const each of datasets) {
    const database = byId.get(each.database_id)
    if (!database) continue
    const folder = `datasets/${slugOf(database.database_name) || database.id}`
    files.set(unusedPath(folder, each.table_name, each.id, files), datasetFileOf(each, database.uuid))
  }
  const isWhole = hasPermission(user, 'can_write', 'Database')
  for (const each of databases)
    files.set(unusedPath('databases', each.database_name, each.id, files), databaseFileOf(each, isWhole))
  if (files.size === 1) throw new ApiError('export-empty')
  if (tags.said) files.set(TAGS_FILE, tags.said)
  const folders = await exportedFolders(exporting, [...dashboards, ...charts, ...datasets])
  if (folders) files.set(FOLDER_FILE, folders)
  return files
}

/** Returns the charts of a dashboard, and those of them that are not exported. */
async function placedOn(store: Store, dashboard: Dashboard, charts: readonly Chart[]) {
  const all = await rowsAmong(store.charts, chartsOf(dashboard))
  const seen = new Set(charts.map(({ id }) => id))
  return {
    charts: new Map(all.map((chart) => [chart.id, chart])),
    hidden: new Set(all.map(({ id }) => id).filter((id) => !seen.has(id))),
  }
}

/** Returns the condition for saved queries, which belong to one user only. */
function ownQueries(user: CurrentUser): Condition {
  return hasPermission(user, 'can_read', 'SavedQuery') && { col: 'created_by_fk', op: 'eq', value: ownerId(user) ?? 0 }
}

interface Above {
  readonly dashboards: readonly Dashboard[]
  readonly charts: readonly Chart[]
}

/** Returns the complete datasets to export, limited to those the user may read. */
async function datasetsOf(
  { store, user, rules, signal, tell }: ExportRun,
  kind: BundleKind,
  ids: readonly number[],
  { dashboards, charts }: Above,
): Promise<readonly Dataset[]> {
  const rule = allowedRows(user, 'read', 'Dataset', rules)
  const used = [
    ...charts.filter(({ datasource_type }) => datasource_type === 'table').map(({ datasource_id }) => datasource_id),
    ...dashboards.flatMap(filteredDatasets),
  ]
  const heads =
    kind === 'database'
      ? await rowsAmong(store.datasets, ids, { and: [rule, isSavedDataset] }, 'database_id')
      : kind === 'assets'
        ? await rowsAmong(store.datasets, 'all', { and: [rule, isSavedDataset] })
        : await rowsAmong(store.datasets, kind === 'dataset' ? ids : used, rule)
  const fullDatasets: Dataset[] = []
  const isRead = createFileProgress(tell, 'read', heads.length)
  for (const { id } of heads) {
    await yieldBetweenFiles({ signal })
    const dataset = await store.datasets.get(id)
    if (dataset) fullDatasets.push(dataset)
    isRead()
  }
  return fullDatasets
}

/** Returns the uuids of all datasets that charts and filters reference, by id. */
async function datasetUuids(
  store: Store,
  charts: readonly Chart[],
  dashboards: readonly Dashboard[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...charts.map(({ datasource_id }) => datasource_id), ...dashboards.flatMap(filteredDatasets)]
  return new Map((await rowsAmong(store.datasets, ids)).map(({ id, uuid }) => [id, uuid]))
}
