import type { Literal } from './tree.ts'

/** Returns an own property only, so that templates cannot reach prototypes. */
export function ownValue(holder: unknown, key: string): unknown {
  if (typeof holder === 'string') return key === 'length' ? holder.length : undefined
  if (typeof holder !== 'object' || holder === null) return undefined
  return Object.hasOwn(holder, key) ? (holder as Readonly<Record<string, unknown>>)[key] : undefined
}

/** True for values that Handlebars treats as empty: all falsy values except 0, and empty lists. */
export function isEmptyValue(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : !value && value !== 0
}

const OBJECT = '[object Object]'

/** Converts a value to text: empty for null, comma-separated for lists. */
export function templateText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(templateText).join(',')
  if (typeof value === 'object') return OBJECT
  const plain = value as string | number | boolean | bigint
  return String(plain)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
}

/** Escapes text for HTML. */
export const escapeText = (text: string): string => text.replace(/[&<>"'`=]/g, (each) => entities[each] ?? each)

export const literal = ({ type, value }: Literal): unknown => (type === 'NullLiteral' ? null : value)
