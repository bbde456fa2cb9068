import { type Dialect, Kysely, sql } from 'kysely'
import type { DynamicPlugin, DynamicPluginDraft } from '#core/entity/dynamic-plugin.ts'
import type { CssTemplate, CssTemplateDraft } from '#core/entity/css-template.ts'
import type { UserGroup, UserGroupDraft } from '#core/entity/group.ts'
import type { Patch } from '#core/entity/entity.ts'
import type { RowRule, RowRuleDraft } from '#core/entity/row-rule.ts'
import type { DraftOf, RowOf, EntityDefinition } from '#core/entity/entity-definition.ts'
import type { SavedQuery, SavedQueryDraft } from '#core/entity/saved-query.ts'
import { type Context, type Db, rootContext } from './context.ts'
import { type AccessRequests, accessRequestRepository } from './access-requests.ts'
import { dashboardGrantRepository } from './dashboard-grants.ts'
import { databaseRepository } from './databases.ts'
import { datasetRepository } from './datasets.ts'
import { entityRepository } from './entity-repository.ts'
import { eventLog } from './events.ts'
import { type CreatedTables, createdTableRepository } from './created-tables.ts'
import { draftReaderRepository } from './draft-readers.ts'
import { type ExternalIdentities, externalIdentityRepository } from './external-identities.ts'
import { favoriteRepository } from './favorites.ts'
import { type Folders, folderRepository } from './folders.ts'
import { type Grants, grantRepository } from './grants.ts'
import { withValueChecks, TransactionScope } from './guard.ts'
import { type ColumnMasks, columnMaskRepository } from './column-masks.ts'
import { type EmbeddedDashboards, embeddedDashboardRepository } from './embedded-dashboards.ts'
import { type HomeFiles, homeFileRepository } from './home-files.ts'
import { jobRepository } from './jobs.ts'
import { keyValueRepository, settingRepository } from './key-values.ts'
import { type LimitCounts, limitCountRepository } from './limit-counts.ts'
import { migrate, type SchemaStep } from './migrate.ts'
import { postgresDialect } from './postgres/dialect.ts'
import type {
  AnnotationLayers,
  Annotations,
  Charts,
  DashboardGrants,
  Dashboards,
  Databases,
  Datasets,
  Events,
  DraftReaders,
  Favorites,
  FilterSets,
  Jobs,
  KeyValueRepository,
  LoginLinks,
  Queries,
  QueryRecords,
  Revisions,
  Roles,
  Sessions,
  SettingsRepository,
  Tags,
  Users,
} from './repositories.ts'
import { withReadCache } from './read-cache.ts'
import type { Repository } from './repository.ts'
import { type StoredSecrets, storedSecretRepository } from './stored-secrets.ts'
import { type Quotas, quotaRepository } from './quotas.ts'
import { type QuotaUses, quotaUseRepository } from './quota-uses.ts'
import { queryRecords } from './query-log.ts'
import { queryRepository } from './queries.ts'
import { purgeBefore } from './purge.ts'
import { revisionRepository } from './revisions.ts'
import { type ApiTokens, apiTokenRepository } from './api-tokens.ts'
import { roleRepository } from './roles.ts'
import { type ScimResources, scimResourceRepository } from './scim-resources.ts'
import { type SecondFactors, secondFactorRepository } from './second-factors.ts'
import { loginLinkRepository, sessionRepository } from './sessions.ts'
import { type QueryResults, queryResultRepository, type TabStates, tabStateRepository } from './sql-editor.ts'
import { copyStore } from './sqlite/copy.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import { SqliteDriver } from './sqlite/driver.ts'
import { type Table, tableNamed, tables } from './tables.ts'
import { tagRepository } from './tags.ts'
import { userRepository } from './users.ts'
import { Changes, fileVersions, SharedVersionReader, type Versions } from './versions.ts'

/**
 * All persistent data, on SQLite or PostgreSQL. Inside `transaction` only the store passed to the function may be used;
 * any other use throws WrongTransactionStore. A nested transaction that throws is rolled back alone.
 */
