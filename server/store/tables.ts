import type { Entity } from '#core/entity/entity.ts'
import type { EntityType } from '#core/entity/event.ts'
import { entitySchemas } from '#core/entity/entities.ts'
import type { ColumnKind, Fields, Relation } from '#core/entity/field.ts'
import { fieldsOf, type RowOf, type EntityDefinition, versionedOf } from '#core/entity/entity-definition.ts'
import type { BoundValue } from './bind.ts'

/** A table for repositories and conditions; `E` is the read form of its rows. */
export interface Table<E extends Entity = Entity> {
  readonly name: string
  /** The type of its rows in events and favorites; rows of other tables have neither. */
  readonly type?: EntityType
  readonly columns: Readonly<Record<string, ColumnKind>>
  /** Default values of a new row, if not null. */
  readonly defaults: Readonly<Record<string, BoundValue | boolean>>
  /** Columns with a folded copy `<column>_folded` for search and sort. */
  readonly folded: readonly string[]
  /** Columns whose values are not in events. */
  readonly secret: readonly string[]
  readonly relations: Readonly<Record<string, Relation>>
  /** Relations stored in entities as lists of ids. */
  readonly links: readonly string[]
  /** A counter that is incremented when one of the keys changes. */
  readonly counter?: { readonly column: string; readonly keys: readonly string[] }
  /**
   * The fields in a version of a row (`all`), and those whose changes create one (`own`); rows of other tables have no
   * versions.
   */
  readonly versioned?: { readonly own: readonly string[]; readonly all: readonly string[] }
  /** The read form of a row; only a type, never set. */
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

/** Returns the type of each column of the fields. */
export function columnsOf(fields: Fields): Readonly<Record<string, ColumnKind>> {
  return Object.fromEntries(
    fieldsOf({ fields }).flatMap(([name, { kind }]) => (kind === 'links' ? [] : [[name, kind]])),
  )
}

/** Returns the default values of a new row, if not null. */
export function defaultsOf(fields: Fields): Readonly<Record<string, BoundValue | boolean>> {
  return Object.fromEntries(
    fieldsOf({ fields }).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  )
}

/** Returns the table of an entity type. */
function tableOf<T extends EntityDefinition>(entity: T): Table<RowOf<T>> {
  const { parts } = entity
  const fields = fieldsOf(entity)
  const named = (holds: (field: (typeof fields)[number][1]) => boolean) =>
    fields.filter(([, field]) => holds(field)).map(([name]) => name)
  return {
    name: entity.table,
    ...(entity.type ? { type: entity.type } : {}),
    columns: { ...ENTITY, ...columnsOf(entity.fields) },
    defaults: defaultsOf(entity.fields),
    folded: named(({ options }) => options.folded === true),
    secret: named(({ options }) => options.secret === true),
    relations: entity.relations,
    links: named(({ kind }) => kind === 'links'),
    ...(entity.counter
      ? { counter: { column: entity.counter, keys: [...named(({ options }) => options.counts === true), ...parts] } }
      : {}),
    ...(entity.hasHistory ? { versioned: withParts(versionedOf(entity), parts) } : {}),
  }
}

function withParts({ own, all }: NonNullable<Table['versioned']>, parts: readonly string[]) {
  return { own: [...own, ...parts], all: [...all, ...parts] }
}

/** Every table with an entity repository, by name. */
export const tables = Object.fromEntries(
  Object.entries<EntityDefinition>(entitySchemas).map(([name, entity]) => [name, tableOf(entity)]),
) as { readonly [Name in keyof typeof entitySchemas]: Table<RowOf<(typeof entitySchemas)[Name]>> }

/** Returns the table with a name; relations name only existing tables. */
export function tableNamed(name: string): Table {
  const table = (tables as Record<string, Table>)[name]
  if (!table) throw new Error(`No table ${name}`)
  return table
}
