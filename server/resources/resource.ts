import type * as z from 'zod'
import type { Action } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { RuleOptions } from '#core/access/rules.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import type { FieldErrors } from '#core/rest/api-error.ts'
import type { RouteRequest, Route } from '#server/route/route.ts'
import type { Actor, ListQuery, Order, Page, Sight } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { EntityDefinition } from '#core/entity/entity-definition.ts'

/** A body that fits, or why it does not: 400 for its shape, 422 for its meaning. */
export type Parsed<Body> = { readonly ok: Body } | { readonly errors: FieldErrors; readonly status: 400 | 422 }

/** One filter operator of a column: what the caller's value means as a condition. */
export interface Operator {
  readonly operator: string
  readonly label: string
  /** Undefined when the value does not fit. */
  condition(value: unknown, user: CurrentUser, options: RuleOptions): Condition | undefined
}

/** A column of a related row that is sorted by, as far as the caller may see the row. */
export interface SeenColumn {
  readonly column: string
  where(user: CurrentUser, options: RuleOptions): Condition
}

/** The words for a resource in messages. */
export interface Nouns {
  /** Title case, as in `Chart could not be created.` */
  readonly one: string
  readonly many: string
  /** Title of lists and forms, as in `List Slice`. */
  readonly model: string
}

/** Kinds of thing a column may be related to. */
export type RelatedKind = 'user' | 'role' | 'database' | 'dataset' | 'tag'

/** What a value of an answer is. */
export interface FieldShape {
  readonly type: 'integer' | 'string' | 'boolean' | 'object'
  readonly nullable?: true
}

/** What may be listed, filtered and sorted. */
export interface Listing {
  /** Dotted names of what a list shows. */
  readonly columns: readonly string[]
  /** Dotted names of what one row shows. */
  readonly showColumns: readonly string[]
  /** What is answered under a name, as a JSON schema; names that are not here may be anything. */
  readonly shapes?: Readonly<Record<string, FieldShape>>
  /** Name as asked for to the column of the store that is sorted by. */
  readonly order: Readonly<Record<string, string | SeenColumn>>
  readonly filters: Readonly<Record<string, readonly Operator[]>>
  /** What lists are sorted by when the caller does not say. */
  readonly base: readonly Order[]
  /** Columns of forms, for `_info`. */
  readonly addColumns: readonly string[]
  readonly editColumns: readonly string[]
  /** Related column to what its values are. */
  readonly related: Readonly<Record<string, RelatedKind>>
  /** Columns whose distinct values may be asked for. */
  readonly distinct: readonly string[]
}

/** The part of a repository the generic mount uses. What `get` gives may hold more than what lists give. */
export interface Rows<Row extends Entity> {
  get(id: number, sight?: Sight): Promise<Row | undefined>
  find(condition: Condition, sight?: Sight): Promise<Row | undefined>
  list(query: ListQuery): Promise<Page<Row>>
  remove(ids: readonly number[], actor: Actor, options?: { readonly ifVersion?: number }): Promise<void>
  restore(id: number, actor: Actor, changes?: Readonly<Record<string, unknown>>): Promise<Row>
  purge(ids: readonly number[]): Promise<void>
}

/** What a kind says of its rows in the bin. */
export interface Bin<Row extends Entity> {
  nameOf(row: Row): string
  /** What a row is called instead, where another has its name by now. Throws a fault where it cannot come back. */
  free?(row: Row, asked: RouteRequest): Promise<Readonly<Record<string, unknown>>>
}

type Values = Readonly<Record<string, unknown>>

/** What a kind says of the versions of its rows. */
export interface History {
  readonly thing: EntityDefinition
  /** Lists that versions hold beside the fields. */
  readonly parts?: readonly string[]
  /** Versions without what the caller may not read of them. */
  seen?(versions: readonly Values[], asked: RouteRequest): Promise<readonly Values[]>
  /** What is sent to save `changes`, which bring the row to what `then` was; the changes themselves when absent. */
  body?(changes: Values, then: Values, row: unknown): Values
}

