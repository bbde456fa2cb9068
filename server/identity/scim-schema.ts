import type { Messages, Schemas, Types } from 'scimmy'
import { isObject } from '#core/rest/json.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { isFilter, isKey, isPath, type ScimNames } from './scim-syntax.ts'

export type ScimJson = Readonly<Record<string, unknown>>

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

interface Library {
  readonly Messages: typeof Messages
  readonly Schemas: typeof Schemas
  readonly Types: typeof Types
  readonly known: ScimNames
}

let libraryPromise: Promise<Library> | undefined

/** Returns the library with the enterprise extension; loaded at the first call of a SCIM client. */
export function scimLibrary(): Promise<Library> {
  libraryPromise ??= import('scimmy').then((library) => {
    const { Messages: messages, Schemas: schemas, Types: types } = library
    schemas.User.extend(schemas.EnterpriseUser as never)
    const names = new Set([schemas.User, schemas.Group].flatMap(({ definition }) => namesOf(definition)))
    const ids = [USER_SCHEMA, GROUP_SCHEMA, ENTERPRISE_SCHEMA].map((each) => each.toLowerCase())
    return { Messages: messages, Schemas: schemas, Types: types, known: { names, schemas: ids } }
  })
  return libraryPromise
}

/** A schema, an extension or an attribute, as the SCIM library defines it. */
interface Definition {
  readonly name: string
  readonly attributes?: readonly Definition[]
  readonly subAttributes?: readonly Definition[]
}

/** Returns the names of the attributes of a definition and of their parts, in lower case. */
function namesOf({ attributes = [], subAttributes = [] }: Definition): readonly string[] {
  return [...attributes, ...subAttributes].flatMap((each) => [each.name.toLowerCase(), ...namesOf(each)])
}

/** Returns the result of the library; its errors become `scim-wrong`. */
export async function withScimErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError || !(error instanceof Error)) throw error
    throw invalidScimRequest(error.message)
  }
}

/** Returns the error for an invalid request. */
export function invalidScimRequest(reason: string): ApiError {
  return new ApiError('scim-wrong', { args: [reason] })
}

/** Returns a body as an object; throws `scim-wrong` for others. */
export function objectOf(body: unknown): ScimJson {
  if (!isObject(body)) throw invalidScimRequest('the body is no JSON object')
  return body
}

const FLAGS: readonly string[] = ['active', 'primary']

/**
 * Returns a value in which booleans that Entra ID sends as text are booleans, and a manager is an object. Throws
 * `scim-wrong` for keys that the library must not read.
 */
export async function normalizeScim(value: unknown, key = ''): Promise<unknown> {
  const { known } = await scimLibrary()
  return normalizedBy(known, value, key)
}

function normalizedBy(known: ScimNames, value: unknown, key = ''): unknown {
  if (Array.isArray(value))
    return key === 'manager' ? normalizedBy(known, value[0], key) : value.map((each) => normalizedBy(known, each))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        if (!isKey(known, name)) throw invalidScimRequest(`the attribute ${name.slice(0, 100)} is not accepted`)
        return [name, normalizedBy(known, each, name.toLowerCase())]
      }),
    )
  if (typeof value !== 'string') return value
  if (FLAGS.includes(key) && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  return key === 'manager' ? { value } : value
}

/** An operation of a PATCH request with its name in lower case. */
export interface ScimOperation {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path?: string
  readonly value?: unknown
}

/**
 * Returns the operations of a PATCH request. Throws `scim-wrong`, and `scim-operations` or
 * `scim-filter-length` above these limits.
 */
export async function operationsOf(body: unknown): Promise<readonly ScimOperation[]> {
  const { Messages: messages, known } = await scimLibrary()
  const { schemas, Operations: operations } = objectOf(body)
  if (Array.isArray(operations)) requireWithin('scim-operations', operations.length)
  const read = await withScimErrors(() => new messages.PatchOp({ schemas, Operations: operations } as never))
  return read.Operations.map(({ op, path, value }) => {
    if (path !== undefined) requireWithin('scim-filter-length', path.length)
    const last = path?.split(/[.:]/).at(-1)?.toLowerCase() ?? ''
    const lower = op.toLowerCase() as ScimOperation['op']
    const rest = value === undefined ? {} : { value: normalizedBy(known, value, last) }
    return { op: lower, ...(path === undefined ? {} : { path }), ...rest }
  })
}

