import type { z } from 'zod'
import { t } from '#core/text/t.ts'

/** Maximum fields named per file, and maximum files. */
const MAX_FIELDS = 20
const MAX_FILES = 20

interface Parts {
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
}

/** Returns the names of non-empty fields of a file that its schema does not know, such as `columns.datetime_format`. */
export function unknownFieldsOf(schema: z.core.$ZodType, value: unknown, within = ''): string[] {
  const { innerType, element, shape } = schema._zod.def as unknown as Parts
  if (innerType) return unknownFieldsOf(innerType, value, within)
  if (element) {
    const items = Array.isArray(value) ? value : []
    return [...new Set(items.flatMap((item) => unknownFieldsOf(element, item, within)))]
  }
  if (!shape || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (known) return unknownFieldsOf(known, inner, `${within}${name}.`)
    return isNonEmpty(inner) ? [`${within}${name}`] : []
  })
}

function isNonEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** Returns a warning about unknown fields of one file; empty if there are none. */
export function retainedFieldsWarning(path: string, fields: readonly string[]): string[] {
  if (fields.length === 0) return []
  return [t('Unknown fields of %s are retained and exported again: %s', path, listNames(fields, MAX_FIELDS))]
}

/** Returns a warning about ignored secrets in one file; empty if there are none. */
export function secretsWarning(path: string, fields: readonly string[]): string[] {
  if (fields.length === 0) return []
  return [t('Secrets of %s are not used and are omitted: %s', path, listNames(fields, MAX_FIELDS))]
}

/** Returns a warning about ignored files of a bundle; empty if there are none. */
export function filesWarning(paths: readonly string[]): string[] {
  if (paths.length === 0) return []
  return [t('Files of unknown type in the bundle are omitted: %s', listNames(paths, MAX_FILES))]
}

function listNames(names: readonly string[], most: number): string {
  const more = names.length - most
  return more > 0 ? t('%s and %d more', names.slice(0, most).join(', '), more) : names.join(', ')
}
