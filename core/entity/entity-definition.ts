import * as z from 'zod'
import type { EntityType } from '#core/entity/event.ts'
import { readBody } from '#core/rest/body.ts'
import type { FieldErrors } from '#core/rest/api-error.ts'
import type { Draft, Entity } from '#core/entity/entity.ts'
import type { AnyField, Fields, RequiredKeys, Relation, Sent, Stored } from './field.ts'

/** Built-in roles, each with all that the next one has. */
export type LeastRole = 'Admin' | 'Alpha' | 'Gamma'

/** The permissions that name a thing, and from which built-in role on they are had. */
export interface Rights {
  /** What permissions call it. */
  readonly view: string
  readonly permissions: readonly string[]
  /** Who has those that only read; Gamma where nothing is said. */
  readonly readers?: LeastRole
  /** Who has the others; Gamma where nothing is said. */
  readonly writers?: LeastRole
}

/**
 * A stored thing says its fields once. Its type, its bodies, its table, its lists, what is answered of it and the files
 * of bundles follow from this; migrations are written by hand and compared with it.
 */
export interface EntityDefinition<F extends Fields = Fields, Extra extends z.ZodRawShape = z.ZodRawShape> {
  /** Its table in the store. */
  readonly table: string
  /** What events and favourites call its rows; rows of others have neither. */
  readonly type?: EntityType
  readonly fields: F
  /** How its rows find rows of other tables; links of fields are among them. */
  readonly relations: Readonly<Record<string, Relation>>
  /** The field that grows when one that counts changes. */
  readonly counter?: string
  /** What was saved of its rows is kept, version by version. */
  readonly hasHistory?: boolean
  /** Who may; a thing without rights of its own is reached through another. */
  readonly rights?: Rights
  /** Rows that were deleted lie in the bin for a time, and are then removed for good; those of others stay there. */
  readonly isPurged?: boolean
  /** Lists of its rows that are kept in tables of their own. */
  readonly parts: readonly string[]
  /** What is sent to make a row, and to change one. */
  readonly create: z.ZodObject
  readonly update: z.ZodObject
  /** What is sent beside the fields. */
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
  /** Whether keys of bodies that nobody knows are handed on, or dropped. */
  readonly unknown?: 'kept' | 'dropped'
  /** Keys of bodies that are no fields. */
  readonly also?: Extra
  /** Of these, those that only a create, or only an update, has. */
  readonly only?: { readonly create?: z.ZodRawShape; readonly update?: z.ZodRawShape }
}

const AUTHORS = {
  created_by: { to: 'users', fk: 'created_by_fk' },
  changed_by: { to: 'users', fk: 'changed_by_fk' },
} as const

/** A thing of these fields; every thing has those of `Entity` besides. */
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
 * Names of the fields that versions of a row hold: what whoever changes the row may send, if events may tell it. A change
 * of those of `own` is a new version.
 */
export function versionedOf(of: Pick<EntityDefinition, 'fields'>): {
  readonly own: readonly string[]
  readonly all: readonly string[]
} {
  const all = fieldsOf(of).filter(([, { update, facts }]) => update && !facts.secret && facts.versioned !== 'never')
  const own = all.filter(([, { facts }]) => facts.versioned === undefined)
  return { own: own.map(([name]) => name), all: all.map(([name]) => name) }
}

/** What bodies send of these fields. */
export function bodyShape(fields: Fields, as: 'create' | 'update'): z.ZodRawShape {
  const sent = Object.entries(fields).flatMap(([name, field]) => (field[as] ? [[name, field[as]] as const] : []))
  return Object.fromEntries(sent)
}

type FieldsOf<T> = T extends EntityDefinition<infer F, infer _> ? F : never
type ExtraOf<T> = T extends EntityDefinition<infer _, infer Extra> ? Extra : never

/** A row as it is read. */
export type RowOf<T> = Entity & Stored<FieldsOf<T>>

/** What one gives to make a row. */
export type DraftOf<T> = Draft<RowOf<T>, Extract<RequiredKeys<FieldsOf<T>>, keyof RowOf<T>>>

/** What is sent of a row once its shape is known to fit. Other keys may stand beside. */
export type BodyOf<T> = Sent<FieldsOf<T>> &
  (string extends keyof ExtraOf<T> ? unknown : Partial<z.output<z.ZodObject<ExtraOf<T>>>>)

/** Fields in the order they were said. */
export function fieldsOf({
  fields,
}: Pick<EntityDefinition, 'fields'>): readonly (readonly [name: string, field: AnyField])[] {
  return Object.entries(fields)
}

/**
 * What a body changes: fields that were sent, as they are stored. Null changes nothing where a row always has a value.
 */
export function pickEntityFields<F extends Fields>(of: { readonly fields: F }, body: object): Partial<Stored<F>> {
  const sent = body as Readonly<Record<string, unknown>>
  const patch: Record<string, unknown> = {}
  for (const [name, field] of Object.entries<AnyField>(of.fields)) {
    const value = Object.hasOwn(sent, name) && (field.create || field.update) ? sent[name] : undefined
    if (value === undefined) continue
    if (value === null && !field.kind.endsWith('?')) continue
    patch[name] = value !== null && field.facts.read ? field.facts.read(value) : value
  }
  return patch as Partial<Stored<F>>
}

/**
 * A body as the thing takes it, or messages by field. Never throws. Fields that a caller does not write are dropped, also
 * where other unknown keys are kept.
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
