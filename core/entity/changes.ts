import { isObject, ownValue, parseJson } from '#core/rest/json.ts'
import type { EntityDefinition } from './entity-definition.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * One changed key of an object. The value is absent on the side where the key does not exist. `isLong`: values are
 * omitted because of their length.
 */
export interface KeyChange {
  readonly name: string
  readonly before?: unknown
  readonly after?: unknown
  readonly how: 'added' | 'removed' | 'changed'
  readonly isLong?: true
}

/** The change of one field between two versions of an entity. */
export type VersionChange =
  | { readonly kind: 'value'; readonly field: string; readonly before: unknown; readonly after: unknown }
  /** An object stored as JSON text; `more` counts the changed keys that are not listed. */
  | { readonly kind: 'keys'; readonly field: string; readonly keys: readonly KeyChange[]; readonly more: number }
  /** Columns or metrics, by their names. */
  | {
      readonly kind: 'parts'
      readonly field: string
      readonly added: readonly string[]
      readonly removed: readonly string[]
      readonly changed: readonly string[]
    }
  | {
      readonly kind: 'links'
      readonly field: string
      readonly added: readonly number[]
      readonly removed: readonly number[]
    }

/** Limits of a change: characters of a text or of a value's JSON, and the number of names of keys or parts. */
const MAX_LENGTH = 400
const MAX_NAMES = 60

/** Returns the changes between two versions, field by field in the order of the entity. Equal fields are omitted. */
export function changesBetween(
  entity: Pick<EntityDefinition, 'fields'>,
  before: Values,
  after: Values,
): readonly VersionChange[] {
  const names = [...Object.keys(entity.fields), ...Object.keys(after)]
  return [...new Set(names)].flatMap((name) => {
    const [a, b] = [before[name] ?? null, after[name] ?? null]
    if (isSameValue(a, b)) return []
    const field = entity.fields[name]
    if (field?.kind === 'links') return linksChange(name, a, b)
    if (!field) return partsChange(name, a, b)
    return field.form === 'json' ? jsonChange(name, a, b) : [valueChange(name, a, b)]
  })
}

function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function truncateText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= MAX_LENGTH) return value
  return `${value.slice(0, MAX_LENGTH)}…`
}

function valueChange(field: string, before: unknown, after: unknown): VersionChange {
  return { kind: 'value', field, before: truncateText(before), after: truncateText(after) }
}

function objectIn(text: unknown): Values | undefined {
  if (text === null || text === '') return {}
  try {
    const value: unknown = typeof text === 'string' ? parseJson(text) : undefined
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Texts with the same JSON content are equal. */
function jsonChange(field: string, before: unknown, after: unknown): readonly VersionChange[] {
  const [a, b] = [objectIn(before), objectIn(after)]
  if (!a || !b) return [valueChange(field, before, after)]
  const differ = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => !isSameValue(ownValue(a, name), ownValue(b, name)),
  )
  if (differ.length === 0) return []
  const keys = differ.slice(0, MAX_NAMES).map((name) => keyChange(name, a, b))
  return [{ kind: 'keys', field, keys, more: differ.length - keys.length }]
}

function keyChange(name: string, a: Values, b: Values): KeyChange {
  const changeType = !Object.hasOwn(a, name) ? 'added' : Object.hasOwn(b, name) ? 'changed' : 'removed'
  const isLong = [ownValue(a, name), ownValue(b, name)].some(
    (value) => (JSON.stringify(value) ?? '').length > MAX_LENGTH,
  )
  if (isLong) return { name, how: changeType, isLong }
  return {
    name,
    how: changeType,
    ...(changeType === 'added' ? {} : { before: a[name] }),
    ...(changeType === 'removed' ? {} : { after: b[name] }),
  }
}

type ListItem = Values & { readonly uuid?: unknown }

function partsIn(value: unknown): readonly ListItem[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function nameOf(part: ListItem): string {
  const name = part['column_name'] ?? part['metric_name']
  return typeof name === 'string' ? name : ''
}

/** Parts are matched by uuid. */
function partsChange(field: string, before: unknown, after: unknown): readonly VersionChange[] {
  const [a, b] = [partsIn(before), partsIn(after)]
  const [was, is] = [a, b].map((parts) => new Map(parts.map((part) => [part.uuid, part]))) as [
    Map<unknown, ListItem>,
    Map<unknown, ListItem>,
  ]
  const names = (parts: readonly ListItem[]) => parts.map(nameOf).slice(0, MAX_NAMES)
  return [
    {
      kind: 'parts',
      field,
      added: names(b.filter(({ uuid }) => !was.has(uuid))),
      removed: names(a.filter(({ uuid }) => !is.has(uuid))),
      changed: names(b.filter((part) => was.has(part.uuid) && !isSameValue(was.get(part.uuid), part))),
    },
  ]
}

function linksChange(field: string, before: unknown, after: unknown): readonly VersionChange[] {
  const [a, b] = [before, after].map((ids) => (Array.isArray(ids) ? (ids as number[]) : [])) as [number[], number[]]
  return [
    {
      kind: 'links',
      field,
      added: b.filter((id) => !a.includes(id)).slice(0, MAX_NAMES),
      removed: a.filter((id) => !b.includes(id)).slice(0, MAX_NAMES),
    },
  ]
}
