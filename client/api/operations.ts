import type { ApiDocument, DocumentOperation, DocumentSchema } from '#calls/document.ts'

/** The body of an operation: JSON, a form with files, or none. */
export type BodyKind = 'json' | 'form' | 'none'

/** One operation of the API document, prepared for the form that tries it. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  /** Names of the path parameters. */
  readonly parts: readonly string[]
  readonly body: BodyKind
  /** The initial JSON of the body; empty without a body. */
  readonly example: string
}

export interface OperationGroup {
  readonly name: string
  readonly operations: readonly Operation[]
}

const METHODS = ['get', 'post', 'put', 'delete']
const DEPTH = 6

/** Returns the operations of the document grouped by tag, with deprecated groups last. */
export function groupsOf({ paths }: ApiDocument): readonly OperationGroup[] {
  const groups = new Map<string, Operation[]>()
  for (const [path, entry] of Object.entries(paths)) {
    const name = groupOf(path)
    for (const method of METHODS) {
      const operation = entry[method] as DocumentOperation | undefined
      if (operation) groups.set(name, [...(groups.get(name) ?? []), operationOf(method, path, operation)])
    }
  }
  const isOld = (name: string) => Number(name.startsWith('/'))
  return [...groups]
    .map(([name, operations]) => ({ name, operations: operations.toSorted(byAddress) }))
    .toSorted((a, b) => isOld(a.name) - isOld(b.name) || a.name.localeCompare(b.name))
}

function byAddress(a: Operation, b: Operation): number {
  return (
    a.path.localeCompare(b.path) || METHODS.indexOf(a.method.toLowerCase()) - METHODS.indexOf(b.method.toLowerCase())
  )
}

function groupOf(path: string): string {
  const name = /^\/api\/v1\/(\w+)/.exec(path)?.[1]
  return name ?? `/${path.split('/')[1] ?? ''}`
}

function operationOf(method: string, path: string, { summary = '', requestBody }: DocumentOperation): Operation {
  const content = requestBody?.content ?? {}
  const schema = content['application/json']?.schema
  const body: BodyKind = schema ? 'json' : content['multipart/form-data'] ? 'form' : bareBody(method)
  return {
    id: `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    summary,
    parts: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    body,
    example: body === 'json' ? JSON.stringify(exampleOf(schema ?? {}) ?? {}, null, 2) : '',
  }
}

/** A write operation may accept JSON even if the document describes no body. */
function bareBody(method: string): BodyKind {
  return method === 'post' || method === 'put' ? 'json' : 'none'
}

/** Returns a value that satisfies the schema, with required properties only. */
export function exampleOf(schema: DocumentSchema, depth = 0): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const chosen = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (chosen) return exampleOf(chosen, depth)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, depth)
    case 'array':
      return []
    case 'string':
      return (schema.minLength ?? 0) > 0 ? 'text' : ''
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return false
    default:
      return null
  }
}

function objectOf({ properties = {}, required = [] }: DocumentSchema, depth: number): Record<string, unknown> {
  if (depth >= DEPTH) return {}
  const entries = required.map((name) => [name, exampleOf(properties[name] ?? {}, depth + 1)])
  return Object.fromEntries(entries) as Record<string, unknown>
}

/** Returns the groups reduced to operations whose method, path or texts contain the search text. */
export function matchingOperations(groups: readonly OperationGroup[], text: string): readonly OperationGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  return groups.flatMap(({ name, operations }) => {
    const found = operations.filter(({ method, path, summary }) => {
      const all = `${method} ${path} ${summary}`.toLowerCase()
      return words.every((word) => all.includes(word))
    })
    return found.length > 0 ? [{ name, operations: found }] : []
  })
}

/**
 * Returns the URL of a call: path parameters filled in, then the query string, which may begin with a question mark.
 */
export function callUrl(path: string, parts: Readonly<Record<string, string>>, query: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''))
  const searchText = query.trim().replace(/^\?/, '')
  return searchText === '' ? filled : `${filled}?${searchText}`
}

/** Returns text formatted for reading: JSON is indented. */
export function formatBodyText(text: string, type: string): string {
  if (!type.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