/** Throws `scim-wrong` for a path that the library must not read, and the bounds of filters. */
export async function requirePaths(paths: readonly string[]): Promise<void> {
  const { known } = await scimLibrary()
  for (const path of paths) if (!isPath(known, path)) throw invalidScimRequest(`the path ${path} is unknown`)
}

/**
 * Returns the elements that an operation `remove` names by their parts. Throws `scim-wrong` for those that the library
 * must not read, because it writes them into a filter.
 */
export async function removedElements(value: unknown): Promise<readonly ScimJson[]> {
  const { known } = await scimLibrary()
  const elements = [value].flat().map((each: unknown) => (isObject(each) ? each : { value: each }))
  const conditions = elements.map((each) => {
    const parts = Object.entries(each).filter(([, part]) => part !== undefined)
    return parts.map(([name, part]) => `${name} eq ${comparable(part)}`).join(' and ')
  })
  const filter = conditions.join(' or ')
  const isNamed = elements.every((each) => Object.keys(each).every((name) => /^[\w$]+$/.test(name)))
  if (!isNamed || !isFilter(known, filter))
    throw invalidScimRequest('the value of remove must name elements by their attributes')
  return elements
}

function comparable(value: unknown): string {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (typeof value === 'string' && !value.includes('"')) return `"${value}"`
  throw invalidScimRequest('the value of remove must consist of texts without quotation marks, numbers and booleans')
}

/** A parsed filter: one of its objects must match. */
export type ScimFilter = readonly ScimJson[]

/** Returns the parsed filter of a list. Throws `scim-wrong` and the bounds of filters. */
export async function filterOf(text: string): Promise<ScimFilter> {
  const { Types: types, known } = await scimLibrary()
  if (!isFilter(known, text)) throw invalidScimRequest(`the filter ${text} cannot be read`)
  let filter: ScimFilter
  try {
    filter = [...new types.Filter(text)] as ScimFilter
  } catch {
    throw invalidScimRequest(`the filter ${text} cannot be read`)
  }
  if (filter.length === 0 || !filter.every(isComplete)) throw invalidScimRequest(`the filter ${text} cannot be read`)
  return filter
}

/** True if each comparison has an operator and, unless it is one of presence, a value. */
function isComplete(part: unknown): boolean {
  if (Array.isArray(part)) {
    const words = part[0] === 'not' ? part.slice(1) : part
    if (words.length > 0 && words.every((each) => Array.isArray(each))) return words.every(isComplete)
    return words.length > 1 || words[0] === 'pr' || words[0] === 'np'
  }
  return isObject(part) && Object.keys(part).length > 0 && Object.values(part).every(isComplete)
}

/** Returns the value if a filter is `name eq "value"` for one of the names, and the name in lower case. */
export function equalityOf(filter: ScimFilter): { readonly name: string; readonly value: string } | undefined {
  const [only, more] = filter
  const entries = Object.entries(only ?? {})
  const [entry] = entries
  if (more || entries.length !== 1 || !entry || !Array.isArray(entry[1])) return undefined
  const [operator, value, rest] = entry[1] as readonly unknown[]
  if (operator !== 'eq' || typeof value !== 'string' || rest !== undefined) return undefined
  return { name: entry[0].toLowerCase(), value }
}

/** Attributes whose letter case matters; others are compared in lower case. */
const EXACT: readonly string[] = ['id', 'externalid']

/** Returns the resources that match a filter. */
export async function matchingResources(
  filter: ScimFilter,
  resources: readonly ScimJson[],
): Promise<readonly ScimJson[]> {
  const { Types: types } = await scimLibrary()
  const lowered = filter.map((each) => lowerCase(each))
  const compared = new Map(resources.map((each) => [lowerCase(each), each]))
  const found = await withScimErrors(
    (): readonly ScimJson[] => new types.Filter(lowered).match([...compared.keys()]) as ScimJson[],
  )
  return found.map((each) => compared.get(each)).filter((each) => each !== undefined)
}

function lowerCase<T>(value: T, key = ''): T {
  if (typeof value === 'string') return (EXACT.includes(key) ? value : value.toLowerCase()) as T
  if (Array.isArray(value)) return value.map((each) => lowerCase(each, key)) as T
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, lowerCase(each, name.toLowerCase())]),
  ) as T
}
