import type { CurrentUser } from '#core/access/current-user.ts'
import type { SecretKeys } from '#server/base/secret-keys.ts'
import type { Actor } from '#server/store/repository.ts'
import { grantDatasetAccess } from '#server/store/grant-dataset-access.ts'
import { saveTemporaryDataset } from '#server/dataset/temporary-datasets.ts'
import type { Store } from '#server/store/store.ts'
import type { BundleChange, DraftDashboard } from '#core/rest/bundle.ts'
import { applyGrants, type GrantChange } from './apply-grants.ts'
import type { GrantEntry } from './grant-file.ts'
import { applyQuotas, type QuotaChange, type QuotaEntry } from './quota-file.ts'
import { type Bundle, type BundleKind, type ReadBundle, readBundle, rejectImport } from './bundle.ts'
import { checkSql, type SqlCheck } from './check-sql.ts'
import { type ChartToWrite, importCharts } from './charts.ts'
import { importDashboard } from './dashboards.ts'
import { importDatabase } from './databases.ts'
import { findDatasetByUuid, importDataset } from './datasets.ts'
import { findImportedEntities, placeInFolders } from './folders.ts'
import { importQuery } from './queries.ts'
import { createFileProgress, type ReportProgress } from './progress.ts'
import { filterDatasets, placedCharts } from './remap-ids.ts'
import { yieldBetweenFiles, type ImportRun } from './import-run.ts'
import { databaseAccess } from '#core/access/rules.ts'

/**
 * Replaces the names of databases in a bundle by the uuids of existing ones, which are then not imported. A name that
 * neither exists nor is in the bundle is recorded as a problem of the files that use it. A database that the importer
 * may not see counts as absent.
 */
async function withDatabases(
  { store, user, problems }: ImportRun,
  bundle: Bundle,
  named: ReadonlyMap<string, string>,
): Promise<Bundle> {
  const known = new Map<string, string>()
  const seen = user ? databaseAccess(user) : true
  for (const [uuid, name] of named) {
    const found = await store.databases.find({ and: [{ col: 'database_name', op: 'eq', value: name }, seen] })
    if (found) known.set(uuid, found.uuid)
  }
  const brought = new Set([...bundle.databases.values()].map(({ uuid }) => uuid))
  const datasets = [...bundle.datasets].map(([path, file]) => {
    const uuid = known.get(file.database_uuid)
    if (uuid === undefined && !brought.has(file.database_uuid))
      problems[path] = { database: [`The database ${named.get(file.database_uuid) ?? ''} does not exist`] }
    return [path, uuid === undefined ? file : { ...file, database_uuid: uuid }] as const
  })
  const databases = [...bundle.databases].filter(([, { uuid }]) => !known.has(uuid))
  return { ...bundle, databases: new Map(databases), datasets: new Map(datasets) }
}

/** The options of an import. */
export interface ImportOptions {
  /** The type to import. Default: the type of the bundle. `assets` is everything in it. */
  readonly kind?: BundleKind
  /** Whether existing entities of that type are replaced. */
  readonly overwrite?: boolean
  /** Whether imported dashboards are published, whatever their files say. */
  readonly isPublishing?: boolean
  /** The importing user; absent: the product itself. */
  readonly user?: CurrentUser
  /** Passwords of databases, by path below the root. */
  readonly passwords?: Readonly<Record<string, string>>
  /** Secrets of SSH tunnels, by path below the root. */
  readonly tunnelSecrets?: ImportRun['tunnelSecrets']
  /** See `ImportRun`; default false. */
  readonly needsTunnelSecrets?: boolean
  /** Checks the SQL of datasets before it is stored; absent if the product itself imports. */
  readonly checkSql?: SqlCheck
  /** Encrypts the passwords of databases; required if one has any. */
  readonly secretKey?: SecretKeys
  /** Grants to create, change and remove after the entities are written. */
  readonly grants?: readonly GrantEntry[]
  /** Quotas to create, change and remove. */
  readonly quotas?: readonly QuotaEntry[]
  /** Dry run: everything is checked and reported, and nothing is stored. */
  readonly isDryRun?: boolean
  /** Aborted when the caller has disconnected: then nothing is written. */
  readonly signal?: AbortSignal
  /** Receives progress reports. */
  readonly tell?: ReportProgress
}

