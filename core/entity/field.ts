import * as z from 'zod'
import { ids, int, jsonText, shallowText } from '#core/rest/body.ts'
import { linkText } from '#core/rest/link.ts'

/** Type of a store column; `?` allows null. */
export type ColumnKind = 'integer' | 'integer?' | 'text' | 'text?' | 'boolean'

/** A relation from rows of one table to rows of another. */
export type Relation =
  /** The row whose id is in `fk`. The row must have the values in `only`. */
  | { readonly to: string; readonly fk: string; readonly only?: Readonly<Record<string, string>> }
  /** The rows whose column `back` contains the id of this row; `only` are values that they must have. */
  | { readonly to: string; readonly back: string; readonly only?: Readonly<Record<string, string>> }
  | LinkTable

/** The rows linked by the table `through`; `only` are values that the linking row must have. */
export interface LinkTable {
  readonly to: string
  readonly through: string
  readonly here: string
  readonly there: string
  readonly only?: Readonly<Record<string, string>>
}

/** Options of a field besides its type. Every option has a default. */
export interface FieldOptions<Wire> {
  /** The value in create and update bodies; `false` if only the server writes it. Default: the schema of the type. */
  readonly body?: z.ZodType | false
  /** Overrides for create or update bodies. */
  readonly create?: z.ZodType | false
  readonly update?: z.ZodType | false
  /** Converts the sent value to the stored value. Default: unchanged. */
  readonly read?: (sent: Wire) => unknown
  /** Responses that contain it: lists and single rows, single rows only, or none. Default: lists. */
  readonly shown?: 'list' | 'show' | 'never'
  /** Lists can be sorted by it. */
  readonly sorted?: boolean
  /** The operators that lists offer for it. */
  readonly filter?: 'text' | 'exact' | 'number' | 'flag'
  /** A folded copy is stored for search and sort. */
  readonly folded?: boolean
  /** Events do not contain its values. */
  readonly secret?: boolean
  /** The value in bundle files under its name; `false` if absent or known only to the importer. */
  readonly bundle?: z.ZodType | false
  /** Whether versions of the entity contain it. Default: yes. `along`: yes, but its change alone creates no version. */
  readonly versioned?: 'along' | 'never'
  /** A change increments the counter of the entity. */
  readonly counts?: boolean
}

declare const storedValue: unique symbol

/**
 * One field of a stored entity: `T` is the stored type, `Wire` the sent type. A `Needed` field is required to create a
 * row.
 */
export interface Field<T, Needed extends boolean, Wire = T> {
  readonly kind: ColumnKind | 'links'
  readonly needed: Needed
  /** The default value in a new row; null if the type allows it. */
  readonly initial?: string | number | boolean
  readonly options: FieldOptions<Wire>
  readonly create: z.ZodType | false
  readonly update: z.ZodType | false
  /** The value in bundle files; `json` is an object, or text that is stored as text. */
  readonly bundle: z.ZodType | false
  readonly form: 'plain' | 'json' | 'moment'
  readonly links?: LinkTable
  readonly [storedValue]?: readonly [T, Wire]
}

// oxlint-disable-next-line typescript/no-explicit-any -- what is stored and sent stays within one field
export type AnyField = Field<any, boolean, any>

export type Fields = Readonly<Record<string, AnyField>>

/** The fields of a row as read from the store. */
export type StoredFields<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T, boolean, infer _> ? T : never
}

/** Names of the fields that are required to create a row. */
export type RequiredKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly needed: true } ? K : never
}[keyof F]

/** Sent values of fields. For a field that is not nullable, null leaves the value unchanged. */
export type FieldsInput<F extends Fields> = {
  readonly [K in keyof F]?: F[K] extends Field<infer _, boolean, infer Wire>
    ? Wire extends readonly number[]
      ? Wire | undefined
      : Wire | null | undefined
    : never
}

interface Make<T, Needed extends boolean> {
  readonly kind: AnyField['kind']
  readonly needed: Needed
  readonly initial?: T & (string | number | boolean)
  /** The default schemas of the type. */
  readonly create: z.ZodType
  readonly update: z.ZodType
  readonly bundle: z.ZodType
  readonly form?: AnyField['form']
  readonly links?: LinkTable
}

function field<T, Needed extends boolean, Wire = T>(
  make: Make<T, Needed>,
  options: FieldOptions<Wire>,
): Field<T, Needed, Wire> {
  return {
    kind: make.kind,
    needed: make.needed,
    ...(make.initial === undefined ? {} : { initial: make.initial }),
    options,
    create: options.create ?? options.body ?? make.create,
    update: options.update ?? options.body ?? make.update,
    bundle: options.bundle ?? make.bundle,
    form: make.form ?? 'plain',
    ...(make.links ? { links: make.links } : {}),
  }
}