export interface Store {
  readonly engine: 'sqlite' | 'postgres'
  readonly users: Users
  readonly roles: Roles
  readonly groups: Repository<UserGroup, UserGroupDraft, Patch<UserGroup>>
  readonly apiTokens: ApiTokens
  readonly externalIdentities: ExternalIdentities
  readonly scimResources: ScimResources
  readonly secondFactors: SecondFactors
  readonly sessions: Sessions
  readonly loginLinks: LoginLinks
  readonly databases: Databases
  readonly datasets: Datasets
  readonly charts: Charts
  readonly dynamicPlugins: Repository<DynamicPlugin, DynamicPluginDraft, Patch<DynamicPlugin>>
  readonly savedQueries: Repository<SavedQuery, SavedQueryDraft, Patch<SavedQuery>>
  readonly cssTemplates: Repository<CssTemplate, CssTemplateDraft, Patch<CssTemplate>>
  readonly queries: Queries
  readonly tags: Tags
  readonly dashboards: Dashboards
  readonly filterSets: FilterSets
  readonly rowRules: Repository<RowRule, RowRuleDraft, Patch<RowRule>>
  readonly dashboardGrants: DashboardGrants
  readonly grants: Grants
  readonly quotas: Quotas
  readonly quotaUses: QuotaUses
  readonly folders: Folders
  readonly accessRequests: AccessRequests
  readonly annotationLayers: AnnotationLayers
  readonly annotations: Annotations
  /** Returns the generic repository of an entity type. */
  of<T extends EntityDefinition>(entity: T): Repository<RowOf<T>, DraftOf<T>, Patch<RowOf<T>>>
  readonly favorites: Favorites
  readonly draftReaders: DraftReaders
  readonly embeddedDashboards: EmbeddedDashboards
  readonly columnMasks: ColumnMasks
  readonly createdTables: CreatedTables
  readonly keyValues: KeyValueRepository
  readonly events: Events
  readonly queryRecords: QueryRecords
  readonly jobs: Jobs
  readonly settings: SettingsRepository
  readonly storedSecrets: StoredSecrets
  readonly revisions: Revisions
  readonly homeFiles: HomeFiles
  readonly limitCounts: LimitCounts
  readonly tabStates: TabStates
  readonly queryResults: QueryResults
  /** Permanently deletes rows that were deleted before that time (epoch ms); returns how many. */
  emptyBin(before: number): Promise<number>
  transaction<T>(fn: (store: Store) => Promise<T>): Promise<T>
  /** Which stored types have changed. */
  readonly versions: Versions
  /** Runs work as one request: its reads are at least as new as its beginning, but not necessarily newer. */
  within<T>(work: () => T): T
  /** Settles if the store responds, throws if not. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The location of the store: a SQLite file (`:memory:` for none) or the URL of a PostgreSQL database. */
export type StoreLocation = { readonly file: string } | { readonly url: string }

type StoreOptions = Pick<Store, 'versions' | 'within' | 'close'>

function storeOf(context: Context, surroundings: StoreOptions): Store {
  return {
    engine: context.engine,
    users: userRepository(context),
    roles: roleRepository(context),
    groups: entityRepository(context, tables.user_groups),
    apiTokens: apiTokenRepository(context),
    externalIdentities: externalIdentityRepository(context),
    scimResources: scimResourceRepository(context),
    secondFactors: secondFactorRepository(context),
    sessions: sessionRepository(context),
    loginLinks: loginLinkRepository(context),
    databases: databaseRepository(context),
    datasets: datasetRepository(context),
    charts: entityRepository(context, tables.charts),
    dynamicPlugins: entityRepository(context, tables.dynamic_plugins),
    savedQueries: entityRepository(context, tables.saved_queries),
    cssTemplates: entityRepository(context, tables.css_templates),
    queries: queryRepository(context),
    tags: tagRepository(context),
    dashboards: entityRepository(context, tables.dashboards),
    filterSets: entityRepository(context, tables.filter_sets),
    rowRules: entityRepository(context, tables.row_rules),
    dashboardGrants: dashboardGrantRepository(context),
    grants: grantRepository(context),
    quotas: quotaRepository(context),
    quotaUses: quotaUseRepository(context),
    folders: folderRepository(context),
    accessRequests: accessRequestRepository(context),
    annotationLayers: entityRepository(context, tables.annotation_layers),
    annotations: entityRepository(context, tables.annotations),
    of: <T extends EntityDefinition>({ table }: T) => entityRepository(context, tableNamed(table) as Table<RowOf<T>>),
    favorites: favoriteRepository(context),
    draftReaders: draftReaderRepository(context),
    embeddedDashboards: embeddedDashboardRepository(context),
    columnMasks: columnMaskRepository(context),
    createdTables: createdTableRepository(context),
    keyValues: keyValueRepository(context),
    events: eventLog(context),
    queryRecords: queryRecords(context),
    jobs: jobRepository(context),
    settings: settingRepository(context),
    storedSecrets: storedSecretRepository(context),
    revisions: revisionRepository(context),
    homeFiles: homeFileRepository(context),
    limitCounts: limitCountRepository(context),
    tabStates: tabStateRepository(context),
    queryResults: queryResultRepository(context),
    emptyBin: (before) => context.atomically((inner) => purgeBefore(inner, before)),
    transaction: (fn) => context.atomically((inner) => fn(storeOf(inner, surroundings))),
    async ping() {
      await sql`select 1`.execute(context.db)
    },
    ...surroundings,
  }
}

/** How to connect to the store, and how changes are detected. */
interface Access {
  readonly dialect: Dialect
  versions(db: Db, changes: Changes, refuse: () => void): Omit<StoreOptions, 'close'>
}

function accessOf(location: StoreLocation): Access {
  if ('url' in location) {
    const versions: Access['versions'] = (db, changes, refuse) => {
      const reading = new SharedVersionReader(changes, () => readVersions(db), refuse)
      return { versions: reading.versions, within: (work) => reading.within(work) }
    }
    return { dialect: postgresDialect(location.url), versions }
  }
  const driver = new SqliteDriver(location.file)
  const versions: Access['versions'] = (_, changes, refuse) => ({
    versions: fileVersions(changes, () => driver.othersVersion(), refuse),
    within: (work) => work(),
  })
  return { dialect: sqliteDialect(driver), versions }
}

/** Reads the versions that triggers increment with each write. */
async function readVersions(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ kind: string; version: string }>`select kind, sum(version)::text as version
    from versions group by kind`.execute(db)
  return new Map(rows.map(({ kind, version }) => [kind, version]))
}

