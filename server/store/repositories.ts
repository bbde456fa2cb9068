import type { Condition } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type {
  Annotation,
  AnnotationDraft,
  AnnotationLayerDraft,
  AnnotationLayerEntity,
} from '#core/entity/annotation.ts'
import type { Chart, ChartDraft } from '#core/entity/chart.ts'
import type { Dashboard, DashboardDraft } from '#core/entity/dashboard.ts'
import type { DashboardGrant, DashboardGrantDraft, MissingGrant } from '#core/entity/dashboard-grant.ts'
import type { Database, DatabaseDraft } from '#core/entity/database.ts'
import type { Dataset, DatasetDraft, DatasetHead, DatasetParts } from '#core/entity/dataset.ts'
import type { Entity, Patch } from '#core/entity/entity.ts'
import type { EntityType, Event, EventAction, EventDraft } from '#core/entity/event.ts'
import type { FilterSet, FilterSetDraft } from '#core/entity/filter-set.ts'
import type { Job } from '#core/entity/job.ts'
import type { KeyValue, KeyValueResource } from '#core/entity/key-value.ts'
import type { Query, QueryDraft } from '#core/entity/query.ts'
import type { QueryRecord } from '#core/entity/query-record.ts'
import type { PermissionPair, Role, RoleDraft } from '#core/entity/role.ts'
import type { LoginLink, Session } from '#core/entity/session.ts'
import type { Tag, TagDraft } from '#core/entity/tag.ts'
import type { TaggedType } from '#core/entity/tagged-types.ts'
import type { User, UserDraft } from '#core/entity/user.ts'
import type { Revision } from '#core/entity/revision.ts'
import type { Actor, Page, Repository } from './repository.ts'

/* The interfaces of the repositories of the metadata store, one for each entity. */

export type Charts = Repository<Chart, ChartDraft, Patch<Chart>>

export type Dashboards = Repository<Dashboard, DashboardDraft, Patch<Dashboard>>

/** Users who may read draft dashboards through a permalink. */
export interface DraftReaders {
  /** Lets a user read a dashboard while it is a draft. */
  add(dashboardId: number, userId: number): Promise<void>
  /** Returns the ids of the users who have opened a dashboard by a link that shares it. */
  ofDashboard(dashboardId: number): Promise<readonly number[]>
}

export interface DashboardGrants extends Repository<DashboardGrant, DashboardGrantDraft, Patch<DashboardGrant>> {
  /**
   * Returns at most `limit` datasets without a dashboard grant, by dashboard and dataset: those of charts on live
   * dashboards with roles or grants. `dashboards` limits the search to these.
   */
  missing(options?: {
    readonly dashboards?: readonly number[]
    readonly limit?: number
  }): Promise<readonly MissingGrant[]>
}

export type AnnotationLayers = Repository<AnnotationLayerEntity, AnnotationLayerDraft, Patch<AnnotationLayerEntity>>

export type Annotations = Repository<Annotation, AnnotationDraft, Patch<Annotation>>

export type FilterSets = Repository<FilterSet, FilterSetDraft, Patch<FilterSet>>

export interface Databases extends Repository<Database, DatabaseDraft, Patch<Database>> {
  /** Increments `data_version` and returns it; creates neither a new version of the entity nor an event. */
  dataChanged(id: number): Promise<number>
}

/** Lists return heads; `get`, `getByUuid` and `find` also return columns and metrics. */
export type DatasetRepository = Repository<Dataset, DatasetDraft, Patch<DatasetHead> & DatasetParts, DatasetHead>

export interface Datasets extends DatasetRepository {
  /** Increments `definition_version`, which invalidates cached results. Creates neither a new version nor an event. */
  dataChanged(ids: readonly number[]): Promise<void>
  /**
   * Inside a transaction: waits for other transactions that name datasets of the database, so that a name that is found
   * free stays free until the end of this one.
   */
  lockNames(databaseId: number): Promise<void>
  /** Returns the datasets of a database that have one of these ids. */
  ofDatabase(databaseId: number, ids: readonly number[]): Promise<readonly DatasetHead[]>
  /** Returns columns whose name or label contains a text, of datasets that satisfy the condition; the closest first. */
  findColumns(text: string, where: Condition, limit: number): Promise<readonly MatchedColumn[]>
  /**
   * Returns the expressions of columns and metrics that contain a template tag and one of the texts, of datasets that
   * satisfy the condition; the last changed ones first.
   */
  findTemplateExpressions(
    texts: readonly string[],
    where: Condition,
    limit: number,
  ): Promise<readonly DatasetExpression[]>
}

