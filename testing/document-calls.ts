import fc from 'fast-check'

type Json = Readonly<Record<string, unknown>>

/** One operation in an OpenAPI document. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{name}` for path parameters. */
  readonly path: string
  /** Schema of its JSON body; undefined if it has none. */
  readonly body: Json | undefined
  /** True if it accepts a form. */
  readonly isForm: boolean
  /** Documented schemas of its responses by status. */
  readonly answers: Readonly<Record<string, Json>>
}

/** A request to send. */
export interface SentCall {
  readonly url: string
  readonly body: unknown
  /** Fields of a form in place of the body. */
  readonly form: Readonly<Record<string, string>> | undefined
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Returns every operation of an OpenAPI document. */
export function operationsOf({ paths }: { readonly paths: Readonly<Record<string, Json>> }): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, said]) =>
    METHODS.flatMap((method): Operation[] => {
      const operation = said[method.toLowerCase()] as Json | undefined
      if (!operation) return []
      const answers = Object.entries((operation['responses'] ?? {}) as Record<string, Json>).flatMap(
        ([status, each]) => {
          const schema = schemaIn(each)
          return schema ? [[status, schema] as const] : []
        },
      )
      const { requestBody } = operation
      const isForm = contentOf(requestBody)?.['multipart/form-data'] !== undefined
      return [{ method, path, body: schemaIn(requestBody), isForm, answers: Object.fromEntries(answers) }]
    }),
  )
}

function contentOf(said: unknown): Readonly<Record<string, { readonly schema?: Json }>> | undefined {
  return (said as { readonly content?: Record<string, { readonly schema?: Json }> } | undefined)?.content
}

function schemaIn(said: unknown): Json | undefined {
  return contentOf(said)?.['application/json']?.schema
}

/** Keys of existing entities, of missing ones, and invalid keys. */
const KEYS = ['1', '2', '1', '999999', '0', '-1', 'x', 'undefined', 'null', '1e3', 'ünits', "'", '%', 'a b']
const QUERIES = [
  '',
  '',
  '?q=()',
  '?q=!(1)',
  '?q=(page_size:2)',
  '?q=(',
  '?q=(filters:!((col:id,opr:eq,value:1)))',
  '?q=!n',
]

/** Names of form fields, and their values. */
const FIELDS = ['form_data', 'formData', 'bundle', 'data', 'file', 'table_name', 'passwords', 'overwrite', 'published']
const GIVEN = [
  '',
  '{}',
  '[]',
  'null',
  '"',
  '{"a":',
  'true',
  'x',
  '{"datasource":"1__table","viz_type":"table"}',
  '{"id":1}',
]

const forms = fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(fc.constantFrom(...GIVEN), fc.string()), {
  maxKeys: 4,
})

/** Generates requests: mostly with a body that matches its schema, sometimes with one that does not. */
export function callsOf({ method, path, body, isForm }: Operation): fc.Arbitrary<SentCall> {
  const names = [...path.matchAll(/\{\w+\}/g)]
  const keys = fc.array(fc.constantFrom(...KEYS), { minLength: names.length, maxLength: names.length })
  const query = method === 'GET' || method === 'DELETE' ? fc.constantFrom(...QUERIES) : fc.constant('')
  const fitting = body ? valuesOf(body, 0) : fc.constant(undefined)
  const sent = body ? fc.oneof({ weight: 3, arbitrary: fitting }, { weight: 1, arbitrary: fc.jsonValue() }) : fitting
  const form = isForm ? (body ? fc.option(forms, { nil: undefined }) : forms) : fc.constant(undefined)
  return fc.record({ keys, query, body: sent, form }).map((made) => {
    const parts = [...made.keys]
    const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(parts.shift() ?? ''))
    return { url: filled + made.query, body: made.form ? undefined : made.body, form: made.form }
  })
}

const DEEPEST = 4

/** Generates values that match a schema; without a schema, any value. */
function valuesOf(schema: Json, depth: number): fc.Arbitrary<unknown> {
  const { enum: among, const: only, anyOf, oneOf, allOf, nullable, type } = schema
  const of = (list: unknown) => (list as readonly Json[]).map((each) => valuesOf(each, depth + 1))
  if (nullable === true) return fc.option(valuesOf({ ...schema, nullable: false }, depth), { nil: null, freq: 4 })
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(among)) return fc.constantFrom(...(among as unknown[]))
  if (anyOf ?? oneOf) return fc.oneof(...of(anyOf ?? oneOf))
  if (allOf) return fc.tuple(...of(allOf)).map((all) => Object.assign({}, ...(all as object[])) as unknown)
  switch (type) {
    case 'string':
      return fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('{}', '[]', 'table', '1__table', 'SELECT 1'))
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer())
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(depth < DEEPEST ? valuesOf((schema['items'] ?? {}) as Json, depth + 1) : fc.integer(), {
        maxLength: 3,
      })
    case 'object':
      return objectsOf(schema, depth)
    default:
      return depth < DEEPEST ? fc.jsonValue({ maxDepth: 1 }) : fc.constant(null)
  }
}

function objectsOf({ properties = {}, required = [] }: Json, depth: number): fc.Arbitrary<unknown> {
  const known = Object.entries(properties as Record<string, Json>)
  const needed = (required as string[]).filter((name) => known.some(([own]) => own === name))
  const model = Object.fromEntries(known.map(([name, each]) => [name, valuesOf(each, depth + 1)]))
  return fc.record(model, { requiredKeys: needed })
}

/** Returns the position at which a value does not match its schema; undefined if it matches. */
export function findMismatch(schema: Json, value: unknown, at = ''): string | undefined {
  const { type, nullable, anyOf, items, properties, required, additionalProperties, enum: among } = schema
  if (value === null && nullable === true) return undefined
  if (Array.isArray(anyOf)) {
    const found = (anyOf as Json[]).map((each) => findMismatch(each, value, at))
    return found.includes(undefined) ? undefined : found[0]
  }
  if (type !== undefined && !isOf(type, value))
    return `${at || 'the answer'} is no ${JSON.stringify(type)}: ${JSON.stringify(value)}`
  if (Array.isArray(value) && items)
    return firstProblem(value.map((each, index) => findMismatch(items as Json, each, `${at}[${index}]`)))
  if (Array.isArray(among) && !among.includes(value)) return `${at || 'the answer'} is none of ${JSON.stringify(among)}`
  if (typeof value !== 'object' || value === null) return undefined
  const lacks = ((required ?? []) as string[]).find((name) => !Object.hasOwn(value, name))
  if (lacks !== undefined) return `${at || 'the answer'} has no ${lacks}`
  const known = Object.keys(properties ?? {})
  const beyond = Object.keys(value).find((name) => additionalProperties === false && !known.includes(name))
  if (beyond !== undefined) return `${at || 'the answer'} has ${beyond}, of which nothing is said`
  if (!properties) return undefined
  const said = Object.entries(properties as Record<string, Json>)
  const own = value as Json
  return firstProblem(
    said.map(([name, each]) => (Object.hasOwn(own, name) ? findMismatch(each, own[name], `${at}.${name}`) : undefined)),
  )
}

function firstProblem(found: readonly (string | undefined)[]): string | undefined {
  return found.find((each) => each !== undefined)
}

function isOf(type: unknown, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}
