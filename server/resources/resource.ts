import type * as z from 'zod'
import type { Action } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { RuleOptions } from '#core/access/rules.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import type { RouteRequest, Route } from '#server/route/route.ts'
import type { Actor, ListQuery, Order, Page, ReadOptions } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { EntityType, Event } from '#core/entity/event.ts'
import type { EntityDefinition } from '#core/entity/entity-definition.ts'

/** A valid body, or its errors: 400 for its shape, 422 for its meaning. */
export type Parsed<Body> = { readonly ok: Body } | { readonly errors: FieldErrors; readonly status: 400 | 422 }

/** One filter operator of a column: maps the caller's value to a condition. */
export interface Operator {
  readonly operator: string
  readonly label: string
  /** Undefined if the value is invalid. */
  condition(value: unknown, user: CurrentUser, options: RuleOptions): Condition | undefined
}

/** A sort column of a row or a related row; rows that do not satisfy the condition sort last. */
export interface ConditionalSortColumn {
  readonly column: string
  where(user: CurrentUser, options: RuleOptions): Condition
}

/** The words for a resource in messages. */
export interface ResourceNouns {
  /** Title case, as in `Chart could not be created.` */
  readonly one: string
  readonly many: string
  /** Title of lists and forms, as in `List Slice`. */
  readonly model: string
}

/** Types of entity a column may be related to. */
export type RelatedKind = 'user' | 'role' | 'database' | 'dataset' | 'tag' | 'folder'

/** The type of a response value. */
export interface FieldShape {
  readonly type: 'integer' | 'string' | 'boolean' | 'object'
  readonly nullable?: true
}

/** The fields that can be listed, filtered and sorted. */
export interface Listing {
  /** Dotted names of the fields in a list. */
  readonly columns: readonly string[]
  /** Dotted names of the fields of a single row. */
  readonly showColumns: readonly string[]
  /** JSON schema of the response value by name; names without an entry may have any type. */
  readonly shapes?: Readonly<Record<string, FieldShape>>
  /** Maps a requested name to the store column to sort by. */
  readonly order: Readonly<Record<string, string | ConditionalSortColumn>>
  readonly filters: Readonly<Record<string, readonly Operator[]>>
  /** Default sort order of lists. */
  readonly base: readonly Order[]
  /** Columns of forms, for `_info`. */
  readonly addColumns: readonly string[]
  readonly editColumns: readonly string[]
  /** Maps a related column to the type of its values. */
  readonly related: Readonly<Record<string, RelatedKind>>
  /** Columns whose distinct values can be requested. */
  readonly distinct: readonly string[]
}

/** The part of a repository that the generic routes use. `get` may return more fields than the lists. */
export interface Rows<Row extends Entity> {
  get(id: number, readOptions?: ReadOptions): Promise<Row | undefined>
  find(condition: Condition, readOptions?: ReadOptions): Promise<Row | undefined>
  list(query: ListQuery): Promise<Page<Row>>
  remove(ids: readonly number[], actor: Actor, options?: { readonly ifVersion?: number }): Promise<void>
  restore(id: number, actor: Actor, changes?: Readonly<Record<string, unknown>>): Promise<Row>
  purge(ids: readonly number[]): Promise<void>
}

/** How a resource handles its deleted rows. */
export interface DeletedRows<Row extends Entity> {
  nameOf(row: Row): string
  /** Returns the changed name if another row has taken the old one. Throws an error if the row cannot be restored. */
  free?(row: Row, request: RouteRequest): Promise<Readonly<Record<string, unknown>>>
}

type Values = Readonly<Record<string, unknown>>

/** How a resource handles versions of its rows. */
export interface History {
  readonly entity: EntityDefinition
  /** Lists that versions contain in addition to the fields. */
  readonly parts?: readonly string[]
  /** Returns versions without the parts the caller may not read. */
  seen?(versions: readonly Values[], request: RouteRequest): Promise<readonly Values[]>
  /** Returns the body that saves `changes` and restores the row to `then`. Default: the changes themselves. */
  body?(changes: Values, then: Values, row: unknown): Values
}

/** How changes of a row in the action log are listed and undone. */
export interface LoggedChanges {
  readonly type: EntityType
  /** The fields that undoing a change restores. */
  readonly fields: readonly string[]
  /** Returns the present values of these fields, in the form of the log. */
  current(row: unknown, request: RouteRequest): Promise<Values>
  /** Set if the action log also records added and removed related rows. */
  readonly relations?: LoggedRelations
}

/** Rows that were added to an entity and removed from it, by the name of the relation. */
export interface RelationChange {
  readonly name: string
  readonly removed: readonly number[]
  readonly added: readonly number[]
}