/** The expression of a column or metric of a dataset. */
export interface DatasetExpression {
  readonly dataset_id: number
  readonly expression: string
}

/** A column that a search found, with its dataset. */
export interface MatchedColumn {
  readonly dataset_id: number
  readonly dataset_name: string
  readonly column_name: string
  readonly verbose_name: string | null
}

export interface Tags extends Repository<Tag, TagDraft, Patch<Tag>> {
  /** Returns the live tags of these rows by row id, sorted by name; rows without tags are left out. */
  ofEntities(
    type: TaggedType,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, readonly Pick<Tag, 'id' | 'name'>[]>>
  /**
   * Adds and removes tags of a row by id, and returns its tags. The row keeps its version and its change time; the log
   * records the change.
   */
  change(
    type: TaggedType,
    id: number,
    tags: { readonly add?: readonly number[]; readonly take?: readonly number[] },
    actor: number | null,
  ): Promise<readonly Pick<Tag, 'id' | 'name'>[]>
  /**
   * Returns how many live rows of a type that match the condition have each of these tags; unused tags are left out.
   */
  counts(type: TaggedType, ids: readonly number[], where: Condition): Promise<ReadonlyMap<number, number>>
  /** Returns the ids of used tags, the most used first; at most 1000. */
  used(): Promise<readonly number[]>
}

export interface Users extends Repository<User, UserDraft, Patch<User>> {
  byUsername(username: string): Promise<User | undefined>
  /** Locks the row of a user until the end of the transaction: other transactions that change it wait. */
  lock(id: number): Promise<void>
  /** Counts a sign-in, successful or failed; creates no event. */
  signedIn(id: number, success: boolean): Promise<void>
  /**
   * Returns the epoch milliseconds until which bearer tokens of the user are rejected, inclusive; null rejects none.
   */
  tokensFrom(id: number): Promise<number | null>
  /** Rejects bearer tokens issued up to and including `now`, also of a deleted user; creates no event. */
  endTokens(id: number, now: number): Promise<void>
  /** Returns the user with roles and permissions for responses; undefined if deleted or inactive. */
  current(id: number): Promise<CurrentUser | undefined>
  /** Returns an anonymous user with exactly the role with this id; undefined if it is deleted. */
  withRole(roleId: number): Promise<CurrentUser | undefined>
  /** Returns the anonymous user with the permissions of the role with this name, or none. */
  anonymous(roleName: string): Promise<CurrentUser>
}

/** A permission pair with the id of its row. */
export interface StoredPair {
  readonly id: number
  readonly permission: string
  readonly view: string
}

export interface Roles extends Repository<Role, RoleDraft, Patch<Role>> {
  byName(name: string): Promise<Role | undefined>
  pairs(id: number): Promise<readonly PermissionPair[]>
  /** Returns the permission pairs of these roles, by role id. */
  pairsOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly PermissionPair[]>>
  /** Returns every pair that a role has or had, by id. */
  storedPairs(): Promise<readonly StoredPair[]>
  /**
   * Sets the permissions of the role to exactly these pairs; returns true if that changed anything, which creates a new
   * version.
   */
  setPairs(id: number, pairs: readonly PermissionPair[], actor?: Actor): Promise<boolean>
  addPairs(id: number, pairs: readonly PermissionPair[]): Promise<void>
  /** Renames the view in permissions after a database or dataset was renamed. */
  renameView(from: string, to: string): Promise<void>
}

export type SessionDraft = Pick<Session, 'id' | 'user_id' | 'csrf_secret' | 'expires_at'> &
  Partial<Pick<Session, 'user_agent' | 'address' | 'provider' | 'sign_out_token'>>

/** The user or the role as which a session views; times are epoch milliseconds. */
export interface ViewAsDraft {
  readonly userId?: number
  readonly roleId?: number
  readonly from: number
  readonly until: number
}

/** A deleted session: as whom it viewed the application. */
export type EndedSession = Pick<Session, 'id' | 'user_id' | 'view_as_user_id' | 'view_as_role_id' | 'view_as_from'>

export interface Sessions {
  create(session: SessionDraft): Promise<Session>
  /** Undefined when unknown or expired. */
  get(id: string): Promise<Session | undefined>
  /** Returns the unexpired sessions of a user, most recently used first, at most `limit`. */
  ofUser(userId: number, limit: number): Promise<readonly Session[]>
  touch(id: string, expiresAt: number): Promise<void>
  /** Lets a session view as a user or a role; returns false if it already does, or has ended. */
  startViewAs(id: string, view: ViewAsDraft): Promise<boolean>
  /** Ends what `startViewAs` began at `from`. Returns true for one caller only, and false if it had ended. */
  endViewAs(id: string, from: number): Promise<boolean>
  /** Deletes a session and returns it; undefined if there is none. */
  remove(id: string): Promise<EndedSession | undefined>
  /** Deletes the sessions of a user whose id starts with this text, except `except`, and returns them. */
  removeNamed(userId: number, start: string, except?: string): Promise<readonly EndedSession[]>
  /** Deletes the sessions of a user except `except`, and returns them. */
  deleteByUser(userId: number, except?: string): Promise<readonly EndedSession[]>
  purge(): Promise<readonly EndedSession[]>
}

export interface LoginLinks {
  create(link: Pick<LoginLink, 'token_hash' | 'user_id' | 'expires_at'>): Promise<LoginLink>
  /** Returns a link that is neither used nor expired. */
  find(tokenHash: string): Promise<LoginLink | undefined>
  /** Marks the link as used and returns it; undefined if unknown, used or expired. Only one caller receives it. */
  use(tokenHash: string): Promise<LoginLink | undefined>
  /** True if this user has ever signed in, by a link or otherwise. */
  usedBy(userId: number): Promise<boolean>
  /** Deletes the unused links of a user. */
  deleteByUser(userId: number): Promise<void>
  purge(): Promise<number>
}

export interface Favorites {
  add(userId: number, type: EntityType, id: number): Promise<void>
  remove(userId: number, type: EntityType, id: number): Promise<void>
  /** Returns which of `ids` are favorites of the user; all favorites without `ids`. Ascending. */
  ids(userId: number, type: EntityType, ids?: readonly number[]): Promise<readonly number[]>
  /** Returns how many users have it as a favorite. */
  count(type: EntityType, id: number): Promise<number>
}

export interface Events {
  append(event: EventDraft): Promise<void>
  /** Returns the events of one entity, newest first. */
  history(type: EntityType, id: number, limit?: number): Promise<readonly Event[]>
  /** Returns the latest event of each entity the user changed or viewed, newest first. */
  recents(userId: number, options?: RecentOptions): Promise<readonly Event[]>
  /** Returns a page of the log, newest first; `count` is the number of all matching events. */
  page(options: EventPage): Promise<{ readonly rows: readonly Event[]; readonly count: number }>
  get(id: number): Promise<Event | undefined>
  /** Returns how many events with this action the actor caused since that time, counting no further than `most`. */
  countSince(actor: number, action: EventAction, since: number, most: number): Promise<number>
  /** Permanently deletes all events before that time, in epoch milliseconds; returns how many. */
  purge(before: number): Promise<number>
  /** Permanently deletes previews of the SQL editor before that time; returns how many. */
  forgetPreviews(before: number): Promise<number>
  /** Returns the log, newest first, starting below `beforeId`. */
  list(options?: { readonly beforeId?: number; readonly limit?: number }): Promise<readonly Event[]>
}

/** Selects events: `page` counts from 0; absent fields filter nothing. */
export interface EventPage {
  readonly page: number
  readonly pageSize: number
  readonly action?: EventAction | undefined
  readonly actor?: number | undefined
  readonly type?: EntityType | undefined
  readonly entityId?: number | undefined
  /** Epoch milliseconds, exclusive, like `before`. */
  readonly after?: number | undefined
  readonly before?: number | undefined
  /** Only events that were logged earlier than this one. */
  readonly beforeId?: number | undefined
}

export interface RecentOptions {
  readonly types?: readonly EntityType[]
  readonly actions?: readonly EventAction[]
  readonly limit?: number
}

/** Beyond the limit `queries` per user, the oldest are deleted. */
export interface Queries extends Repository<Query, QueryDraft, Patch<Query>> {
  /** Permanently deletes queries that began before that time; returns how many. */
  forget(before: number): Promise<number>
}

export interface QueryRecords {
  append(records: readonly QueryRecord[]): Promise<void>
  /** Returns the newest first. */
  latest(limit?: number): Promise<readonly QueryRecord[]>
  /** Deletes older records; returns how many. */
  purge(before: number): Promise<number>
}

export interface KeyValueRepository {
  /** Inserts or overwrites. */
  put(value: Pick<KeyValue, 'resource' | 'key' | 'value' | 'user_id' | 'expires_on'>): Promise<KeyValue>
  /** Undefined when unknown or expired. */
  get(resource: KeyValueResource, key: string): Promise<KeyValue | undefined>
  /** Extends the expiry. */
  touch(resource: KeyValueResource, key: string, expiresOn: number | null): Promise<void>
  /** Returns true if the entry existed. */
  remove(resource: KeyValueResource, key: string): Promise<boolean>
  /** Changes the text of a key; returns false if there is none, or it has expired. */
  update(resource: KeyValueResource, key: string, value: string): Promise<boolean>
  /** Returns the unexpired values of a user, oldest first. */
  ofPerson(resource: KeyValueResource, userId: number): Promise<readonly KeyValue[]>
  /** Returns how many values a user has; null means all anonymous users. */
  count(resource: KeyValueResource, userId: number | null): Promise<number>
  /** Deletes values of a user beyond `most`, those that expire first. */
  trim(resource: KeyValueResource, userId: number | null, most: number): Promise<void>
  purge(): Promise<number>
}

export interface JobDraft {
  readonly kind: string
  readonly payload: string
  readonly user_id: number | null
  /** The network address of an anonymous user; limits count by it. */
  readonly origin?: string | null | undefined
  readonly run_after?: number
}

export interface Jobs {
  /** Throws `bound-passed` if the user, the anonymous users of one address, or all of them have too many waiting jobs. */
  enqueue(job: JobDraft): Promise<Job>
  get(id: number): Promise<Job | undefined>
  getByUuid(uuid: string): Promise<Job | undefined>
  /**
   * Claims a job that is due, or whose worker let its claim expire; no other worker gets it until `leaseMs` from now.
   * Chooses the first type with a due job, then the user with the fewest running jobs, then the oldest job. All
   * anonymous users count as one. `running` are the jobs that the worker runs: if their claims have expired, because the
   * clock or the process was delayed, they are not claimed twice. Returns undefined if there is none.
   */
  claim(
    kinds: readonly string[],
    worker: string,
    leaseMs: number,
    running?: readonly number[],
  ): Promise<Job | undefined>
  /** Extends the claim; returns false if the worker no longer holds the job (cancelled, taken over). */
  renew(id: number, worker: string, leaseMs: number): Promise<boolean>
  /** Each returns false if the worker no longer holds the job. */
  finish(id: number, worker: string, result: string): Promise<boolean>
  fail(id: number, worker: string, errors: string): Promise<boolean>
  /** Releases a claimed job, to be claimed again after `runAfter` (epoch ms). The claim does not count as an attempt. */
  release(job: Job, worker: string, runAfter: number): Promise<boolean>
  /**
   * Releases the job, and does not count its attempt. No waiting job of its user and type is claimed until `delayMs`
   * from now.
   */
  postpone(job: Job, worker: string, delayMs: number): Promise<boolean>
  /** Returns false if the job had already ended. */
  cancel(id: number): Promise<boolean>
  /** Returns jobs of the type that finished or failed at `since` (epoch ms) or later, in the order they ended. */
  ended(kind: string, since: number): Promise<readonly Job[]>
  /** Deletes jobs that ended before; returns how many. */
  purge(before: number): Promise<number>
}

export interface Revisions {
  /** Returns the versions of an entity, newest first. */
  page(type: EntityType, id: number, page: number, pageSize: number): Promise<Page<Revision>>
  get(type: EntityType, id: number, revision: number): Promise<Revision | undefined>
  /**
   * Makes the next save of any user a separate version. If there is no version yet, `row`, the current state,
   * becomes the first one.
   */
  close(type: EntityType, id: number, row?: Entity): Promise<void>
  /** Marks the latest version as a restore of another one. */
  restored(type: EntityType, id: number, of: number): Promise<void>
}

export interface SettingsRepository {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  /** Stores a value unless the key has one. */
  add(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
}
