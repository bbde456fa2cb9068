import type { z } from 'zod'

type Schema = z.core.$ZodType

/** The parts of a schema definition that the coercion reads. */
interface SchemaParts {
  readonly type: string
  readonly format?: string
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly format?: string } } }[]
  readonly innerType?: Schema
  readonly element?: Schema
  readonly valueType?: Schema
  readonly shape?: Readonly<Record<string, Schema>>
  readonly items?: readonly Schema[]
  readonly options?: readonly Schema[]
  readonly in?: Schema
  readonly out?: Schema
  readonly transform?: (value: unknown) => unknown
}

const partsOf = (schema: Schema): SchemaParts => schema._zod.def as unknown as SchemaParts

const YES = new Set(['true', 't', 'yes', 'y', 'on', '1'])
const NO = new Set(['false', 'f', 'no', 'n', 'off', '0'])

/** Converts words and digits for yes and no to a boolean; other values are unchanged. */
function lenientFlag(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const word = String(value).toLowerCase()
  return YES.has(word) ? true : NO.has(word) ? false : value
}

/** Converts the decimal text of an integer to a number; other values are unchanged. */
function lenientInteger(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[+-]?\d+\s*$/.test(value)) return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/**
 * Coerces a body to the types of its schema: words and digits for yes and no to booleans, decimal text to integers,
 * item by item in lists and objects. Valid values, null and empty text are unchanged. The schema itself stays strict,
 * so that it can be printed as a document; unknown keys are preserved.
 */
export function coerceBody(schema: Schema, value: unknown): unknown {
  const parts = partsOf(schema)
  switch (parts.type) {
    case 'boolean':
      return lenientFlag(value)
    case 'number':
      return isWhole(parts) ? lenientInteger(value) : value
    case 'array':
      return Array.isArray(value) && parts.element ? coerceItems(value, () => parts.element) : value
    case 'tuple':
      return Array.isArray(value) ? coerceItems(value, (index) => parts.items?.[index]) : value
    case 'object':
      return isRecord(value) ? fields(value, (key) => ownSchema(parts.shape, key)) : value
    case 'record':
      return isRecord(value) ? fields(value, () => parts.valueType) : value
    case 'union':
      return anyOf(parts.options ?? [], value)
    case 'pipe':
      return coerceAfterPreprocessing(parts, value)
    default:
      return parts.innerType ? coerceBody(parts.innerType, value) : value
  }
}

function isWhole({ format, checks = [] }: SchemaParts): boolean {
  return [format, ...checks.map(({ _zod }) => _zod.def.format)].some((each) => each === 'safeint' || each === 'int32')
}

function coerceItems(values: readonly unknown[], schemaAt: (index: number) => Schema | undefined): unknown[] {
  return values.map((value, index) => {
    const schema = schemaAt(index)
    return schema ? coerceBody(schema, value) : value
  })
}

function fields(given: Record<string, unknown>, schemaOf: (key: string) => Schema | undefined): unknown {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const schema = schemaOf(key)
      return [key, schema ? coerceBody(schema, value) : value]
    }),
  )
}

/** A value that is valid for one of the options is unchanged. */
function anyOf(options: readonly Schema[], value: unknown): unknown {
  const fits = (option: Schema, given: unknown) => (option as z.ZodType).safeParse(given).success
  if (options.some((option) => fits(option, value))) return value
  for (const option of options) {
    const read = coerceBody(option, value)
    if (fits(option, read)) return read
  }
  return value
}

/** Handles a schema after a preprocessing step. The step must be pure and idempotent. */
function coerceAfterPreprocessing({ in: before, out: after }: SchemaParts, value: unknown): unknown {
  const prepare = before && partsOf(before).transform
  if (prepare) return after ? coerceBody(after, prepare(value)) : value
  return before ? coerceBody(before, value) : value
}

const ownSchema = (shape: SchemaParts['shape'], key: string): Schema | undefined =>
  shape && Object.hasOwn(shape, key) ? shape[key] : undefined

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