/** Ids of the entities a bundle created or matched. */
export interface ImportedIds {
  readonly databases: readonly number[]
  readonly datasets: readonly number[]
  readonly charts: readonly number[]
  readonly dashboards: readonly number[]
  /** Sentences about omitted parts of the bundle. */
  readonly warnings: readonly string[]
  /** The changes made, or that would be made, by file. */
  readonly changes: readonly BundleChange[]
  /** Imported dashboards that are drafts. */
  readonly drafts: readonly DraftDashboard[]
  /** The grants created, changed and removed, or that would be. */
  readonly grantChanges: readonly GrantChange[]
  readonly quotaChanges: readonly QuotaChange[]
}

/** Rolls back the transaction of a dry run and carries its findings. */
class DryRunResult extends Error {
  readonly imported: ImportedIds

  constructor(imported: ImportedIds) {
    super('A rehearsal is undone')
    this.imported = imported
  }
}

/**
 * Imports a v1 bundle atomically. `files` are its texts by path, with or without the root folder. Entities are matched
 * by uuid; those the imported type does not need are ignored.
 */
export async function importBundle(
  store: Store,
  files: ReadonlyMap<string, string>,
  actor: Actor,
  options: ImportOptions = {},
): Promise<ImportedIds> {
  return importBundleFiles(store, readBundle(files, options.kind), actor, options)
}

/** Imports a parsed bundle. */
export async function importBundleFiles(
  store: Store,
  { kind, bundle, warnings, named }: ReadBundle,
  actor: Actor,
  options: Omit<ImportOptions, 'kind'> = {},
): Promise<ImportedIds> {
  const importing: ImportRun = {
    store,
    actor,
    user: options.user,
    kind,
    overwrite: options.overwrite ?? false,
    passwords: options.passwords ?? {},
    tunnelSecrets: options.tunnelSecrets ?? {},
    needsTunnelSecrets: options.needsTunnelSecrets ?? false,
    secretKey: options.secretKey,
    tagFile: bundle.tagFile,
    problems: {},
    warnings: [...warnings],
    changes: [],
    isPublishing: options.isPublishing ?? false,
    drafts: [],
    signal: options.signal,
  }
  const found = named ? await withDatabases(importing, bundle, named) : bundle
  if (Object.keys(importing.problems).length > 0) rejectImport(kind, importing.problems)
  const wanted = neededPart(found, kind)
  if (options.checkSql) await checkSql(importing, wanted.datasets, options.checkSql, options.tell)
  const isWritten = createFileProgress(options.tell, 'write', filesOf(wanted))
  const written = store.transaction(async (tx) => {
    const placing = await findImportedEntities({ ...importing, store: tx }, wanted)
    const entities = await write({ ...importing, store: tx, isWritten }, wanted)
    if (Object.keys(importing.problems).length > 0) rejectImport(kind, importing.problems)
    await placeInFolders({ ...importing, store: tx }, wanted.folderFile, placing)
    await grantDatasetAccess(tx, options.user, entities.dashboards)
    const grantChanges = await applyGrants({ ...importing, store: tx }, options.grants ?? [])
    const quotaChanges = await applyQuotas({ ...importing, store: tx }, options.quotas ?? [])
    if (Object.keys(importing.problems).length > 0) rejectImport(kind, importing.problems)
    const imported = { ...entities, grantChanges, quotaChanges }
    // The last point at which a disconnect undoes the import.
    await yieldBetweenFiles(importing)
    if (options.isDryRun) throw new DryRunResult(imported)
    return imported
  })
  return written.catch((error: unknown) => {
    if (error instanceof DryRunResult) return error.imported
    throw error
  })
}

function filesOf({ databases, queries, datasets, charts, dashboards }: Bundle): number {
  return databases.size + queries.size + datasets.size + charts.size + dashboards.size
}

