import { isObject, ownValue } from '#core/rest/json.ts'
import { isDeepStrictEqual } from 'node:util'
import type { BundleChange, FieldChange } from '#core/rest/bundle.ts'
import { fromText } from './json-text.ts'
import type { ImportAction, ImportRun } from './import-run.ts'

type Json = Readonly<Record<string, unknown>>

const MAX_FIELDS = 50
const MAX_LENGTH = 200
/** Fields that are secret or follow from others, and are not reported. */
const UNTOLD = [
  'secrets',
  'backend',
  'charts',
  'database_id',
  'datasource_id',
  'datasource_type',
  'is_managed_externally',
]
/** Lists of a dataset, and the key with the name of their items. */
const LISTS: Readonly<Record<string, string>> = { columns: 'column_name', metrics: 'metric_name' }

/** The file of a bundle that a change belongs to. */
export type ChangeOf = Pick<BundleChange, 'path' | 'kind' | 'name'>

/** Records the change an import makes for a file. `known` is the stored state, `values` its replacement. */
export function recordChange(
  { changes }: Pick<ImportRun, 'changes'>,
  file: ChangeOf,
  decision: ImportAction,
  existing: { readonly deleted_at: number | null } | undefined,
  values: Json = {},
): void {
  const all = existing && decision === 'overwrite' ? differences({ ...existing }, values) : []
  changes.push({
    ...file,
    action: actionOf(decision, existing, all.length),
    fields: all.slice(0, MAX_FIELDS),
    more: Math.max(0, all.length - MAX_FIELDS),
  })
}

function actionOf(
  decision: ImportAction,
  existing: { readonly deleted_at: number | null } | undefined,
  count: number,
): BundleChange['action'] {
  if (!existing) return 'create'
  if (decision === 'keep') return 'keep'
  if (existing.deleted_at !== null) return 'restore'
  return count === 0 ? 'same' : 'update'
}

/** Returns the fields that differ; for JSON and lists, the parts that differ. */
function differences(known: Json, values: Json): readonly FieldChange[] {
  return Object.entries(values).flatMap(([name, after]): readonly FieldChange[] => {
    const before = known[name]
    if (UNTOLD.includes(name) || after === undefined) return []
    const key = LISTS[name]
    if (key !== undefined) return partChanges(name, byName(before, key), byName(after, key))
    return valueChange(name, parseNested(before), parseNested(after))
  })
}

function valueChange(name: string, before: unknown, after: unknown): readonly FieldChange[] {
  if (isDeepStrictEqual(before ?? null, after ?? null)) return []
  if (isObject(before) && isObject(after)) return partChanges(name, before, after)
  return [{ name, before: textOf(before), after: textOf(after) }]
}

function partChanges(name: string, before: Json, after: Json): readonly FieldChange[] {
  const parts = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return parts
    .map((part) => ({ part, was: ownValue(before, part), is: ownValue(after, part) }))
    .filter(({ was, is }) => !isDeepStrictEqual(was ?? null, is ?? null))
    .map(({ part, was, is }) => ({ name: `${name}.${part}`, before: textOf(was), after: textOf(is) }))
}

/** Returns the items of a list by name, with the fields that files have. */
function byName(list: unknown, key: string): Json {
  const parts = Array.isArray(list) ? list.filter(isObject) : []
  return Object.fromEntries(parts.map((part) => [String(part[key]), withoutStoredFields(part)]))
}

function withoutStoredFields(part: Json): Json {
  // The engine determines the logical type; files do not contain it.
  const { id: _, uuid: _uuid, created_on: _created, changed_on: _changed, logical_type: _type, ...said } = part
  return said
}

function parseNested(value: unknown): unknown {
  return typeof value === 'string' ? fromText(value) : value
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
