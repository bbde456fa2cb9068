import type { z } from 'zod'

type Schema = z.core.$ZodType

/** What a schema is made of, as far as this step looks at it. */
interface Parts {
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

const partsOf = (schema: Schema): Parts => schema._zod.def as unknown as Parts

const YES = new Set(['true', 't', 'yes', 'y', 'on', '1'])
const NO = new Set(['false', 'f', 'no', 'n', 'off', '0'])

/** A yes or no in the words and digits that clients send; anything else as it is. */
function lenientFlag(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const word = String(value).toLowerCase()
  return YES.has(word) ? true : NO.has(word) ? false : value
}

/** A whole number written as decimal text; anything else as it is. */
function lenientWhole(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[+-]?\d+\s*$/.test(value)) return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/**
 * A body as strict clients would have sent it: where the schema wants a boolean, words and digits that say yes or no
 * become one; where it wants an integer, decimal text does; lists and objects item by item. What fits is left alone, and
 * so are null and empty text, which mean neither no nor zero. The schema stays strict, so that it can be printed as a
 * document; unknown keys stay where they are.
 */
export function lenient(schema: Schema, value: unknown): unknown {
  const parts = partsOf(schema)
  switch (parts.type) {
    case 'boolean':
      return lenientFlag(value)
    case 'number':
      return isWhole(parts) ? lenientWhole(value) : value
    case 'array':
      return Array.isArray(value) && parts.element ? itemwise(value, () => parts.element) : value
    case 'tuple':
      return Array.isArray(value) ? itemwise(value, (index) => parts.items?.[index]) : value
    case 'object':
      return isRecord(value) ? fields(value, (key) => own(parts.shape, key)) : value
    case 'record':
      return isRecord(value) ? fields(value, () => parts.valueType) : value
    case 'union':
      return anyOf(parts.options ?? [], value)
    case 'pipe':
      return piped(parts, value)
    default:
      return parts.innerType ? lenient(parts.innerType, value) : value
  }
}

function isWhole({ format, checks = [] }: Parts): boolean {
  return [format, ...checks.map(({ _zod }) => _zod.def.format)].some((each) => each === 'safeint' || each === 'int32')
}

function itemwise(values: readonly unknown[], schemaAt: (index: number) => Schema | undefined): unknown[] {
  return values.map((value, index) => {
    const schema = schemaAt(index)
    return schema ? lenient(schema, value) : value
  })
}

function fields(given: Record<string, unknown>, schemaOf: (key: string) => Schema | undefined): unknown {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const schema = schemaOf(key)
      return [key, schema ? lenient(schema, value) : value]
    }),
  )
}

/** What fits one of them as it is stays so. */
function anyOf(options: readonly Schema[], value: unknown): unknown {
  const fits = (option: Schema, given: unknown) => (option as z.ZodType).safeParse(given).success
  if (options.some((option) => fits(option, value))) return value
  for (const option of options) {
    const read = lenient(option, value)
    if (fits(option, read)) return read
  }
  return value
}

/** A schema behind a step that prepares what was given: the step is pure, and prepares what it made no further. */
function piped({ in: before, out: after }: Parts, value: unknown): unknown {
  const prepare = before && partsOf(before).transform
  if (prepare) return after ? lenient(after, prepare(value)) : value
  return before ? lenient(before, value) : value
}

const own = (shape: Parts['shape'], key: string): Schema | undefined =>
  shape && Object.hasOwn(shape, key) ? shape[key] : undefined

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