/** Returns the part of a bundle that its type needs. */
function neededPart(bundle: Bundle, kind: BundleKind): Bundle {
  if (kind === 'assets') return bundle
  const dashboards = kind === 'dashboard' ? bundle.dashboards : new Map<string, never>()
  const placed = new Set([...bundle.dashboards.values()].flatMap((file) => placedCharts(file.position ?? {})))
  const filtered = new Set([...bundle.dashboards.values()].flatMap((file) => filterDatasets(file.metadata ?? {})))
  const charts = only(bundle.charts, ({ uuid }) => kind === 'chart' || (kind === 'dashboard' && placed.has(uuid)))
  const referencedUuids = new Set([...charts.values()].map((file) => file.dataset_uuid))
  const datasets = only(
    bundle.datasets,
    ({ uuid }) =>
      kind === 'dataset' ||
      kind === 'database' ||
      referencedUuids.has(uuid) ||
      (kind === 'dashboard' && filtered.has(uuid)),
  )
  const queries = only(bundle.queries, () => kind === 'saved_query')
  const used = new Set([...datasets.values(), ...queries.values()].map((file) => file.database_uuid))
  const databases = only(bundle.databases, ({ uuid }) => kind === 'database' || used.has(uuid))
  return { databases, queries, datasets, charts, dashboards, tagFile: bundle.tagFile, folderFile: bundle.folderFile }
}

function only<T>(files: ReadonlyMap<string, T>, wanted: (file: T) => boolean): ReadonlyMap<string, T> {
  return new Map([...files].filter(([, file]) => wanted(file)))
}

/** Saves the temporary datasets of the importing user that the imported charts use. */
async function saveDatasetsOf({ store, actor, problems }: ImportRun, placed: readonly ChartToWrite[]): Promise<void> {
  if (Object.keys(problems).length > 0) return
  const used = [...new Set(placed.map(({ datasetId }) => datasetId))]
  for (const id of used) await saveTemporaryDataset(store, { userId: actor }, id)
}

/** A database that the importer may not see counts as absent: searches of saved queries would reveal its name. */
async function isVisibleDatabase({ store, user }: ImportRun, id: number): Promise<boolean> {
  const seen = { and: [{ col: 'id', op: 'eq' as const, value: id }, user ? databaseAccess(user) : true] }
  return (await store.databases.count(seen)) > 0
}

async function write(
  importing: ImportRun,
  bundle: Bundle,
): Promise<Omit<ImportedIds, 'grantChanges' | 'quotaChanges'>> {
  const { store, problems, warnings, changes, drafts, isWritten } = importing
  const databases = new Map<string, number>()
  const datasets = new Map<string, number>()
  const dashboards: number[] = []
  for (const [path, file] of bundle.databases) {
    await yieldBetweenFiles(importing)
    databases.set(file.uuid, await importDatabase(importing, path, file))
    isWritten?.()
  }
  for (const [path, file] of bundle.queries) {
    await yieldBetweenFiles(importing)
    const id = databases.get(file.database_uuid) ?? (await store.databases.getByUuid(file.database_uuid))?.id
    if (id === undefined || !(await isVisibleDatabase(importing, id)))
      problems[path] = { database_uuid: ['The database is not in the bundle'] }
    else await importQuery(importing, path, file, id)
    isWritten?.()
  }
  for (const [path, file] of bundle.datasets) {
    await yieldBetweenFiles(importing)
    const id = databases.get(file.database_uuid) ?? (await store.databases.getByUuid(file.database_uuid))?.id
    if (id === undefined) problems[path] = { database_uuid: ['The database is not in the bundle'] }
    else datasets.set(file.uuid, await importDataset(importing, path, file, id))
    isWritten?.()
  }
  const placed: ChartToWrite[] = []
  for (const [path, file] of bundle.charts) {
    const datasetId = datasets.get(file.dataset_uuid) ?? (await findDatasetByUuid(importing, file.dataset_uuid))?.id
    if (datasetId === undefined) problems[path] = { dataset_uuid: ['The dataset is not in the bundle'] }
    else placed.push({ path, file, datasetId })
  }
  const charts = await importCharts(importing, placed)
  await saveDatasetsOf(importing, placed)
  for (const [path, file] of bundle.dashboards) {
    await yieldBetweenFiles(importing)
    dashboards.push(await importDashboard(importing, path, file, { charts, datasets }))
    isWritten?.()
  }
  return {
    databases: [...databases.values()],
    datasets: [...datasets.values()],
    charts: [...charts.values()],
    dashboards,
    warnings,
    changes,
    drafts,
  }
}
