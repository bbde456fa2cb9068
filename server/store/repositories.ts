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
import type { TaggedType } from '#core/entity/tagged.ts'
import type { User, UserDraft } from '#core/entity/user.ts'
import type { Revision } from '#core/entity/revision.ts'
import type { Page, Repository } from './repository.ts'

export type Charts = Repository<Chart, ChartDraft, Patch<Chart>>

export type Dashboards = Repository<Dashboard, DashboardDraft, Patch<Dashboard>>

/** Users who may read draft dashboards that were shared by permalink. */
export interface DraftReaders {
  /** Lets a user read a dashboard while it is a draft. */
  add(dashboardId: number, userId: number): Promise<void>
}

export interface DashboardGrants extends Repository<DashboardGrant, DashboardGrantDraft, Patch<DashboardGrant>> {
  /**
   * The datasets behind charts of living dashboards with roles that have no grant, by dashboard and dataset; of these
   * dashboards alone when given. At most `limit`.
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
  /** Counts up `data_version` and answers with it; neither a new version of the entity nor an event. */
  dataChanged(id: number): Promise<number>
}

/** Lists give heads; `get`, `getByUuid` and `find` give columns and metrics too. */
export interface Datasets extends Repository<Dataset, DatasetDraft, Patch<DatasetHead> & DatasetParts, DatasetHead> {
  /** Counts up `definition_version`: what is kept of them is asked anew. Neither a new version nor an event. */
  dataChanged(ids: readonly number[]): Promise<void>
}

