import type { Fields } from '#core/entity/field.ts'
import { fieldsOf } from '#core/entity/entity-definition.ts'
import { fromText } from './json-text.ts'

/**
 * Returns the content of a row's file: the fields with the `usual` names in this order, as Superset writes them, then
 * other fields that differ from the default of a new row. JSON is written as an object.
 */
export function bundleFields(fields: Fields, row: object, usual: readonly string[]): Record<string, unknown> {
  const values = row as Readonly<Record<string, unknown>>
  const fieldEntry = (name: string): readonly [string, unknown] => {
    const value = values[name] ?? null
    return [name, fields[name]?.form === 'json' ? fromText(value as string | null) : value]
  }
  const more = fieldsOf({ fields }).filter(
    ([name, { bundle, initial }]) => bundle && !usual.includes(name) && (values[name] ?? null) !== (initial ?? null),
  )
  return Object.fromEntries([...usual, ...more.map(([name]) => name)].map(fieldEntry))
}