/** Callbacks for schema changes of an existing store. */
export interface StoreWatch {
  /** The schema is about to change; if this throws, the store is not changed. */
  changing(step: SchemaStep): void
  /** The file of the store has been copied before its migration. */
  copied(file: string): void
}

/**
 * Opens the store and migrates its schema, after copying an outdated file. `clock` returns epoch milliseconds,
 * `newUuid` a new uuid. The folder of a file must exist; a missing file is created. Throws `NewerStore` and
 * `NoRoomForCopy`.
 */
export async function openStore(
  location: StoreLocation,
  clock: () => number,
  newUuid: () => string,
  watch?: StoreWatch,
): Promise<Store> {
  const scope = new TransactionScope()
  const engine = 'file' in location ? 'sqlite' : 'postgres'
  const changes = new Changes()
  const access = accessOf(location)
  const db: Db = new Kysely({ dialect: withValueChecks(access.dialect, scope, (written) => changes.wrote(written)) })
  try {
    await migrate(db, engine, { before: (step) => beforeChange(location, step, clock, watch) })
  } catch (error) {
    await db.destroy()
    throw error
  }
  const reported = access.versions(db, changes, () => scope.refuseInside())
  const store = storeOf(rootContext(db, { engine, clock, newUuid }, scope), { ...reported, close: () => db.destroy() })
  return withReadCache(store, clock)
}

function beforeChange(
  location: StoreLocation,
  step: SchemaStep,
  clock: () => number,
  watch: StoreWatch | undefined,
): void {
  if (step.from === undefined) return
  watch?.changing(step)
  const copy =
    'file' in location && location.file !== ':memory:' ? copyStore(location.file, step.to, clock()) : undefined
  if (copy !== undefined) watch?.copied(copy)
}