/** Returns a required text field. */
export function text(options?: FieldOptions<string>): Field<string, true>
export function text<T extends string>(options?: FieldOptions<T>): Field<T, true>
export function text(options: FieldOptions<string> = {}): Field<string, true> {
  const defaultSchema = z.string()
  return field(
    {
      kind: 'text',
      needed: true,
      create: defaultSchema,
      update: defaultSchema.optional(),
      bundle: defaultSchema.min(1),
    },
    options,
  )
}

/** Returns a text field with a default value. */
export function textWithDefault(initial: string, options?: FieldOptions<string>): Field<string, false>
export function textWithDefault<T extends string>(initial: T, options?: FieldOptions<T>): Field<T, false>
export function textWithDefault(initial: string, options: FieldOptions<string> = {}): Field<string, false> {
  const defaultSchema = z.string().optional()
  return field(
    {
      kind: 'text',
      needed: false,
      initial,
      create: defaultSchema,
      update: defaultSchema,
      bundle: defaultSchema.nullish(),
    },
    options,
  )
}

/** Returns a nullable text field. */
export function nullableText(options: FieldOptions<string> = {}): Field<string | null, false, string> {
  const defaultSchema = z.string().nullish()
  return field(
    { kind: 'text?', needed: false, create: defaultSchema, update: defaultSchema, bundle: defaultSchema },
    options,
  )
}

/** Returns a nullable field for JSON text, stored unchanged. Bundles contain the object, old ones the text. */
export function json(options: FieldOptions<string> = {}): Field<string | null, false, string> {
  const defaultSchema = jsonText.nullish()
  const object = z.union([z.record(z.string(), z.unknown()), shallowText]).nullish()
  return field(
    { kind: 'text?', needed: false, form: 'json', create: defaultSchema, update: defaultSchema, bundle: object },
    options,
  )
}

/** Returns a nullable field for a hyperlink. */
export function link(options: FieldOptions<string> = {}): Field<string | null, false, string> {
  const defaultSchema = linkText.nullish()
  return field(
    { kind: 'text?', needed: false, create: defaultSchema, update: defaultSchema, bundle: defaultSchema },
    options,
  )
}

/** Returns a required integer field. */
export function integer(options: FieldOptions<number> = {}): Field<number, true> {
  return field({ kind: 'integer', needed: true, create: int, update: int.optional(), bundle: int }, options)
}

/** Returns an integer field with a default value. */
export function integerWithDefault(initial: number, options: FieldOptions<number> = {}): Field<number, false> {
  const defaultSchema = int.nullish()
  return field(
    { kind: 'integer', needed: false, initial, create: defaultSchema, update: defaultSchema, bundle: defaultSchema },
    options,
  )
}

/** Returns a nullable integer field. */
export function nullableInteger(options: FieldOptions<number> = {}): Field<number | null, false, number> {
  const defaultSchema = int.nullish()
  return field(
    { kind: 'integer?', needed: false, create: defaultSchema, update: defaultSchema, bundle: defaultSchema },
    options,
  )
}

/** Returns a boolean field with a default value. */
export function flag(initial: boolean, options: FieldOptions<boolean> = {}): Field<boolean, false> {
  const defaultSchema = z.boolean().nullish()
  return field(
    { kind: 'boolean', needed: false, initial, create: defaultSchema, update: defaultSchema, bundle: defaultSchema },
    options,
  )
}

/** Returns a required timestamp field, stored as epoch milliseconds UTC, sent as text in both directions. */
export function timestampField(
  options: FieldOptions<string> & { readonly body: z.ZodType },
): Field<number, true, string> {
  const defaultSchema = z.string()
  const make = { kind: 'integer', needed: true, form: 'moment', create: defaultSchema, bundle: defaultSchema } as const
  return field({ ...make, update: options.body.optional() }, { ...options, update: options.body.optional() })
}

/** Returns a nullable timestamp field that only the server writes. */
export function nullableTimestamp(options: FieldOptions<string> = {}): Field<number | null, false, string> {
  const defaultSchema = z.string().nullish()
  const make = {
    kind: 'integer?',
    needed: false,
    form: 'moment',
    create: defaultSchema,
    update: defaultSchema,
    bundle: defaultSchema,
  } as const
  return field(make, { body: false, bundle: false, ...options })
}

/** Returns a field with the ids of linked rows, ascending. The resource adds their names in responses. */
export function links(
  through: LinkTable,
  options: FieldOptions<readonly number[]> = {},
): Field<readonly number[], false> {
  const defaultSchema = ids.optional()
  const make = {
    kind: 'links',
    needed: false,
    links: through,
    create: defaultSchema,
    update: defaultSchema,
    bundle: defaultSchema,
  } as const
  return field(make, { shown: 'never', bundle: false, ...options })
}

/** Returns a field like `links` that is required to create a row. */
export function requiredLinks(
  through: LinkTable,
  options: FieldOptions<readonly number[]> = {},
): Field<readonly number[], true> {
  return { ...links(through, { create: ids, ...options }), needed: true } as const
}