/** How related rows in the action log are named and restored. */
export interface LoggedRelations {
  readonly names: readonly string[]
  /** Returns the ids of the present related rows, by relation. */
  current(row: unknown, request: RouteRequest): Promise<Readonly<Record<string, readonly number[]>>>
  /** Returns the titles of rows of a relation, by id; deleted ones may be absent. */
  titles(name: string, ids: readonly number[], request: RouteRequest): Promise<ReadonlyMap<number, string>>
  /**
   * Adds the removed rows again, and removes the added ones. Throws an error if one cannot be related any more, and
   * `change-outdated` if a later event than `event` concerns them.
   */
  undo(row: unknown, change: RelationChange, request: RouteRequest, event: Event): Promise<void>
}

/** Request bodies of a resource for tests: `title` is a text field that the test makes unique per row. */
export interface Example {
  readonly title: string
  readonly create: Readonly<Record<string, unknown>>
  readonly update: Readonly<Record<string, unknown>>
  /** A body of the wrong shape, and the expected status and field of the error. */
  readonly misshapen: readonly [body: object, status: number, field: string]
  /** All callers may read the rows and create some; each is written by its creator. */
  readonly isOpen?: true
}

/** A resource with lists and single rows. Resources without write routes have no more. */
export interface ReadResource<Row extends Entity> {
  /** Name in URLs: `/api/v1/{name}/`. */
  readonly name: string
  /** View in permissions: `can_read` on this. */
  readonly permission: string
  /** Set if bearers of guest tokens may read single rows. */
  readonly guest?: true
  readonly nouns: ResourceNouns
  readonly listing: Listing
  /** The repository of the rows. */
  repository(store: Store): Rows<Row>
  /** Returns the condition for rows on which the caller may do this; used by lists and single rows. */
  rule(request: RouteRequest, action: Action): Condition
  /** The error for a row that exists but may not be read. Default: `not-found`. */
  readonly hidden?: ErrorCode
  /** Returns the row id for another key in a URL, such as a slug. */
  resolve?(key: string, request: RouteRequest): Promise<number | undefined>
  /** Returns the row ids for texts in a bulk delete; throws not found for unknown ones. */
  named?(names: readonly string[], request: RouteRequest): Promise<readonly number[]>
  /** Called when a row has been shown to a user. */
  seen?(row: Row, request: RouteRequest): Promise<void>
  /** Returns the condition for rows that may be related. Default: all. */
  relatedScope?(request: RouteRequest, kind: RelatedKind): Condition
  /** Returns rows in response form, with the actions the caller may take. */
  present(rows: readonly Row[], request: RouteRequest, as: 'list' | 'show'): Promise<readonly Record<string, unknown>[]>
  /** Further routes: data, favorites, import, export. */
  readonly routes?: readonly Route[]
}

/**
 * An entity type with REST routes. The generic routes list, show, create, update, delete, bulk delete, `_info`, related
 * and distinct are built from it: authenticate, parse, authorize, execute, present.
 */
export interface Resource<Row extends Entity, Body extends object> extends ReadResource<Row> {
  /** The bodies to create and to change a row. Other keys are ignored. */
  readonly bodies: { readonly create: z.ZodObject; readonly update: z.ZodObject }
  /** True if a body only adds what the row lacks, which does not require ownership. */
  fillsIn?(body: object, row: Row): boolean
  /**
   * Parses and validates the body; unknown keys are rejected or dropped, depending on the resource. `row` is set on
   * update.
   */
  parse(body: unknown, request: RouteRequest, row?: Row): Promise<Parsed<Body>>
  create(body: Body, request: RouteRequest): Promise<Row>
  update(row: Row, body: Body, request: RouteRequest, ifVersion?: number): Promise<Row>
  /** Returns what a create or update response repeats of the body. Default: the body itself. */
  echo?(body: Body, row: Row, request: RouteRequest): Promise<object> | object
  /** Throws an error if other entities still depend on the rows. */
  beforeRemove?(rows: readonly Row[], request: RouteRequest): Promise<void>
  /**
   * Throws an error if a deleted row must not be restored, such as `restore-taken`. `request` has the store of the
   * transaction that restores it.
   */
  beforeRestore?(row: Row, request: RouteRequest): Promise<void>
  /** Deletes rows, all or none. Default: `remove` of the repository. */
  remove?(ids: readonly number[], request: RouteRequest, options: { readonly ifVersion?: number }): Promise<void>
  /**
   * The body that the contract test sends if rows have no owner (any user with write permission may write each, and
   * Gamma may not read it) or if the resource is open to all users.
   */
  readonly example?: Example
  /** Set if users can see deleted rows. */
  readonly bin?: DeletedRows<Row>
  /** Set if versions are stored. */
  readonly history?: History
  /** Set if changes in the action log can be listed and undone. */
  readonly changes?: LoggedChanges
}

/** Any resource: the generic routes do not depend on the types of row and body. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows and bodies stay within one resource
export type AnyResource = Resource<any, any>

/** Any readable resource. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows stay within one resource
export type AnyReadResource = ReadResource<any>
