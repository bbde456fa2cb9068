import { isObject, ownValue } from '#core/rest/json.ts'
import { isDeepStrictEqual } from 'node:util'
import type { BundleChange, FieldChange } from '#core/rest/bundle.ts'
import { fromText } from './json-text.ts'
import type { Decision, Importing } from './writer.ts'

type Json = Readonly<Record<string, unknown>>

const MAX_FIELDS = 50
const MAX_LENGTH = 200
/** What is told to nobody, or follows from the rest. */
const UNTOLD = [
  'secrets',
  'backend',
  'charts',
  'database_id',
  'datasource_id',
  'datasource_type',
  'is_managed_externally',
]
/** Lists of a dataset, and the key that names their parts. */
const LISTS: Readonly<Record<string, string>> = { columns: 'column_name', metrics: 'metric_name' }

/** Which file of a bundle it is. */
export type ChangeOf = Pick<BundleChange, 'path' | 'kind' | 'name'>

/** Notes what an import does for a file. `known` is what is there, `values` what is written in its place. */
export function noteChange(
  { changes }: Pick<Importing, 'changes'>,
  file: ChangeOf,
  decision: Decision,
  known: { readonly deleted_at: number | null } | undefined,
  values: Json = {},
): void {
  const all = known && decision === 'overwrite' ? differences({ ...known }, values) : []
  changes.push({
    ...file,
    action: actionOf(decision, known, all.length),
    fields: all.slice(0, MAX_FIELDS),
    more: Math.max(0, all.length - MAX_FIELDS),
  })
}

function actionOf(
  decision: Decision,
  known: { readonly deleted_at: number | null } | undefined,
  count: number,
): BundleChange['action'] {
  if (!known) return 'create'
  if (decision === 'keep') return 'keep'
  if (known.deleted_at !== null) return 'restore'
  return count === 0 ? 'same' : 'update'
}

/** The fields that differ; of JSON and of lists the parts that do. */
function differences(known: Json, values: Json): readonly FieldChange[] {
  return Object.entries(values).flatMap(([name, after]): readonly FieldChange[] => {
    const before = known[name]
    if (UNTOLD.includes(name) || after === undefined) return []
    const key = LISTS[name]
    if (key !== undefined) return partChanges(name, byName(before, key), byName(after, key))
    return valueChange(name, inside(before), inside(after))
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

/** The parts of a list by name, with what a file can say of them. */
function byName(list: unknown, key: string): Json {
  const parts = Array.isArray(list) ? list.filter(isObject) : []
  return Object.fromEntries(parts.map((part) => [String(part[key]), plain(part)]))
}

function plain(part: Json): Json {
  // The engine says the logical type; files do not hold it.
  const { id: _, uuid: _uuid, created_on: _created, changed_on: _changed, logical_type: _type, ...said } = part
  return said
}

function inside(value: unknown): unknown {
  return typeof value === 'string' ? fromText(value) : value
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
