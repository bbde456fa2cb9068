import type { AnyField } from '#core/entity/field.ts'
import { fieldsOf, type EntityDefinition } from '#core/entity/entity-definition.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import {
  flagOperators,
  numberOperators,
  textOperators,
  toManyOperators,
  relationOperators,
} from '#server/resources/operators.ts'
import type { Listing, Operator, FieldShape } from '#server/resources/resource.ts'

/** The additions of a list to the fields of its entity. */
interface ListingAdditions extends Pick<Listing, 'base' | 'related'> {
  /** Additional response names, in lists and single rows. */
  readonly columns?: readonly string[]
  readonly showColumns?: readonly string[]
  readonly order?: Listing['order']
  /** Response types of names that differ from the type of the field. */
  readonly shapes?: Listing['shapes']
  /** Operators in addition to the usual ones of a field; a name without a field has only these. */
  readonly filters?: Listing['filters']
  readonly distinct?: readonly string[]
  /** Fields of users that lists include. */
  readonly person?: readonly string[]
}

const PERSON = ['id', 'first_name', 'last_name', 'username']

const STAMPS = ['created_on', 'created_on_delta_humanized', 'changed_on', 'changed_on_delta_humanized']

/** Returns the dotted names of user fields, such as `owners.id`. */
function peopleIn(names: readonly string[], parts: readonly string[]): readonly string[] {
  return names.flatMap((name) => parts.map((part) => `${name}.${part}`))
}

/**
 * Returns the listing of an entity: every field that is sent, sorted or filtered by, and the resource's own additions.
 */
export function listingOf(entity: EntityDefinition, own: ListingAdditions): Listing {
  const fields = fieldsOf(entity)
  const shown = (as: 'list' | 'show') => fields.filter(([, field]) => isShown(field, as)).map(([name]) => name)
  const people = peopleIn(['created_by', 'changed_by'], own.person ?? PERSON)
  const around = (names: readonly string[]) => ['id', 'uuid', ...names, ...people, ...STAMPS, ...(own.columns ?? [])]
  return {
    columns: [...around(shown('list')), 'version', 'abilities'],
    showColumns: [...around(shown('show')), ...(own.showColumns ?? []), 'version', 'abilities'],
    shapes: { ...shapesOf(entity), ...own.shapes },
    order: {
      id: 'id',
      ...Object.fromEntries(fields.filter(([, { options }]) => options.sorted).map(([name]) => [name, name])),
      changed_on: 'changed_on',
      changed_on_delta_humanized: 'changed_on',
      'changed_by.first_name': 'changed_by.first_name',
      created_on: 'created_on',
      created_on_delta_humanized: 'created_on',
      'created_by.first_name': 'created_by.first_name',
      ...own.order,
    },
    base: own.base,
    filters: mergeFilters(defaultFilters(fields), own.filters ?? {}),
    related: { created_by: 'user', changed_by: 'user', ...own.related },
    distinct: own.distinct ?? [],
    addColumns: Object.keys(entity.create.shape).filter((name) => !Object.hasOwn(entity.also, name)),
    editColumns: Object.keys(entity.update.shape).filter((name) => !Object.hasOwn(entity.also, name)),
  }
}

const INTEGER: FieldShape = { type: 'integer' }
const TEXT: FieldShape = { type: 'string' }
const PERSON_OR_NONE: FieldShape = { type: 'object', nullable: true }
const KINDS = { integer: 'integer', text: 'string', boolean: 'boolean' } as const

/** Response types of every row in addition to its fields. */
const USUAL: Readonly<Record<string, FieldShape>> = {
  id: INTEGER,
  uuid: TEXT,
  created_by: PERSON_OR_NONE,
  changed_by: PERSON_OR_NONE,
  ...Object.fromEntries(STAMPS.map((name) => [name, TEXT])),
  version: INTEGER,
}

/** Returns the response types of fields; timestamps are strings. */
function shapesOf(entity: EntityDefinition): Readonly<Record<string, FieldShape>> {
  const shapes = fieldsOf(entity).flatMap(([name, { kind, form }]): [string, FieldShape][] => {
    if (kind === 'links') return []
    const type = form === 'moment' ? 'string' : KINDS[kind.replace('?', '') as keyof typeof KINDS]
    return [[name, kind.endsWith('?') ? { type, nullable: true } : { type }]]
  })
  return { ...USUAL, ...Object.fromEntries(shapes) }
}

function isShown({ options, kind }: AnyField, as: 'list' | 'show'): boolean {
  const shown = options.shown ?? 'list'
  return kind !== 'links' && (shown === 'list' || shown === as)
}

function defaultFilters(fields: readonly (readonly [string, AnyField])[]): Listing['filters'] {
  const own = fields.flatMap(([name, field]) => {
    const operators = operatorsOf(name, field)
    return operators.length > 0 ? [[name, operators]] : []
  })
  return {
    id: numberOperators('id'),
    uuid: exactly('uuid'),
    ...Object.fromEntries(own),
    created_by: relationOperators('created_by_fk'),
    changed_by: relationOperators('changed_by_fk'),
  }
}

function exactly(name: string): readonly Operator[] {
  return textOperators(name).filter(({ operator }) => operator === 'eq' || operator === 'neq')
}

function operatorsOf(name: string, { kind, options, create, update }: AnyField): readonly Operator[] {
  if (kind === 'links') return create || update ? toManyOperators(name) : []
  switch (options.filter) {
    case 'text':
      return textOperators(name)
    case 'exact':
      return exactly(name)
    case 'number':
      return numberOperators(name)
    case 'flag':
      return flagOperators(name)
    default:
      return []
  }
}

function mergeFilters(usual: Listing['filters'], own: Listing['filters']): Listing['filters'] {
  const names = [...new Set([...Object.keys(usual), ...Object.keys(own)])]
  const both = (name: string) => {
    const special = own[name] ?? []
    return [
      ...(usual[name] ?? []).filter((each) => special.every(({ operator }) => operator !== each.operator)),
      ...special,
    ]
  }
  return Object.fromEntries(names.map((name) => [name, both(name)]))
}

/** Returns the fields of a row in response form. Links are added by the caller, who knows the linked names. */
export function presentFields(entity: EntityDefinition, row: object, as: 'list' | 'show'): Record<string, unknown> {
  const values = row as Readonly<Record<string, unknown>>
  const presented: Record<string, unknown> = {}
  for (const [name, { form }] of shownOf(entity)[as]) {
    const value = values[name] ?? null
    presented[name] = form === 'moment' ? printSeconds(value as number | null) : value
  }
  return presented
}

type ShownFields = Readonly<Record<'list' | 'show', readonly (readonly [string, AnyField])[]>>

/** Cache of the shown fields by entity, because every row needs them. */
const shownFields = new WeakMap<EntityDefinition, ShownFields>()

function shownOf(entity: EntityDefinition): ShownFields {
  let shown = shownFields.get(entity)
  if (!shown) {
    const of = (as: 'list' | 'show') => fieldsOf(entity).filter(([, field]) => isShown(field, as))
    shown = { list: of('list'), show: of('show') }
    shownFields.set(entity, shown)
  }
  return shown
}

/** Returns a timestamp as text; whole seconds have no fraction. */
function printSeconds(at: number | null): string | null {
  return printInstant(at)?.replace(/\.000000$/, '') ?? null
}
