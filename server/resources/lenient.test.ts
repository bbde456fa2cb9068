import type * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { readBody } from '#core/rest/body.ts'
import { coerceBody } from '#core/rest/coerce-body.ts'
import { resources } from './index.ts'

interface Def {
  readonly type: string
  readonly format?: string
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly format?: string } } }[]
}

/** A field of another type than text: its path in a body, and its type. */
interface Field {
  readonly path: readonly string[]
  readonly kind: 'boolean' | 'integer' | 'integers'
}

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

/** Returns the inner type of an optional or nullable one. */
function bare(schema: z.ZodType): z.ZodType {
  const { innerType } = defOf(schema)
  return innerType ? bare(innerType) : schema
}

const isInteger = (schema: z.ZodType) => defOf(schema).type === 'number' && defOf(schema).format === 'safeint'

/** `[]` in a path stands for the one item of a list. */
function fieldsOf(schema: z.ZodType, path: readonly string[] = []): Field[] {
  const inner = bare(schema)
  const { type, element, shape } = defOf(inner)
  if (type === 'boolean') return [{ path, kind: 'boolean' }]
  if (isInteger(inner)) return [{ path, kind: 'integer' }]
  if (type === 'array' && element) {
    if (isInteger(bare(element))) return [{ path, kind: 'integers' }]
    return fieldsOf(element, [...path, '[]'])
  }
  return Object.entries(shape ?? {}).flatMap(([key, each]) => fieldsOf(each, [...path, key]))
}

const wrapped = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => (key === '[]' ? [inner] : { [key]: inner }), value)

const reached = (path: readonly string[], body: unknown): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key === '[]' ? '0' : key], body)

const bodies = resources.flatMap(({ name, bodies: { create, update } }) => [
  [`POST ${name}`, create] as const,
  [`PUT ${name}`, update] as const,
])

const fields = bodies.flatMap(([name, schema]) =>
  fieldsOf(schema).map((field) => ({ at: `${name} ${field.path.join('.')}`, schema, ...field })),
)

/** The sent value, and its meaning. */
const FORMS: Readonly<Record<Field['kind'], readonly (readonly [sent: unknown, meant: unknown])[]>> = {
  boolean: [
    ...['true', 'True', 'TRUE', 't', 'T', 'yes', 'Yes', 'y', 'on', 'ON', '1', 1].map((sent) => [sent, true] as const),
    ...['false', 'False', 'f', 'F', 'no', 'NO', 'n', 'off', '0', 0].map((sent) => [sent, false] as const),
  ],
  integer: [
    ['60', 60],
    ['-1', -1],
    ['+7', 7],
    [' 12 ', 12],
    ['0', 0],
    ['9007199254740991', 9007199254740991],
  ],
  integers: [
    [
      ['1', 2, '3'],
      [1, 2, 3],
    ],
    [[], []],
  ],
}

/** Values invalid for every type. */
const ODD_VALUES = ['', ' ', null, [], {}, 'maybe', '1.5', '1e3', '0x10', '9007199254740993', 2, [''], [null], ['a']]

it('finds fields of every type in bodies', () => {
  expect(Object.keys(FORMS).filter((kind) => !fields.some((field) => field.kind === kind))).toEqual([])
  expect(fields.length).toBeGreaterThan(60)
})

describe.each(fields)('$at', ({ schema, path, kind }) => {
  const problem = (body: unknown) => {
    const read = readBody(schema, body)
    return 'errors' in read ? JSON.stringify(read.errors) : ''
  }

  it('accepts texts and digits for its type', () => {
    for (const [sent, meant] of FORMS[kind]) {
      expect([sent, reached(path, coerceBody(schema, wrapped(path, sent)))]).toEqual([sent, meant])
      // The other errors are the same as with the value itself.
      expect([sent, problem(wrapped(path, sent))]).toEqual([sent, problem(wrapped(path, meant))])
    }
  })

  it('converts no other values to booleans or numbers', () => {
    for (const sent of ODD_VALUES) expect(reached(path, coerceBody(schema, wrapped(path, sent)))).toEqual(sent)
  })
})
