import * as z from 'zod'
import type { EntityType } from '#core/entity/event.ts'
import { readBody } from '#core/rest/body.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import type { Draft, Entity } from '#core/entity/entity.ts'
import type { AnyField, Fields, RequiredKeys, Relation, FieldsInput, StoredFields } from './field.ts'

/** Built-in roles. Each includes all rights of the next one. */
export type MinimumRole = 'Admin' | 'Alpha' | 'Gamma'

/** The permissions on an entity, and the lowest built-in role that has them. */
export interface Rights {
  /** The name of the entity in permission pairs. */
  readonly view: string
  readonly permissions: readonly string[]
  /** The lowest role with the read permissions; Gamma by default. */
  readonly readers?: MinimumRole
  /** The lowest role with the other permissions; Gamma by default. */
  readonly writers?: MinimumRole
}

/**
 * The schema of a stored entity. Its type, request bodies, table, lists, responses and bundle files are derived from
 * it. Migrations are written by hand and compared with it.
 */
export interface EntityDefinition<F extends Fields = Fields, Extra extends z.ZodRawShape = z.ZodRawShape> {
  readonly table: string
  /** The type of its rows in events and favorites; entities without a type have neither. */
  readonly type?: EntityType
  readonly fields: F
  /** Relations to rows of other tables, including the links of fields. */
  readonly relations: Readonly<Record<string, Relation>>
  /** The field that is incremented when a counted field changes. */
  readonly counter?: string
  /** True if every saved version of a row is retained. */
  readonly hasHistory?: boolean
  /** Permissions; an entity without its own is accessed through another entity. */
  readonly rights?: Rights
  /** True if deleted rows are removed permanently after a time in the bin; otherwise they stay in the bin. */
  readonly isPurged?: boolean
  /** Lists of its rows that are stored in their own tables. */
  readonly parts: readonly string[]
  /** The bodies that create and update a row. */
  readonly create: z.ZodObject
  readonly update: z.ZodObject
  /** Body keys besides the fields. */
  readonly also: Extra
}

interface Definition<F extends Fields, Extra extends z.ZodRawShape> {
  readonly table: string
  readonly type?: EntityType
  readonly fields: F
  readonly relations?: Readonly<Record<string, Relation>>
  readonly counter?: Extract<keyof F, string>
  readonly hasHistory?: boolean
  readonly rights?: Rights
  readonly isPurged?: boolean
  readonly parts?: readonly string[]
  /** Whether unknown body keys are passed on or dropped. */
  readonly unknown?: 'kept' | 'dropped'
  /** Body keys that are not fields. */
  readonly also?: Extra
  /** Body keys of only the create or only the update body. */
  readonly only?: { readonly create?: z.ZodRawShape; readonly update?: z.ZodRawShape }
}

const AUTHORS = {
  created_by: { to: 'users', fk: 'created_by_fk' },
  changed_by: { to: 'users', fk: 'changed_by_fk' },
} as const

/** Defines an entity with these fields; every entity also has the fields of `Entity`. */
export function defineEntity<const F extends Fields, Extra extends z.ZodRawShape = z.ZodRawShape>(
  definition: Definition<F, Extra>,
): EntityDefinition<F, Extra> {
  const { table, type, fields, counter, hasHistory, rights, isPurged, parts = [] } = definition
  const { relations = {}, also = {} as Extra, only = {} } = definition
  const object = (shape: z.ZodRawShape): z.ZodObject =>
    definition.unknown === 'dropped' ? z.object(shape) : z.looseObject(shape)
  const links = Object.entries(fields).flatMap(([name, { links: through }]) => (through ? [[name, through]] : []))
  return {
    table,
    ...(type ? { type } : {}),
    fields,
    relations: { ...AUTHORS, ...relations, ...Object.fromEntries(links) },
    ...(counter ? { counter } : {}),
    ...(hasHistory ? { hasHistory } : {}),
    ...(rights ? { rights } : {}),
    ...(isPurged ? { isPurged } : {}),
    parts,
    create: object({ ...bodyShape(fields, 'create'), ...also, ...only.create }),
    update: object({ ...bodyShape(fields, 'update'), ...also, ...only.update }),
    also,
  }
}

/**
 * Returns the names of the fields stored in versions of a row: fields that an update may send and that events may
 * contain. A change to a field in `own` creates a new version.
 */
export function versionedOf(of: Pick<EntityDefinition, 'fields'>): {
  readonly own: readonly string[]
  readonly all: readonly string[]
} {
  const all = fieldsOf(of).filter(
    ([, { update, options }]) => update && !options.secret && options.versioned !== 'never',
  )
  const own = all.filter(([, { options }]) => options.versioned === undefined)
  return { own: own.map(([name]) => name), all: all.map(([name]) => name) }
}

/** Returns the body schema of these fields. */
export function bodyShape(fields: Fields, as: 'create' | 'update'): z.ZodRawShape {
  const sent = Object.entries(fields).flatMap(([name, field]) => (field[as] ? [[name, field[as]] as const] : []))
  return Object.fromEntries(sent)
}

type FieldsOf<T> = T extends EntityDefinition<infer F, infer _> ? F : never
type ExtraOf<T> = T extends EntityDefinition<infer _, infer Extra> ? Extra : never

/** A row as read from the store. */
export type RowOf<T> = Entity & StoredFields<FieldsOf<T>>

/** The values that create a row. */
export type DraftOf<T> = Draft<RowOf<T>, Extract<RequiredKeys<FieldsOf<T>>, keyof RowOf<T>>>

/** A validated body. It may contain further keys. */
export type BodyOf<T> = FieldsInput<FieldsOf<T>> &
  (string extends keyof ExtraOf<T> ? unknown : Partial<z.output<z.ZodObject<ExtraOf<T>>>>)

/** Returns the fields in the order of their definition. */
export function fieldsOf({
  fields,
}: Pick<EntityDefinition, 'fields'>): readonly (readonly [name: string, field: AnyField])[] {
  return Object.entries(fields)
}

/** Returns the sent fields as they are stored. Null is ignored for fields that are not nullable. */
export function selectEntityFields<F extends Fields>(
  of: { readonly fields: F },
  body: object,
): Partial<StoredFields<F>> {
  const sent = body as Readonly<Record<string, unknown>>
  const patch: Record<string, unknown> = {}
  for (const [name, field] of Object.entries<AnyField>(of.fields)) {
    const value = Object.hasOwn(sent, name) && (field.create || field.update) ? sent[name] : undefined
    if (value === undefined) continue
    if (value === null && !field.kind.endsWith('?')) continue
    patch[name] = value !== null && field.options.read ? field.options.read(value) : value
  }
  return patch as Partial<StoredFields<F>>
}

/**
 * Parses a body. Returns it, or messages by field; never throws. Fields that a caller may not write are dropped, even
 * if other unknown keys are preserved.
 */
export function parseEntityBody<T extends EntityDefinition>(
  of: T,
  body: unknown,
  as: 'create' | 'update',
): { readonly ok: BodyOf<T> } | { readonly errors: FieldErrors } {
  const read = readBody(of[as], body)
  if ('errors' in read) return read
  const { shape } = of[as]
  const sent = Object.entries(read.ok).filter(([name]) => Object.hasOwn(shape, name) || !Object.hasOwn(of.fields, name))
  return { ok: Object.fromEntries(sent) as BodyOf<T> }
}