/** Bodies of a kind: `title` is a field of text, which the test makes different for each row. */
export interface Example {
  readonly title: string
  readonly create: Readonly<Record<string, unknown>>
  readonly update: Readonly<Record<string, unknown>>
  /** A body whose shape is wrong, the status that says so, and the field it is told of. */
  readonly misshapen: readonly [body: object, status: number, field: string]
  /** Everybody may read the rows, and make some; each is written by who made it. */
  readonly isOpen?: true
}

/** What lists and single rows of a kind need. A kind that nobody writes by a call has no more. */
export interface ReadResource<Row extends Entity> {
  /** Name in addresses: `/api/v1/{name}/`. */
  readonly name: string
  /** Name in permission pairs: `can_read` on this. */
  readonly permission: string
  readonly nouns: Nouns
  readonly listing: Listing
  /** Where the rows are kept. */
  repository(store: Store): Rows<Row>
  /** Which rows this person may do this with; the one rule behind lists and single rows. */
  rule(asked: RouteRequest, action: Action): Condition
  /** What a row that exists but may not be read answers with; `not-found` when absent. */
  readonly hidden?: ErrorCode
  /** The id of the row another key in an address means, such as a slug. */
  resolve?(key: string, asked: RouteRequest): Promise<number | undefined>
  /** Ids of the rows that a bulk delete names by text; one that is not there is not found. */
  named?(names: readonly string[], asked: RouteRequest): Promise<readonly number[]>
  /** Called when a row has been shown to somebody. */
  seen?(row: Row, asked: RouteRequest): Promise<void>
  /** Which rows may be related to; all when absent. */
  relatedScope?(asked: RouteRequest, kind: RelatedKind): Condition
  /** Rows as answered, with the caller's abilities. */
  present(rows: readonly Row[], asked: RouteRequest, as: 'list' | 'show'): Promise<readonly Record<string, unknown>[]>
  /** What is not one of the calls above: data, favorites, import, export. */
  readonly routes?: readonly Route[]
}

/**
 * A kind of thing with an address. The generic mount serves list, show, create, update, delete, bulk delete, `_info`,
 * related and distinct from it: session, parse, authorise, act, present.
 */
export interface Resource<Row extends Entity, Body extends object> extends ReadResource<Row> {
  /** What is sent to make a row, and to change one. Other keys are left out. */
  readonly bodies: { readonly create: z.ZodObject; readonly update: z.ZodObject }
  /** Whether a body only fills in what the row is missing, for which one need not be an owner. */
  fillsIn?(body: object, row: Row): boolean
  /** The body checked, unknown keys refused or dropped as the resource says; `row` is present on update. */
  parse(body: unknown, asked: RouteRequest, row?: Row): Promise<Parsed<Body>>
  create(body: Body, asked: RouteRequest): Promise<Row>
  update(row: Row, body: Body, asked: RouteRequest, ifVersion?: number): Promise<Row>
  /** What a create or update sends back of the body; the body itself when absent. */
  echo?(body: Body, row: Row, asked: RouteRequest): Promise<object> | object
  /** Throws a fault when something still hangs on the rows. */
  beforeRemove?(rows: readonly Row[], asked: RouteRequest): Promise<void>
  /**
   * What the contract test sends where rows belong to nobody: whoever may write the kind may write each, and Gamma may
   * not read it; or where it is open to everybody.
   */
  readonly example?: Example
  /** Present where people see what was deleted. */
  readonly bin?: Bin<Row>
  /** Present where versions are kept. */
  readonly history?: History
}

/** Any resource: what the mount needs does not depend on the kinds of row and body. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows and bodies stay within one resource
export type AnyResource = Resource<any, any>

/** Any resource as far as it is read. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows stay within one resource
export type AnyReadResource = ReadResource<any>
