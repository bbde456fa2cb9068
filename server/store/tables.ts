import type { Entity } from '#core/entity/entity.ts'
import type { EntityType } from '#core/entity/event.ts'
import { entitySchemas } from '#core/entity/entities.ts'
import type { ColumnKind, Fields, Relation } from '#core/entity/field.ts'
import { fieldsOf, type RowOf, type EntityDefinition, versionedOf } from '#core/entity/entity-definition.ts'
import type { BoundValue } from './bind.ts'

/** A table as repositories and conditions know it; `E` is what its rows are read as. */
export interface Table<E extends Entity = Entity> {
  readonly name: string
  /** What events and favourites call its rows; rows of other tables have neither. */
  readonly type?: EntityType
  readonly columns: Readonly<Record<string, ColumnKind>>
  /** What a new row has where nothing is given, if not null. */
  readonly defaults: Readonly<Record<string, BoundValue | boolean>>
  /** Columns with a folded twin `<column>_folded` for search and sort. */
  readonly folded: readonly string[]
  /** Columns whose values events do not tell. */
  readonly secret: readonly string[]
  readonly relations: Readonly<Record<string, Relation>>
  /** Relations that entities carry as lists of ids. */
  readonly links: readonly string[]
  /** A counter that grows when one of the keys changes. */
  readonly counter?: { readonly column: string; readonly keys: readonly string[] }
  /** What versions of a row hold, and of that what makes a new one; rows of other tables have no versions. */
  readonly versioned?: { readonly own: readonly string[]; readonly all: readonly string[] }
  /** What a row is once it is read; no value has it. */
  readonly row?: E
}

const ENTITY = {
  id: 'integer',
  uuid: 'text',
  created_on: 'integer',
  changed_on: 'integer',
  created_by_fk: 'integer?',
  changed_by_fk: 'integer?',
  deleted_at: 'integer?',
  version: 'integer',
} as const

/** Kind of each column that the fields are kept in. */
export function columnsOf(fields: Fields): Readonly<Record<string, ColumnKind>> {
  return Object.fromEntries(
    fieldsOf({ fields }).flatMap(([name, { kind }]) => (kind === 'links' ? [] : [[name, kind]])),
  )
}

/** What a new row has where nothing is given, if not null. */
export function defaultsOf(fields: Fields): Readonly<Record<string, BoundValue | boolean>> {
  return Object.fromEntries(
    fieldsOf({ fields }).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  )
}

/** The table a thing is kept in. */
function tableOf<T extends EntityDefinition>(thing: T): Table<RowOf<T>> {
  const { parts } = thing
  const fields = fieldsOf(thing)
  const named = (holds: (field: (typeof fields)[number][1]) => boolean) =>
    fields.filter(([, field]) => holds(field)).map(([name]) => name)
  return {
    name: thing.table,
    ...(thing.type ? { type: thing.type } : {}),
    columns: { ...ENTITY, ...columnsOf(thing.fields) },
    defaults: defaultsOf(thing.fields),
    folded: named(({ facts }) => facts.folded === true),
    secret: named(({ facts }) => facts.secret === true),
    relations: thing.relations,
    links: named(({ kind }) => kind === 'links'),
    ...(thing.counter
      ? { counter: { column: thing.counter, keys: [...named(({ facts }) => facts.counts === true), ...parts] } }
      : {}),
    ...(thing.hasHistory ? { versioned: withParts(versionedOf(thing), parts) } : {}),
  }
}

function withParts({ own, all }: NonNullable<Table['versioned']>, parts: readonly string[]) {
  return { own: [...own, ...parts], all: [...all, ...parts] }
}

/** Every table that has a repository of entities, by name. */
export const tables = Object.fromEntries(
  Object.entries<EntityDefinition>(entitySchemas).map(([name, thing]) => [name, tableOf(thing)]),
) as { readonly [Name in keyof typeof entitySchemas]: Table<RowOf<(typeof entitySchemas)[Name]>> }

/** The table of that name; relations name only tables that exist. */
export function tableNamed(name: string): Table {
  const table = (tables as Record<string, Table>)[name]
  if (!table) throw new Error(`No table ${name}`)
  return table
}
