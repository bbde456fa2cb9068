import * as z from 'zod'
import { ids, int, jsonText, shallowText } from '#core/rest/body.ts'
import { linkText } from '#core/rest/link.ts'

/** Kind of the values of a column of the store; with `?` null is one of them. */
export type ColumnKind = 'integer' | 'integer?' | 'text' | 'text?' | 'boolean'

/** How rows of a table find rows of another. */
export type Relation =
  /** The row whose id is in `fk`; `only` are values the row itself must have for that. */
  | { readonly to: string; readonly fk: string; readonly only?: Readonly<Record<string, string>> }
  /** The rows whose column `back` holds the id of this row; `only` are values they must have for that. */
  | { readonly to: string; readonly back: string; readonly only?: Readonly<Record<string, string>> }
  | Through

/** The rows that `through` links; `only` are values the linking row must have. */
export interface Through {
  readonly to: string
  readonly through: string
  readonly here: string
  readonly there: string
  readonly only?: Readonly<Record<string, string>>
}

/** What is said of a field beside its kind. Everything has a usual answer. */
export interface FieldOptions<Wire> {
  /** What creates and updates send; `false` where the server alone writes it. Usual: what the kind takes. */
  readonly body?: z.ZodType | false
  /** Where a create or an update takes something else. */
  readonly create?: z.ZodType | false
  readonly update?: z.ZodType | false
  /** What is stored of what was sent. Usual: the same. */
  readonly read?: (sent: Wire) => unknown
  /** Where it is answered: in lists and single rows, in single rows, nowhere. Usual: in lists. */
  readonly shown?: 'list' | 'show' | 'never'
  /** Lists can be sorted by it. */
  readonly sorted?: boolean
  /** Which operators lists have for it. */
  readonly filter?: 'text' | 'exact' | 'number' | 'flag'
  /** It is kept a second time in folded letters, for search and sort. */
  readonly folded?: boolean
  /** Events do not tell its values. */
  readonly secret?: boolean
  /** What a file of a bundle has under its name; `false` where nothing, or something only the importer knows. */
  readonly bundle?: z.ZodType | false
  /** Versions of the thing hold it: as everything that is sent; along with others, its change alone being none; never. */
  readonly versioned?: 'along' | 'never'
  /** A change of it raises the counter of the thing. */
  readonly counts?: boolean
}

declare const stored: unique symbol

/**
 * One field of a stored thing: `T` is what is stored, `Wire` what is sent. A field that is `Needed` has to be given when
 * a row is made.
 */
export interface Field<T, Needed extends boolean, Wire = T> {
  readonly kind: ColumnKind | 'links'
  readonly needed: Needed
  /** What a new row has where nothing is given; null where the kind allows it. */
  readonly initial?: string | number | boolean
  readonly facts: FieldOptions<Wire>
  readonly create: z.ZodType | false
  readonly update: z.ZodType | false
  /** What a file of a bundle has; `json` is an object or text that is stored as text. */
  readonly bundle: z.ZodType | false
  readonly form: 'plain' | 'json' | 'moment'
  readonly links?: Through
  readonly [stored]?: readonly [T, Wire]
}

// oxlint-disable-next-line typescript/no-explicit-any -- what is stored and sent stays within one field
export type AnyField = Field<any, boolean, any>

export type Fields = Readonly<Record<string, AnyField>>

/** Fields of a row as it is read. */
export type Stored<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T, boolean, infer _> ? T : never
}

/** Names of fields that have to be given when a row is made. */
export type RequiredKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly needed: true } ? K : never
}[keyof F]

/** What is sent of fields; null where the field takes it or leaves things as they are. */
export type Sent<F extends Fields> = {
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
  /** The usual of the kind. */
  readonly create: z.ZodType
  readonly update: z.ZodType
  readonly bundle: z.ZodType
  readonly form?: AnyField['form']
  readonly links?: Through
}

function field<T, Needed extends boolean, Wire = T>(
  make: Make<T, Needed>,
  facts: FieldOptions<Wire>,
): Field<T, Needed, Wire> {
  return {
    kind: make.kind,
    needed: make.needed,
    ...(make.initial === undefined ? {} : { initial: make.initial }),
    facts,
    create: facts.create ?? facts.body ?? make.create,
    update: facts.update ?? facts.body ?? make.update,
    bundle: facts.bundle ?? make.bundle,
    form: make.form ?? 'plain',
    ...(make.links ? { links: make.links } : {}),
  }
}