export interface Tags extends Repository<Tag, TagDraft, Patch<Tag>> {
  /** The living tags of these rows by id of the row, in the order of names; rows without any are left out. */
  carried(type: TaggedType, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Pick<Tag, 'id' | 'name'>[]>>
  /**
   * Gives a row tags and takes others, by ids, and answers what it carries then. The row keeps its version and the moment
   * it was changed; the log tells the change.
   */
  change(
    type: TaggedType,
    id: number,
    tags: { readonly add?: readonly number[]; readonly take?: readonly number[] },
    actor: number | null,
  ): Promise<readonly Pick<Tag, 'id' | 'name'>[]>
  /** How many living rows of a kind that hold the condition carry each of these tags; tags that none carries are left out. */
  counts(type: TaggedType, ids: readonly number[], where: Condition): Promise<ReadonlyMap<number, number>>
  /** Ids of tags that something carries, the most used first; at most 1000. */
  used(): Promise<readonly number[]>
}

export interface Users extends Repository<User, UserDraft, Patch<User>> {
  byUsername(username: string): Promise<User | undefined>
  /** Counts a sign-in, good or failed; no event. */
  signedIn(id: number, success: boolean): Promise<void>
  /** Epoch milliseconds until which bearer tokens of the user are refused, inclusive; null refuses none. */
  tokensFrom(id: number): Promise<number | null>
  /** The user with roles and permissions as they are sent; undefined when gone or inactive. */
  current(id: number): Promise<CurrentUser | undefined>
  /** What somebody who has not signed in may do: the role named so, or nothing. */
  anonymous(roleName: string): Promise<CurrentUser>
}

export interface Roles extends Repository<Role, RoleDraft, Patch<Role>> {
  byName(name: string): Promise<Role | undefined>
  pairs(id: number): Promise<readonly PermissionPair[]>
  /** Gives the role exactly these pairs; answers whether that changed anything. */
  setPairs(id: number, pairs: readonly PermissionPair[]): Promise<boolean>
  addPairs(id: number, pairs: readonly PermissionPair[]): Promise<void>
  /** Follows the renaming of a database or dataset in what roles name. */
  renameView(from: string, to: string): Promise<void>
}

export type SessionDraft = Pick<Session, 'id' | 'user_id' | 'csrf_secret' | 'expires_at'> &
  Partial<Pick<Session, 'user_agent' | 'address'>>

export interface Sessions {
  create(session: SessionDraft): Promise<Session>
  /** Undefined when unknown or expired. */
  get(id: string): Promise<Session | undefined>
  /** Those of a user that have not expired, last seen first, `limit` at most. */
  ofUser(userId: number, limit: number): Promise<readonly Session[]>
  touch(id: string, expiresAt: number): Promise<void>
  remove(id: string): Promise<void>
  /** Removes those of a user whose id begins so; answers the ids. */
  removeNamed(userId: number, start: string): Promise<readonly string[]>
  /** Removes those of a user, but for the one of `except`; answers how many. */
  removeOfUser(userId: number, except?: string): Promise<number>
  /** Forgets what has expired; answers how many. */
  purge(): Promise<number>
}

export interface LoginLinks {
  create(link: Pick<LoginLink, 'token_hash' | 'user_id' | 'expires_at'>): Promise<LoginLink>
  /** Marks the link as used and answers with it; undefined when unknown, used or expired. Only one caller gets it. */
  use(tokenHash: string): Promise<LoginLink | undefined>
  /** Whether somebody has ever signed in by a link or otherwise as this user. */
  usedBy(userId: number): Promise<boolean>
  /** Removes those of a user that nobody has used. */
  removeOfUser(userId: number): Promise<void>
  purge(): Promise<number>
}

export interface Favorites {
  add(userId: number, type: EntityType, id: number): Promise<void>
  remove(userId: number, type: EntityType, id: number): Promise<void>
  /** Which of `ids` the user marked; all marked ones without `ids`. Ascending. */
  ids(userId: number, type: EntityType, ids?: readonly number[]): Promise<readonly number[]>
  /** How many users marked it. */
  count(type: EntityType, id: number): Promise<number>
}

export interface Events {
  append(event: EventDraft): Promise<void>
  /** What happened to one entity, newest first. */
  history(type: EntityType, id: number, limit?: number): Promise<readonly Event[]>
  /** The latest event of each entity the user touched, newest first. */
  recents(userId: number, options?: RecentOptions): Promise<readonly Event[]>
  /** A page of the log, newest first; `count` is the number of all lines that hold. */
  page(options: EventPage): Promise<{ readonly rows: readonly Event[]; readonly count: number }>
  /** One line of the log. */
  get(id: number): Promise<Event | undefined>
  /** How many lines with this action the actor has caused since that moment, counted no further than `most`. */
  countSince(actor: number, action: EventAction, since: number, most: number): Promise<number>
  /** The log, newest first, starting below `beforeId`. */
  list(options?: { readonly beforeId?: number; readonly limit?: number }): Promise<readonly Event[]>
}

/** Which lines of the log: `page` counts from 0; absent narrows nothing. */
export interface EventPage {
  readonly page: number
  readonly pageSize: number
  readonly action?: EventAction | undefined
  readonly actor?: number | undefined
  readonly type?: EntityType | undefined
  readonly entityId?: number | undefined
}

export interface RecentOptions {
  readonly types?: readonly EntityType[]
  readonly actions?: readonly EventAction[]
  readonly limit?: number
}

/** Of a person the oldest give way beyond the bound `queries`. */
export interface Queries extends Repository<Query, QueryDraft, Patch<Query>> {
  /** Removes for good those that began before that moment; answers how many. */
  forget(before: number): Promise<number>
}

export interface QueryRecords {
  append(records: readonly QueryRecord[]): Promise<void>
  /** Newest first. */
  latest(limit?: number): Promise<readonly QueryRecord[]>
  /** Removes records older than that; answers how many. */
  purge(before: number): Promise<number>
}

export interface KeyValues {
  /** Writes or overwrites. */
  put(value: Pick<KeyValue, 'resource' | 'key' | 'value' | 'user_id' | 'expires_on'>): Promise<KeyValue>
  /** Undefined when unknown or expired. */
  get(resource: KeyValueResource, key: string): Promise<KeyValue | undefined>
  /** Puts the expiry off. */
  touch(resource: KeyValueResource, key: string, expiresOn: number | null): Promise<void>
  /** Answers whether there was one. */
  remove(resource: KeyValueResource, key: string): Promise<boolean>
  /** Changes the text under a key; false when there is none, or it has expired. */
  update(resource: KeyValueResource, key: string, value: string): Promise<boolean>
  /** The values of a person that have not expired, oldest first. */
  ofPerson(resource: KeyValueResource, userId: number): Promise<readonly KeyValue[]>
  /** How many a person keeps; null is everybody who has not signed in. */
  count(resource: KeyValueResource, userId: number | null): Promise<number>
  /** Forgets what a person keeps beyond `most`: what would expire first. */
  trim(resource: KeyValueResource, userId: number | null, most: number): Promise<void>
  purge(): Promise<number>
}

export interface JobDraft {
  readonly kind: string
  readonly payload: string
  readonly user_id: number | null
  readonly run_after?: number
}

export interface Jobs {
  enqueue(job: JobDraft): Promise<Job>
  get(id: number): Promise<Job | undefined>
  getByUuid(uuid: string): Promise<Job | undefined>
  /**
   * Takes a job that is due, or whose worker let its claim lapse; nobody else gets it until `leaseMs` from now. Of the
   * kind named first, of the user of whom the fewest are under way, the oldest. Undefined when there is none.
   */
  claim(kinds: readonly string[], worker: string, leaseMs: number): Promise<Job | undefined>
  /** Puts the end of the claim off; false when the job is no longer the worker's (cancelled, taken over). */
  renew(id: number, worker: string, leaseMs: number): Promise<boolean>
  /** Each answers false when the job is no longer the worker's. */
  finish(id: number, worker: string, result: string): Promise<boolean>
  fail(id: number, worker: string, errors: string): Promise<boolean>
  /** Gives the job back, to be claimed again after `runAfter`. */
  release(id: number, worker: string, runAfter: number): Promise<boolean>
  /** False when the job had already ended. */
  cancel(id: number): Promise<boolean>
  /** Jobs of the kind that were done or failed at `since` (epoch ms) or later, in the order they ended. */
  ended(kind: string, since: number): Promise<readonly Job[]>
  /** Removes jobs that ended before; answers how many. */
  purge(before: number): Promise<number>
}

export interface Revisions {
  /** Versions of a thing, newest first. */
  page(type: EntityType, id: number, page: number, pageSize: number): Promise<Page<Revision>>
  get(type: EntityType, id: number, revision: number): Promise<Revision | undefined>
  /**
   * The next save is a version of its own, whoever makes it. `row`, which is what there is now, becomes the first version
   * where there is none.
   */
  close(type: EntityType, id: number, row?: Entity): Promise<void>
  /** The last version is what another one was, of that moment. */
  restored(type: EntityType, id: number, of: number): Promise<void>
}

export interface SettingsRepository {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
}