/** Text that a row always has; a new one has to be given it. */
export function text(facts?: FieldOptions<string>): Field<string, true>
export function text<T extends string>(facts?: FieldOptions<T>): Field<T, true>
export function text(facts: FieldOptions<string> = {}): Field<string, true> {
  const usual = z.string()
  return field({ kind: 'text', needed: true, create: usual, update: usual.optional(), bundle: usual.min(1) }, facts)
}

/** Text that a row always has, and what a new one has where nothing is said. */
export function textOr(initial: string, facts?: FieldOptions<string>): Field<string, false>
export function textOr<T extends string>(initial: T, facts?: FieldOptions<T>): Field<T, false>
export function textOr(initial: string, facts: FieldOptions<string> = {}): Field<string, false> {
  const usual = z.string().optional()
  return field({ kind: 'text', needed: false, initial, create: usual, update: usual, bundle: usual.nullish() }, facts)
}

/** Text, or null. */
export function textOrNull(facts: FieldOptions<string> = {}): Field<string | null, false, string> {
  const usual = z.string().nullish()
  return field({ kind: 'text?', needed: false, create: usual, update: usual, bundle: usual }, facts)
}

/** JSON text, kept as given, or null. Bundles have the object, old ones the text. */
export function json(facts: FieldOptions<string> = {}): Field<string | null, false, string> {
  const usual = jsonText.nullish()
  const object = z.union([z.record(z.string(), z.unknown()), shallowText]).nullish()
  return field({ kind: 'text?', needed: false, form: 'json', create: usual, update: usual, bundle: object }, facts)
}

/** A link that people follow, or null. */
export function link(facts: FieldOptions<string> = {}): Field<string | null, false, string> {
  const usual = linkText.nullish()
  return field({ kind: 'text?', needed: false, create: usual, update: usual, bundle: usual }, facts)
}

/** A whole number that a row always has; a new one has to be given it. */
export function integer(facts: FieldOptions<number> = {}): Field<number, true> {
  return field({ kind: 'integer', needed: true, create: int, update: int.optional(), bundle: int }, facts)
}

/** A whole number that a row always has, and what a new one has where nothing is said. */
export function integerOr(initial: number, facts: FieldOptions<number> = {}): Field<number, false> {
  const usual = int.nullish()
  return field({ kind: 'integer', needed: false, initial, create: usual, update: usual, bundle: usual }, facts)
}

/** A whole number, or null. */
export function integerOrNull(facts: FieldOptions<number> = {}): Field<number | null, false, number> {
  const usual = int.nullish()
  return field({ kind: 'integer?', needed: false, create: usual, update: usual, bundle: usual }, facts)
}

/** Yes or no, and what a new row has where nothing is said. */
export function flag(initial: boolean, facts: FieldOptions<boolean> = {}): Field<boolean, false> {
  const usual = z.boolean().nullish()
  return field({ kind: 'boolean', needed: false, initial, create: usual, update: usual, bundle: usual }, facts)
}

/** A moment, stored as epoch milliseconds UTC, sent and answered as text; a new row has to be given it. */
export function timestampField(
  facts: FieldOptions<string> & { readonly body: z.ZodType },
): Field<number, true, string> {
  const usual = z.string()
  const make = { kind: 'integer', needed: true, form: 'moment', create: usual, bundle: usual } as const
  return field({ ...make, update: facts.body.optional() }, { ...facts, update: facts.body.optional() })
}

/** The same, or null; the server alone writes it. */
export function momentOrNull(facts: FieldOptions<string> = {}): Field<number | null, false, string> {
  const usual = z.string().nullish()
  const make = { kind: 'integer?', needed: false, form: 'moment', create: usual, update: usual, bundle: usual } as const
  return field(make, { body: false, bundle: false, ...facts })
}

/** Ids of rows linked to this one, ascending. They are answered by whoever knows their names. */
export function links(through: Through, facts: FieldOptions<readonly number[]> = {}): Field<readonly number[], false> {
  const usual = ids.optional()
  const make = { kind: 'links', needed: false, links: through, create: usual, update: usual, bundle: usual } as const
  return field(make, { shown: 'never', bundle: false, ...facts })
}

/** The same, where a new row has to be given them. */
export function linksNeeded(
  through: Through,
  facts: FieldOptions<readonly number[]> = {},
): Field<readonly number[], true> {
  return { ...links(through, { create: ids, ...facts }), needed: true } as const
}
